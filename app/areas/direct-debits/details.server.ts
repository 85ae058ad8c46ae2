import { redirect } from "@remix-run/node";
import { VERSION_FIELD, type Judging } from "#app/forms/define-form.ts";
import { formRules } from "#app/forms/form-rules.ts";
import { definePost } from "#app/forms/post.server.ts";
import { accountIn, getDirectDebitRules, type DirectDebit } from "#app/portal-api/direct-debits.ts";
import { refusal } from "#app/portal-api/errors.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import {
  keptAnswers,
  keptBankCheck,
  newRun,
  requireAnswers,
  stepPath,
  type Answers,
  type DirectDebitDetails,
} from "./answers.server.ts";
import { checkBank, shownCheck } from "./bank-check.server.ts";
import { isSameNumbers, sortCodeText } from "./bank-numbers.ts";
import { branchesAsked, branchesPressed } from "./branches.server.ts";
import { answersGiven, CHOOSE_ACCOUNT, detailsRules, directDebitDetailsForm } from "./direct-debit-forms.ts";
import { textIn } from "./direct-debit-list.server.ts";
import { frameOf, listUnusedAccounts, numbersIn, readDirectDebit } from "./wizard-view.server.ts";

const LONGEST = 200;

type Account = Pick<
  DirectDebitDetails,
  "sageAccountLinkId" | "sageAccountNumber" | "companyName" | "accountText"
>;

async function sourceOf(args: RouteArgs, portal: Portal) {
  const { id } = args.params;
  const [thing, accounts, rules] = await Promise.all([
    id === undefined ? undefined : readDirectDebit(portal, id),
    id === undefined ? listUnusedAccounts(portal) : [],
    formRules(args.context, portal, getDirectDebitRules),
  ]);
  const fixed = thing && { sageAccountLinkId: textIn(thing.sageAccountNumber) };
  const judging: Judging = { rules: detailsRules(rules), fixed };
  return { thing, accounts, judging };
}

/** Step 2: the account, and bank numbers that the bank check does not find wrong. */
export const bankDetails = definePost({
  form: directDebitDetailsForm,
  role: "Orders",
  async about({ args, portal }, body) {
    requireEligibility(args, portal, body);
    return sourceOf(args, portal).catch((error: unknown) => {
      if (body) keepTyped(args, portal, body);
      throw error;
    });
  },
  async step({ args, portal }, body) {
    const branches = branchesPressed(args, body);
    if (branches === undefined) return undefined;
    requireEligibility(args, portal, body);
    keepTyped(args, portal, body);
    throw redirect(branches, 303);
  },
  judging: ({ judging }) => judging,
  opens({ thing }, { args, portal }) {
    const { typed, details, rowVersion } = answersOf(args, portal);
    const current = { ...answersGiven, [VERSION_FIELD]: rowVersion };
    return { values: valuesOf(typed ?? details, thing), current, isNew: !thing };
  },
  refused(_, { args, portal }) {
    const { refused } = answersOf(args, portal);
    return refused && { error: refused };
  },
  async view({ thing, accounts }, { args, portal }) {
    const { failed, details } = answersOf(args, portal);
    const accepted = details?.check;
    const check = failed ?? (accepted === "saved already" ? undefined : accepted);
    return {
      id: args.params["id"],
      frame: frameOf(args, thing),
      options: accounts.map((account) => ({ value: String(account.id), label: account.name })),
      isNoneLeft: thing === undefined && accounts.length === 0,
      check: check && shownCheck(check),
      saved: thing && numbersIn(thing),
      branches: await branchesAsked(args, portal),
      back: stepPath(args, ""),
      helpDeskPhone: args.context.config.helpDeskPhone,
    };
  },
  async save({ values }, { about: { thing, accounts }, args, portal }) {
    const { id } = args.params;
    const { bankSortCode, bankAccountNumber, bankAccountName } = values;
    const numbers = { bankSortCode, bankAccountNumber };
    const account = thing ? accountOf(thing) : chosenOf(accounts, values.sageAccountLinkId);
    const { run, rowVersion } = answersOf(args, portal);
    const details = { ...account, ...numbers, bankAccountName };
    if (thing && isSameNumbers(numbersIn(thing), numbers)) {
      keptBankCheck.keep(portal, undefined, id);
      keptAnswers.keep(portal, { run, rowVersion, details: { ...details, check: "saved already" } }, id);
      return { to: stepPath(args, "/confirmation") };
    }
    const check = await checkBank(args, portal, numbers, keptBankCheck.of(portal, id));
    keptBankCheck.keep(portal, check, id);
    if (check.state === "invalid") {
      const typed = { ...details, sageAccountLinkId: String(account.sageAccountLinkId) };
      keptAnswers.keep(portal, { run, rowVersion, typed, failed: check }, id);
      throw refusal("BankAccountNumber", check.text);
    }
    keptAnswers.keep(portal, { run, rowVersion, details: { ...details, check } }, id);
    return { to: stepPath(args, "/confirmation") };
  },
});

/** Lets through who has answered step 1; a post brings these answers along, since the session forgets them after minutes. */
function requireEligibility(args: RouteArgs, portal: Portal, body?: FormData): void {
  const { id } = args.params;
  const isAnswered = body && Object.entries(answersGiven).every(([name, yes]) => body.get(name) === yes);
  if (isAnswered && !keptAnswers.of(portal, id))
    keptAnswers.keep(portal, newRun(String(body.get(VERSION_FIELD) ?? "")), id);
  requireAnswers(args, portal, "details");
}

const answersOf = (args: RouteArgs, portal: Portal) => keptAnswers.of(portal, args.params["id"]) ?? newRun();

function keepTyped(args: RouteArgs, portal: Portal, body: FormData): void {
  const sent = (name: string) => String(body.get(name) ?? "").slice(0, LONGEST);
  const typed = Object.fromEntries(
    Object.keys(directDebitDetailsForm.fields).map((name) => [name, sent(name)]),
  );
  const { id } = args.params;
  keptAnswers.keep(portal, { ...answersOf(args, portal), typed }, id);
}

function valuesOf(details: DirectDebitDetails | Answers["typed"], thing: DirectDebit | undefined) {
  const from = details ?? { sageAccountLinkId: "", ...thing, ...(thing && numbersIn(thing)) };
  return {
    sageAccountLinkId: thing ? textIn(thing.sageAccountNumber) : textIn(from.sageAccountLinkId),
    bankSortCode: sortCodeText(textIn(from.bankSortCode)),
    bankAccountNumber: textIn(from.bankAccountNumber),
    bankAccountName: textIn(from.bankAccountName),
  };
}

function accountOf(thing: DirectDebit): Account {
  return {
    sageAccountLinkId: textIn(thing.sageAccountLinkId),
    sageAccountNumber: textIn(thing.sageAccountNumber),
    companyName: textIn(thing.sage200CompanyName),
    accountText: textIn(thing.selectedSageAccount),
  };
}

/** The chosen account with its number and company. Throws a refusal of the field. */
function chosenOf(accounts: readonly { id: string | number; name: string }[], linkId: string): Account {
  const found = accounts.find(({ id }) => String(id) === linkId && Number(id) !== 0);
  if (!found) throw refusal("SageAccountLinkId", CHOOSE_ACCOUNT);
  const parts = accountIn(found.name);
  if (!parts) throw refusal("SageAccountLinkId", "Could not parse the Sage account details selected");
  const { number: sageAccountNumber, company: companyName } = parts;
  return { sageAccountLinkId: found.id, sageAccountNumber, companyName, accountText: found.name };
}
