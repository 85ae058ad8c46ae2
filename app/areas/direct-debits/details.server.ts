import { redirect } from "@remix-run/node";
import { VERSION_FIELD } from "#app/forms/define-form.ts";
import { loadFormRules } from "#app/forms/form-rules.ts";
import { definePost, type PostRequest } from "#app/forms/post.server.ts";
import { paths } from "#shared/paths.ts";
import { getDirectDebitRules, parseAccountName, type DirectDebit } from "#shared/portal-api/direct-debits.ts";
import { refusal } from "#shared/portal-api/errors.ts";
import { trimmedText, type ApiId } from "#shared/portal-api/shapes.ts";
import {
  getAnswers,
  newAnswers,
  requireAnswers,
  setAnswers,
  stepPath,
  type ChosenAccount,
} from "./answers.server.ts";
import { checkBank, NO_BANK, withoutMac } from "./bank-check.server.ts";
import { formatSortCode, isSameNumbers } from "./bank-numbers.ts";
import { branchSearchTarget, findBranches } from "./branches.server.ts";
import {
  CHOOSE_ACCOUNT,
  detailsRules,
  directDebitDetailsForm,
  eligibilityAnswers,
} from "./direct-debit-forms.ts";
import {
  findRequestedDebit,
  listUnusedAccounts,
  readBankDetails,
  rowOfEdited,
} from "./direct-debit.server.ts";

/** Step 2: chooses the account number and enters the bank numbers, which mustn't fail the bank check. */
export const detailsStep = definePost({
  form: directDebitDetailsForm,
  role: "Orders",
  async source(request, body) {
    requireEligibility(request, body);
    const isNew = request.args.params["id"] === undefined;
    const [directDebit, accounts, rules] = await Promise.all([
      findRequestedDebit(request),
      isNew ? listUnusedAccounts(request.portal) : [],
      loadFormRules(request, getDirectDebitRules),
    ]).catch((error: unknown) => {
      if (body) saveTyped(request, body);
      throw error;
    });
    if (!body && directDebit) requireCurrentVersion(request, directDebit);
    // Step 1 says that there's no account number left.
    if (isNew && accounts.length === 0) throw redirect(stepPath(request, ""), 303);
    return { directDebit, accounts, rules: detailsRules(rules) };
  },
  async otherButton(request, body) {
    const searchPath = branchSearchTarget(request, body);
    if (searchPath === undefined) return undefined;
    requireEligibility(request, body);
    saveTyped(request, body);
    await findRequestedDebit(request);
    throw redirect(searchPath, 303);
  },
  ruleContext: ({ rules }) => ({ rules }),
  fixed: ({ directDebit }) => ({
    ...(directDebit && { sageAccountLinkId: trimmedText(directDebit.sageAccountNumber) }),
  }),
  openOptions({ directDebit }, request) {
    const { typed, rowVersion } = requireAnswers(request);
    const { bankSortCode = "", ...others } = typed ?? (directDebit ? readBankDetails(directDebit) : {});
    return {
      values: { ...others, bankSortCode: formatSortCode(bankSortCode) },
      shownNow: { ...eligibilityAnswers, [VERSION_FIELD]: rowVersion },
      isNew: !directDebit,
    };
  },
  earlierRefusal(_, request) {
    const { refusal: error } = requireAnswers(request);
    return error && { error };
  },
  async view({ directDebit, accounts }, request) {
    const { check, typed } = requireAnswers(request);
    return {
      // If something has been typed, leaving the page asks first, because it would be lost.
      flowPath: typed && paths.directDebitStep(request.args.params["id"], ""),
      editedRow: rowOfEdited(request, directDebit),
      options: accounts.map((account) => ({ value: String(account.id), label: account.name })),
      check: check && withoutMac(check),
      savedNumbers: directDebit && readBankDetails(directDebit),
      branches: await findBranches(request),
      back: stepPath(request, ""),
    };
  },
  async save({ values, source: { directDebit, accounts }, ...request }) {
    const { sageAccountLinkId, ...typed } = values;
    const account = directDebit ? savedAccount(directDebit) : chosenAccount(accounts, sageAccountLinkId);
    const { run, rowVersion } = requireAnswers(request);
    const isUnchanged = directDebit && isSameNumbers(readBankDetails(directDebit), typed);
    const check = isUnchanged ? undefined : await checkBank(request, typed);
    const isBlocked = check?.state === "unavailable" && request.args.context.config.bankCheckRequired;
    const answers = { run, rowVersion, typed: values, check };
    if (check?.state === "invalid" || isBlocked) {
      setAnswers(request, answers);
      throw refusal(check.text === NO_BANK ? "BankSortCode" : "BankAccountNumber", check.text);
    }
    setAnswers(request, { ...answers, details: { ...account, ...typed, ...check?.changedTo } });
    return { to: stepPath(request, "/confirmation") };
  },
});

/** Requires step 1's answers. Posting step 2 repeats them, in case the session's copy has expired. */
function requireEligibility(request: PostRequest, body?: FormData): void {
  const isAnswered =
    body && Object.entries(eligibilityAnswers).every(([name, yes]) => body.get(name) === yes);
  if (isAnswered && !getAnswers(request))
    setAnswers(request, newAnswers(String(body.get(VERSION_FIELD) ?? "")));
  requireAnswers(request);
}

const CHANGED_SINCE =
  "Someone has changed this Direct Debit since you opened it. Here are its current details. Please make your change again.";

/** Reloads this step if what was entered belongs to an older version of the direct debit. */
function requireCurrentVersion(request: PostRequest, { rowVersion }: DirectDebit): void {
  const current = String(rowVersion ?? "");
  if (request.args.context.state.formRefused || requireAnswers(request).rowVersion === current) return;
  setAnswers(request, newAnswers(current));
  request.portal.session.flash({ tone: "warning", text: CHANGED_SINCE });
  throw redirect(stepPath(request, "/details"), 303);
}

function saveTyped(request: PostRequest, body: FormData): void {
  const names = Object.keys(directDebitDetailsForm.fields);
  const typed = names.map((name) => [name, String(body.get(name) ?? "")] as const);
  setAnswers(request, { ...requireAnswers(request), typed: Object.fromEntries(typed) });
}

function savedAccount(directDebit: DirectDebit): ChosenAccount {
  return {
    sageAccountLinkId: trimmedText(directDebit.sageAccountLinkId),
    sageAccountNumber: trimmedText(directDebit.sageAccountNumber),
    sage200CompanyName: trimmedText(directDebit.sage200CompanyName),
    selectedSageAccount: trimmedText(directDebit.selectedSageAccount),
  };
}

function chosenAccount(accounts: readonly { readonly id: ApiId; readonly name: string }[], linkId: string) {
  const chosen = accounts.find(({ id }) => String(id) === linkId && Number(id) !== 0);
  if (!chosen) throw refusal("SageAccountLinkId", CHOOSE_ACCOUNT);
  const parts = parseAccountName(chosen.name);
  if (!parts) throw refusal("SageAccountLinkId", "Could not parse the Sage account details selected");
  return {
    sageAccountLinkId: chosen.id,
    sageAccountNumber: parts.number,
    sage200CompanyName: parts.company,
    selectedSageAccount: chosen.name,
  };
}
