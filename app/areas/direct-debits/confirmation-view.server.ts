import { redirect } from "@remix-run/node";
import { howPaid } from "#app/areas/invoices/how-paid.server.ts";
import { listUnpaid } from "#app/areas/invoices/unpaid.server.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import type { PostRequest } from "#app/forms/post.server.ts";
import { paths } from "#shared/paths.ts";
import { validateBankAccount } from "#shared/portal-api/bank-check.ts";
import type { InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { formatWorkingDayAfter, NOTICE_DAYS } from "#shared/time/working-days.server.ts";
import { intentFingerprint, stepPath, type CompleteAnswers } from "./answers.server.ts";
import { formatSortCode, maskBeside } from "./bank-numbers.ts";
import { ONE_PER_ACCOUNT } from "./direct-debit-forms.ts";
import {
  findRequestedDebit,
  listUnusedAccounts,
  oldAccount,
  readBankDetails,
  rowOfEdited,
  type BankDetails,
} from "./direct-debit.server.ts";

/** Throws a redirect to step 2 if a direct debit has been set up for the account number meanwhile. */
export async function confirmationView(answers: CompleteAnswers, request: PostRequest) {
  const { context, params } = request.args;
  const { details, check } = answers;
  const isNew = params["id"] === undefined;
  const account = [details.sageAccountNumber, details.sage200CompanyName].filter(Boolean).join(", ");
  const [directDebit, unusedAccounts, uncollected] = await Promise.all([
    findRequestedDebit(request),
    isNew ? tolerate(listUnusedAccounts(request.portal), { context }) : undefined,
    isNew ? tolerate(findUncollected(request, details.sageAccountNumber, account), { context }) : undefined,
  ]);
  const isAccountUnused =
    !unusedAccounts?.ok ||
    unusedAccounts.value.some(({ id }) => String(id) === String(details.sageAccountLinkId));
  // A refused form shows its errors on this page, so it is not redirected.
  if (!isAccountUnused && !context.state.formRefused) {
    request.portal.session.flash({ tone: "warning", text: ONE_PER_ACCOUNT });
    throw redirect(stepPath(request, "/details"), 303);
  }
  const before = directDebit && readBankDetails(directDebit);
  const bankName = check ? check.bankName : String(directDebit?.bankName ?? "");
  return {
    editedRow: rowOfEdited(request, directDebit),
    /** React key: the form is reset when the details change, but not by a new run after a failed save. */
    formKey: intentFingerprint(request, { ...answers, run: "" }),
    back: stepPath(request, "/details"),
    flowPath: paths.directDebitStep(params["id"], ""),
    account,
    changes: before ? changesOf(before, details) : [],
    stillFrom: before && oldAccount(before, details),
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

const changesOf = (now: BankDetails, then: BankDetails) =>
  bankFacts(then, now)
    .map(({ term, detail: after }, index) => ({ term, before: bankFacts(now)[index]?.detail ?? "", after }))
    .filter(({ before, after }) => before !== after);

export type ConfirmationView = Awaited<ReturnType<typeof confirmationView>>;

/** What a card can pay now because a direct debit that is set up now will not collect it; '' for nothing. */
async function findUncollected({ args, portal }: PostRequest, accountNumber: string, account: string) {
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
