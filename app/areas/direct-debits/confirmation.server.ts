import { redirect } from "@remix-run/node";
import { howPaid } from "#app/areas/invoices/how-paid.server.ts";
import { listUnpaid } from "#app/areas/invoices/unpaid.server.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { conflictChoiceField, VERSION_FIELD } from "#app/forms/define-form.ts";
import { definePost, type NextPage, type Posted, type PostRequest } from "#app/forms/post.server.ts";
import { recordCompleted } from "#app/request/completed-actions.ts";
import { awaitOutcome } from "#app/request/once.server.ts";
import { paths } from "#shared/paths.ts";
import { validateBankAccount } from "#shared/portal-api/bank-check.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";
import type { InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { formatWorkingDayAfter, NOTICE_DAYS } from "#shared/time/working-days.server.ts";
import {
  detailsFingerprint,
  requireDetails,
  setAnswers,
  stepPath,
  type CompleteAnswers,
} from "./answers.server.ts";
import { latestBankCheckState } from "./bank-check.server.ts";
import { formatSortCode, isSameNumbers, maskBeside } from "./bank-numbers.ts";
import { confirmationForm, ONE_PER_ACCOUNT, REVIEWED_DETAILS_FIELD } from "./direct-debit-forms.ts";
import {
  downloadedLetters,
  findRequestedDebit,
  listUnusedAccounts,
  oldAccountDigits,
  readBankDetails,
  rowOfEdited,
  type BankDetails,
} from "./direct-debit.server.ts";
import { saveDirectDebit, saveRecordName, type SavedDebitId } from "./save-direct-debit.server.ts";

const CHANGED =
  "What you entered has changed since you opened this page. Please check it and press Complete Direct Debit again.";
const NOT_KNOWN =
  "We don't know if your Direct Debit was saved. Please check the list of Direct Debits before you press Complete Direct Debit again.";
const CHECK_AGAIN =
  "Someone else has changed these bank details. Please check yours again and press Proceed.";

/** Step 3: saves the details that the page showed, once across presses, tabs and instances. */
export const confirmationStep = definePost({
  form: confirmationForm,
  role: "Orders",
  source: (request, body) => (body ? requireReviewed(request, body) : requireDetails(request)),
  fixed: ({ details }) => comparedFields(details),
  openOptions: (answers, request) => ({
    shownNow: { [REVIEWED_DETAILS_FIELD]: detailsFingerprint(request, answers) },
    isNew: request.args.params["id"] === undefined,
  }),
  view: confirmationView,
  async save({ source: answers, texts, ...request }) {
    const withChoices = await applyChoices(request, answers, texts);
    try {
      return { id: await saveDirectDebit(request, withChoices) };
    } catch (error) {
      if (!isPortalApiError(error) || error.kind !== "rejected") throw error;
      const { kind, brokenRules, serverText, message } = error;
      setAnswers(request, { ...withChoices, refusal: { kind, brokenRules, serverText, message } });
      return { to: stepPath(request, "/details") };
    }
  },
  async saved(posted, id) {
    const recordName = saveRecordName(posted.texts[REVIEWED_DETAILS_FIELD] ?? "");
    const value: SavedDebitId = id || undefined;
    // So that pressing again on the same page gets this outcome too.
    await posted.args.context.services.records.change(recordName, () => ({ state: "known", value }));
    return finishFlow(posted, value);
  },
  conflicts: {
    async latest(posted) {
      const latest = await findRequestedDebit(posted);
      if (!latest) return undefined;
      const values = comparedFields(readBankDetails(latest), posted.source.details);
      return { values, rowVersion: latest.rowVersion };
    },
  },
});

/** The details that the posted page showed. Redirects if they've been saved, may have been saved, or have changed. */
async function requireReviewed(request: PostRequest, body: FormData): Promise<CompleteAnswers> {
  const { signal, services } = request.args.context;
  const shownFingerprint = String(body.get(REVIEWED_DETAILS_FIELD) ?? "");
  const earlierSave = await awaitOutcome<SavedDebitId>(services.records, saveRecordName(shownFingerprint), {
    signal,
  });
  if (earlierSave?.state === "known") throw redirect((await finishFlow(request, earlierSave.value)).to, 303);
  const answers = requireDetails(request);
  if (shownFingerprint === detailsFingerprint(request, answers)) return answers;
  request.portal.session.flash({ tone: "warning", text: earlierSave ? NOT_KNOWN : CHANGED });
  throw redirect(stepPath(request, "/confirmation"), 303);
}

async function finishFlow(request: PostRequest, id: SavedDebitId): Promise<NextPage> {
  latestBankCheckState.save(request.portal, undefined);
  setAnswers(request, undefined);
  if (id === undefined)
    return {
      to: paths.directDebits(),
      flash: "Your Direct Debit is set up. You'll find its confirmation letter in this list.",
    };
  await recordCompleted(request.portal, "direct debits saved", id);
  await downloadedLetters(request.portal).remove([id]);
  return { to: paths.directDebitSaved(id) };
}

const comparedFields = (
  { bankSortCode, bankAccountNumber, bankAccountName }: BankDetails,
  { bankAccountNumber: other } = { bankAccountNumber },
) => ({
  bankAccount: `${formatSortCode(bankSortCode)} ${maskBeside(bankAccountNumber, other)}`,
  bankAccountName,
});

/** Applies the conflict page's choices. Redirects to step 2 if they keep bank numbers that were never checked. */
async function applyChoices(
  request: PostRequest,
  answers: CompleteAnswers,
  chosen: Posted["texts"],
): Promise<CompleteAnswers> {
  const rowVersion = chosen[VERSION_FIELD] ?? "";
  const latest = rowVersion === "" ? undefined : await findRequestedDebit(request);
  if (!latest) return answers;
  const { bankAccountName, ...numbers } = readBankDetails(latest);
  const isTheirs = (name: keyof typeof confirmationForm.fields) =>
    chosen[conflictChoiceField(name)] === "theirs";
  const theirs = {
    ...(isTheirs("bankAccount") && numbers),
    ...(isTheirs("bankAccountName") && { bankAccountName }),
  };
  const typed = { ...answers.typed, ...theirs };
  const details = { ...answers.details, ...theirs };
  const check = isTheirs("bankAccount") ? undefined : answers.check;
  if (!check && !isSameNumbers(numbers, details)) {
    setAnswers(request, { run: answers.run, rowVersion, typed });
    request.portal.session.flash({ tone: "warning", text: CHECK_AGAIN });
    throw redirect(stepPath(request, "/details"), 303);
  }
  const withChoices = { ...answers, rowVersion, typed, check, details };
  setAnswers(request, withChoices);
  return withChoices;
}

/** Redirects to step 2 if someone has set up a direct debit for the account number since. */
async function confirmationView(answers: CompleteAnswers, request: PostRequest) {
  const { context, params } = request.args;
  const { details, check } = answers;
  const isNew = params["id"] === undefined;
  const account = [details.sageAccountNumber, details.sage200CompanyName].filter(Boolean).join(", ");
  const [directDebit, unusedAccounts, uncollected] = await Promise.all([
    findRequestedDebit(request),
    isNew ? tolerate(listUnusedAccounts(request.portal), { context }) : undefined,
    isNew ? tolerate(uncollectedText(request, details.sageAccountNumber, account), { context }) : undefined,
  ]);
  const mayBeUnused =
    !unusedAccounts?.ok ||
    unusedAccounts.value.some(({ id }) => String(id) === String(details.sageAccountLinkId));
  // If the form was refused, this page has to show why.
  if (!mayBeUnused && !context.state.formRefused) {
    request.portal.session.flash({ tone: "warning", text: ONE_PER_ACCOUNT });
    throw redirect(stepPath(request, "/details"), 303);
  }
  const before = directDebit && readBankDetails(directDebit);
  const bankName = check ? check.bankName : String(directDebit?.bankName ?? "");
  return {
    editedRow: rowOfEdited(request, directDebit),
    /** React key: resets the form if the details change, but not for a new run after a failed save. */
    formKey: detailsFingerprint(request, { ...answers, run: "" }),
    back: stepPath(request, "/details"),
    flowPath: paths.directDebitStep(params["id"], ""),
    account,
    changes: before ? changesOf(before, details) : [],
    oldAccountDigits: before && oldAccountDigits(before, details),
    summary: [
      { term: "Account", detail: account },
      ...bankFacts(details),
      { term: "Bank Name", detail: bankName },
    ],
    hasBankChangedNumbers: check?.changedTo !== undefined,
    uncheckedText: check?.state === "unavailable" ? validateBankAccount.failure : undefined,
    earliestDate: formatWorkingDayAfter(context.services.now(), NOTICE_DAYS),
    uncollectedText: uncollected?.ok ? uncollected.value : uncollected?.message,
    brand: context.config.brandName,
  };
}

const bankFacts = (
  { bankSortCode, bankAccountNumber, bankAccountName }: BankDetails,
  { bankAccountNumber: other } = { bankAccountNumber },
) => [
  { term: "Bank Sort Code", detail: formatSortCode(bankSortCode) },
  { term: "Bank Account Number", detail: maskBeside(bankAccountNumber, other) },
  { term: "Bank Account Name", detail: bankAccountName },
];

const changesOf = (saved: BankDetails, entered: BankDetails) =>
  bankFacts(entered, saved)
    .map(({ term, detail: after }, index) => ({ term, before: bankFacts(saved)[index]?.detail ?? "", after }))
    .filter(({ before, after }) => before !== after);

export type ConfirmationView = Awaited<ReturnType<typeof confirmationView>>;

/** Says how many invoices are due now, which a direct debit set up today won't collect; '' if there are none. */
async function uncollectedText({ args, portal }: PostRequest, accountNumber: string, account: string) {
  const now = args.context.services.now();
  const mandates = new Map([[accountNumber, now.getTime()]]);
  const { invoices, isAll } = await listUnpaid(portal, optionalCallOptions);
  const isDue = (invoice: InvoiceSummary) =>
    invoice.accountNumber.trim() === accountNumber && howPaid(invoice, mandates, now).group === "due";
  const { length: count } = invoices.filter(isDue);
  if (count === 0) return "";
  if (count === 1) return `${isAll ? "An" : "At least one"} invoice for ${account} is due now.`;
  return `${isAll ? "" : "At least "}${count} invoices for ${account} are due now.`;
}
