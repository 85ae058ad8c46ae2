import { redirect } from "@remix-run/node";
import { howPaid } from "#app/areas/invoices/how-paid.server.ts";
import { listUnpaid } from "#app/areas/payments/selection.server.ts";
import { partOptions, tolerate } from "#app/errors/tolerate.ts";
import type { PostRequest } from "#app/forms/post.server.ts";
import { isPayable, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import { NOTICE_DAYS, workingDaysAfter } from "#app/time/working-days.server.ts";
import { intentOf, stepPath, type CompleteAnswers } from "./answers.server.ts";
import { masked, sortCodeText } from "./bank-numbers.ts";
import { ONE_PER_ACCOUNT } from "./direct-debit-forms.ts";
import { directDebitOf, listedDirectDebit, listUnusedAccounts } from "./direct-debit.server.ts";

/** What step 3 shows; account numbers are masked. Throws the redirect to step 2 where somebody has set one up since. */
export async function confirmationView(answers: CompleteAnswers, asked: PostRequest) {
  const { context, params } = asked.args;
  const { details, check } = answers;
  const isNew = params["id"] === undefined;
  const [directDebit, accounts, unpaid] = await Promise.all([
    directDebitOf(asked),
    isNew ? tolerate(listUnusedAccounts(asked.portal), { context }) : undefined,
    isNew ? tolerate(unpaidOf(asked, details.sageAccountNumber), { context }) : undefined,
  ]);
  const isFree =
    !accounts?.ok || accounts.value.some(({ id }) => String(id) === String(details.sageAccountLinkId));
  if (!isFree && !context.state.formRefused) {
    asked.portal.session.flash({ tone: "warning", text: ONE_PER_ACCOUNT });
    throw redirect(stepPath(asked, "/details"), 303);
  }
  const account = [details.sageAccountNumber, details.sage200CompanyName].filter(Boolean).join(", ");
  const bankName = check ? check.bankName : String(directDebit?.bankName ?? "");
  return {
    listed: listedDirectDebit(asked, directDebit),
    /** The form's key: other details clear the tick. */
    shown: intentOf(asked, { ...answers, run: "" }),
    back: stepPath(asked, "/details"),
    account,
    summary: [
      { term: "Account", detail: account },
      { term: "Bank Sort Code", detail: sortCodeText(details.bankSortCode) },
      { term: "Bank Account Number", detail: masked(details.bankAccountNumber) },
      { term: "Bank Account Name", detail: details.bankAccountName },
      { term: "Bank Name", detail: bankName },
    ],
    isChanged: check?.changedTo !== undefined,
    unchecked: check?.state === "unavailable" ? check.text : undefined,
    earliest: workingDaysAfter(context.services.now(), NOTICE_DAYS),
    unpaid: unpaid?.ok ? unpaid.value : { count: 0, isAll: true },
    brand: context.config.brandName,
  };
}

export type ConfirmationView = Awaited<ReturnType<typeof confirmationView>>;

/** How many invoices a direct debit that is set up now leaves to be paid in another way. */
async function unpaidOf({ args, portal }: PostRequest, accountNumber: string) {
  const now = args.context.services.now();
  const mandates = new Map([[accountNumber, now]]);
  const { invoices, isAll } = await listUnpaid(portal, partOptions);
  const isLeft = (invoice: InvoiceSummary) =>
    invoice.accountNumber.trim() === accountNumber &&
    isPayable(invoice) &&
    !howPaid(invoice, mandates, now).collectedFrom;
  return { count: invoices.filter(isLeft).length, isAll };
}
