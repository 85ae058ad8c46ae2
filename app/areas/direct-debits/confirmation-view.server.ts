import { redirect } from "@remix-run/node";
import { howPaid } from "#app/areas/invoices/how-paid.server.ts";
import { listUnpaid } from "#app/areas/invoices/unpaid.server.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import type { PostRequest } from "#app/forms/post.server.ts";
import { paths } from "#shared/paths.ts";
import { validateBankAccount } from "#shared/portal-api/bank-check.ts";
import type { InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { formatWorkingDayAfter, NOTICE_DAYS } from "#shared/time/working-days.server.ts";
import { detailsFingerprint, stepPath, type CompleteAnswers } from "./answers.server.ts";
import { formatSortCode, maskBeside } from "./bank-numbers.ts";
import { ONE_PER_ACCOUNT } from "./direct-debit-forms.ts";
import {
  findRequestedDebit,
  listUnusedAccounts,
  oldAccountDigits,
  readBankDetails,
  rowOfEdited,
  type BankDetails,
} from "./direct-debit.server.ts";

/** Redirects to step 2 if someone has set up a direct debit for the account number since. */
export async function confirmationView(answers: CompleteAnswers, request: PostRequest) {
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
