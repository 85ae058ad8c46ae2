import { redirect } from "@remix-run/node";
import { VERSION_FIELD, type Judging } from "#app/forms/define-form.ts";
import { formRules } from "#app/forms/form-rules.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import type { Refused } from "#app/forms/reply.ts";
import { brokenOn, submitForm } from "#app/forms/submit-form.server.ts";
import { accountIn, getDirectDebitRules, type DirectDebit } from "#app/portal-api/direct-debits.ts";
import { refusal } from "#app/portal-api/errors.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { checkBank, shownCheck } from "./bank-check.server.ts";
import { isSameNumbers, sortCodeText } from "./bank-numbers.ts";
import { branchesAsked, branchesPressed } from "./branches.server.ts";
import { answersGiven, CHOOSE_ACCOUNT, detailsForm, detailsRules } from "./direct-debit-forms.ts";
import { textIn } from "./direct-debit-list.server.ts";
import {
  checkIn,
  enteredIn,
  keepCheck,
  keepEntered,
  newFilling,
  requireEntered,
  stepPath,
  type Details,
  type Entered,
} from "./entered.server.ts";
import { frameOf, listUnusedAccounts, numbersIn, readDirectDebit } from "./wizard-view.server.ts";

const LONGEST = 200;

type Account = Pick<Details, "sageAccountLinkId" | "sageAccountNumber" | "companyName" | "accountText">;

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

/** What step 2 shows. Throws the redirect to the first step where its answers are missing. */
export async function detailsView(args: RouteArgs, portal: Portal) {
  const { id } = args.params;
  const wizard = { id, portal };
  const entered = requireEntered(args, wizard);
  const [{ thing, accounts, judging }, branches] = await Promise.all([
    sourceOf(args, portal),
    branchesAsked(args, portal),
  ]);
  const kept = valuesOf(entered.typed ?? entered.details, thing);
  const current = { ...answersGiven, [VERSION_FIELD]: entered.rowVersion };
  const form = openForm(args, portal, detailsForm, { ...judging, values: kept, current, isNew: !thing });
  const { bankSortCode, bankAccountNumber, bankAccountName } = kept;
  // No draft holds these: they come from the session.
  const values = form.restored
    ? { ...form.values, bankSortCode, bankAccountNumber, bankAccountName }
    : form.values;
  const accepted = entered.details?.check;
  const check = entered.failed ?? (accepted === "saved already" ? undefined : accepted);
  const refused = refusedBefore(entered, kept);
  return {
    id,
    frame: frameOf(args, thing),
    form: { ...form, values, refused: form.refused || refused !== undefined },
    refused,
    options: accounts.map((account) => ({ value: String(account.id), label: account.name })),
    isNoneLeft: thing === undefined && accounts.length === 0,
    check: check && shownCheck(check),
    saved: thing && numbersIn(thing),
    branches,
    back: stepPath(args, ""),
    helpDeskPhone: args.context.config.helpDeskPhone,
  };
}

function valuesOf(details: Details | Entered["typed"], thing: DirectDebit | undefined) {
  const from = details ?? { sageAccountLinkId: "", ...thing, ...(thing && numbersIn(thing)) };
  return {
    sageAccountLinkId: thing ? textIn(thing.sageAccountNumber) : textIn(from.sageAccountLinkId),
    bankSortCode: sortCodeText(textIn(from.bankSortCode)),
    bankAccountNumber: textIn(from.bankAccountNumber),
    bankAccountName: textIn(from.bankAccountName),
  };
}

/** The API's refusal of these details at the last step, as the answer to a post of this form. */
function refusedBefore({ refused }: Entered, initialValue: Record<string, string>): Refused | undefined {
  if (!refused) return undefined;
  const error = { ...brokenOn(detailsForm, refused) };
  return { kind: "refused", form: detailsForm.id, result: { status: "error", initialValue, error } };
}

/** Handles the post of step 2: its rules, the account, and the bank check of new numbers. */
export async function submitDetails(args: RouteArgs, portal: Portal) {
  const wizard = { id: args.params.id, portal };
  const body = await args.request.formData();
  requireSameAccount(portal, withoutNumbers(body), args.request);
  const isAnswered = Object.entries(answersGiven).every(([name, yes]) => body.get(name) === yes);
  if (!isAnswered) requireEntered(args, wizard);
  const keepTyped = () => {
    const typed = Object.keys(detailsForm.fields).map((name) => [name, textSent(body, name)] as const);
    const before = enteredIn(wizard) ?? newFilling(textSent(body, VERSION_FIELD));
    keepEntered(wizard, { ...before, typed: Object.fromEntries(typed) });
  };
  const branches = branchesPressed(args, body);
  if (branches !== undefined) {
    keepTyped();
    return redirect(branches, 303);
  }
  let asked: ReturnType<typeof sourceOf> | undefined;
  const source = () =>
    (asked ??= sourceOf(args, portal).catch((error: unknown) => {
      keepTyped();
      throw error;
    }));
  return submitForm(args, portal, detailsForm, {
    body,
    judging: async () => (await source()).judging,
    async save({ values, hidden }) {
      const { thing, accounts } = await source();
      const { bankSortCode, bankAccountNumber, bankAccountName } = values;
      const numbers = { bankSortCode, bankAccountNumber };
      const account = thing ? accountOf(thing) : chosenOf(accounts, values.sageAccountLinkId);
      const { filling, rowVersion } = enteredIn(wizard) ?? newFilling(hidden(VERSION_FIELD));
      const details = { ...account, ...numbers, bankAccountName };
      const isKnown = thing && isSameNumbers(numbersIn(thing), numbers);
      const check = isKnown ? "saved already" : await checkBank(args, portal, numbers, checkIn(wizard));
      keepCheck(wizard, check === "saved already" ? undefined : check);
      if (check !== "saved already" && check.state === "invalid") {
        const typed = { ...details, sageAccountLinkId: String(account.sageAccountLinkId) };
        keepEntered(wizard, { filling, rowVersion, typed, failed: check });
        throw refusal("BankAccountNumber", check.text);
      }
      keepEntered(wizard, { filling, rowVersion, details: { ...details, check } });
      return { kind: "saved", to: stepPath(args, "/confirmation") };
    },
  });
}

const textSent = (body: FormData, name: string) => String(body.get(name) ?? "").slice(0, LONGEST);

/** The 409 page would show them, and it may belong to another account. */
function withoutNumbers(body: FormData): FormData {
  const rest = new FormData();
  for (const [name, value] of body) if (!name.startsWith("bank")) rest.append(name, value);
  return rest;
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
