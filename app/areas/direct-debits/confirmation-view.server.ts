import { redirect } from "@remix-run/node";
import { howPaid } from "#app/areas/invoices/how-paid.server.ts";
import { listUnpaid } from "#app/areas/invoices/unpaid.server.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import type { PostRequest } from "#app/forms/post.server.ts";
import { paths } from "#app/paths.ts";
import { validateBankAccount } from "#app/portal-api/bank-check.ts";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import { formatWorkingDayAfter, NOTICE_DAYS } from "#app/time/working-days.server.ts";
import { intentFingerprint, stepPath, type CompleteAnswers } from "./answers.server.ts";
import { formatSortCode, maskAccountNumber } from "./bank-numbers.ts";
import { ONE_PER_ACCOUNT } from "./direct-debit-forms.ts";
import { findRequestedDebit, listUnusedAccounts, rowOfEdited } from "./direct-debit.server.ts";

/** Throws a redirect to step 2 if a direct debit has been set up for the account number meanwhile. */
export async function confirmationView(answers: CompleteAnswers, request: PostRequest) {
  const { context, params } = request.args;
  const { details, check } = answers;
  const isNew = params["id"] === undefined;
  const [directDebit, unusedAccounts, uncollected] = await Promise.all([
    findRequestedDebit(request),
    isNew ? tolerate(listUnusedAccounts(request.portal), { context }) : undefined,
    isNew ? tolerate(countUncollected(request, details.sageAccountNumber), { context }) : undefined,
  ]);
  const isAccountUnused =
    !unusedAccounts?.ok ||
    unusedAccounts.value.some(({ id }) => String(id) === String(details.sageAccountLinkId));
  // A refused form shows its errors on this page, so it is not redirected.
  if (!isAccountUnused && !context.state.formRefused) {
    request.portal.session.flash({ tone: "warning", text: ONE_PER_ACCOUNT });
    throw redirect(stepPath(request, "/details"), 303);
  }
  const account = [details.sageAccountNumber, details.sage200CompanyName].filter(Boolean).join(", ");
  const bankName = check ? check.bankName : String(directDebit?.bankName ?? "");
  return {
    editedRow: rowOfEdited(request, directDebit),
    /** React key: the form is reset when the details change, but not by a new run after a failed save. */
    formKey: intentFingerprint(request, { ...answers, run: "" }),
    back: stepPath(request, "/details"),
    flowPath: paths.directDebitStep(params["id"], ""),
    account,
    summary: [
      { term: "Account", detail: account },
      { term: "Bank Sort Code", detail: formatSortCode(details.bankSortCode) },
      { term: "Bank Account Number", detail: maskAccountNumber(details.bankAccountNumber) },
      { term: "Bank Account Name", detail: details.bankAccountName },
      { term: "Bank Name", detail: bankName },
    ],
    hasBankChangedNumbers: check?.changedTo !== undefined,
    uncheckedText: check?.state === "unavailable" ? validateBankAccount.failure : undefined,
    earliestDate: formatWorkingDayAfter(context.services.now(), NOTICE_DAYS),
    uncollected: uncollected?.ok ? uncollected.value : { count: 0, isAll: true },
    brand: context.config.brandName,
  };
}

export type ConfirmationView = Awaited<ReturnType<typeof confirmationView>>;

/** Counts what a card can pay now because a direct debit that is set up now will not collect it. */
async function countUncollected({ args, portal }: PostRequest, accountNumber: string) {
  const now = args.context.services.now();
  const mandates = new Map([[accountNumber, now]]);
  const { invoices, isAll } = await listUnpaid(portal, optionalCallOptions);
  const isDue = (invoice: InvoiceSummary) =>
    invoice.accountNumber.trim() === accountNumber && howPaid(invoice, mandates, now).group === "due";
  return { count: invoices.filter(isDue).length, isAll };
}
