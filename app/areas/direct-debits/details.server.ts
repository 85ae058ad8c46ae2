import { redirect } from "@remix-run/node";
import { VERSION_FIELD, type Judging } from "#app/forms/define-form.ts";
import { formRules } from "#app/forms/form-rules.ts";
import { definePost, type PostRequest } from "#app/forms/post.server.ts";
import { accountIn, getDirectDebitRules, type DirectDebit } from "#app/portal-api/direct-debits.ts";
import { refusal } from "#app/portal-api/errors.ts";
import type { OwnId } from "#app/portal-api/shapes.ts";
import {
  answersOf,
  keepAnswers,
  newAnswers,
  requireAnswers,
  stepPath,
  type ChosenAccount,
} from "./answers.server.ts";
import { checkBank, shownCheck } from "./bank-check.server.ts";
import { isSameNumbers, sortCodeText } from "./bank-numbers.ts";
import { branchesAsked, branchesPressed } from "./branches.server.ts";
import { answersGiven, CHOOSE_ACCOUNT, detailsRules, directDebitDetailsForm } from "./direct-debit-forms.ts";
import { textIn } from "./direct-debit-list.server.ts";
import {
  bankDetailsIn,
  directDebitOf,
  listedDirectDebit,
  listUnusedAccounts,
} from "./direct-debit.server.ts";

/** Characters of a field that are kept unjudged. */
const LONGEST = 200;

/** Step 2: the account, and bank numbers that the bank check does not find wrong. */
export const detailsStep = definePost({
  form: directDebitDetailsForm,
  role: "Orders",
  async about(asked, body) {
    requireEligibility(asked, body);
    const isNew = asked.args.params["id"] === undefined;
    const [directDebit, accounts, rules] = await Promise.all([
      directDebitOf(asked),
      isNew ? listUnusedAccounts(asked.portal) : [],
      formRules(asked.args.context, asked.portal, getDirectDebitRules),
    ]).catch((error: unknown) => {
      if (body) keepTyped(asked, body);
      throw error;
    });
    // Step 1 says that none is left.
    if (isNew && accounts.length === 0) throw redirect(stepPath(asked, ""), 303);
    const fixed = directDebit && { sageAccountLinkId: textIn(directDebit.sageAccountNumber) };
    const judging: Judging = { rules: detailsRules(rules), fixed };
    return { directDebit, accounts, judging };
  },
  async step(asked, body) {
    const branches = branchesPressed(asked, body);
    if (branches === undefined) return undefined;
    requireEligibility(asked, body);
    keepTyped(asked, body);
    await directDebitOf(asked);
    throw redirect(branches, 303);
  },
  judging: ({ judging }) => judging,
  opens({ directDebit, judging }, asked) {
    const { typed, rowVersion } = requireAnswers(asked);
    const { bankSortCode = "", ...others } = typed ?? (directDebit ? bankDetailsIn(directDebit) : {});
    return {
      values: { ...others, bankSortCode: sortCodeText(bankSortCode), ...judging.fixed },
      current: { ...answersGiven, [VERSION_FIELD]: rowVersion },
      isNew: !directDebit,
    };
  },
  refused(_, asked) {
    const { refused } = requireAnswers(asked);
    return refused && { error: refused };
  },
  async view({ directDebit, accounts }, asked) {
    const { check } = requireAnswers(asked);
    return {
      listed: listedDirectDebit(asked, directDebit),
      options: accounts.map((account) => ({ value: String(account.id), label: account.name })),
      check: check && shownCheck(check),
      saved: directDebit && bankDetailsIn(directDebit),
      branches: await branchesAsked(asked),
      back: stepPath(asked, ""),
    };
  },
  async save({ values }, { about: { directDebit, accounts }, ...asked }) {
    const { sageAccountLinkId, ...typed } = values;
    const account = directDebit ? accountOf(directDebit) : chosenAccount(accounts, sageAccountLinkId);
    const { run, rowVersion } = requireAnswers(asked);
    const isSaved = directDebit && isSameNumbers(bankDetailsIn(directDebit), typed);
    const check = isSaved ? undefined : await checkBank(asked, typed);
    const answers = { run, rowVersion, typed: values, check };
    if (check?.state === "invalid") {
      keepAnswers(asked, answers);
      throw refusal("BankAccountNumber", check.text);
    }
    keepAnswers(asked, { ...answers, details: { ...account, ...typed, ...check?.changedTo } });
    return { to: stepPath(asked, "/confirmation") };
  },
});

/** Lets through who has answered step 1; a post brings these answers along, since the session forgets them after minutes. */
function requireEligibility(asked: PostRequest, body?: FormData): void {
  const isAnswered = body && Object.entries(answersGiven).every(([name, yes]) => body.get(name) === yes);
  if (isAnswered && !answersOf(asked)) keepAnswers(asked, newAnswers(String(body.get(VERSION_FIELD) ?? "")));
  requireAnswers(asked);
}

/** Keeps what was sent for the next time that step 2 is shown. */
function keepTyped(asked: PostRequest, body: FormData): void {
  const names = Object.keys(directDebitDetailsForm.fields);
  const typed = names.map((name) => [name, String(body.get(name) ?? "").slice(0, LONGEST)] as const);
  keepAnswers(asked, { ...requireAnswers(asked), typed: Object.fromEntries(typed) });
}

function accountOf(directDebit: DirectDebit): ChosenAccount {
  return {
    sageAccountLinkId: textIn(directDebit.sageAccountLinkId),
    sageAccountNumber: textIn(directDebit.sageAccountNumber),
    sage200CompanyName: textIn(directDebit.sage200CompanyName),
    selectedSageAccount: textIn(directDebit.selectedSageAccount),
  };
}

/** The chosen account with its number and company. Throws a refusal of the field. */
function chosenAccount(
  accounts: readonly { readonly id: OwnId; readonly name: string }[],
  linkId: string,
): ChosenAccount {
  const chosen = accounts.find(({ id }) => String(id) === linkId && Number(id) !== 0);
  if (!chosen) throw refusal("SageAccountLinkId", CHOOSE_ACCOUNT);
  const parts = accountIn(chosen.name);
  if (!parts) throw refusal("SageAccountLinkId", "Could not parse the Sage account details selected");
  return {
    sageAccountLinkId: chosen.id,
    sageAccountNumber: parts.number,
    sage200CompanyName: parts.company,
    selectedSageAccount: chosen.name,
  };
}
