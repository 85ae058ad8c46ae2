import { redirect } from "@remix-run/node";
import { howPaid } from "#app/areas/invoices/how-paid.server.ts";
import { listUnpaid } from "#app/areas/payments/selection.server.ts";
import { partOptions, tolerate } from "#app/errors/tolerate.ts";
import type { Asked } from "#app/forms/post.server.ts";
import { isPayable, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { NOTICE_DAYS, workingDaysAfter } from "#app/time/working-days.server.ts";
import { acceptedNumbers, intentOf, stepPath, type Complete } from "./answers.server.ts";
import { isSameNumbers, masked, sortCodeText } from "./bank-numbers.ts";
import { ONE_PER_ACCOUNT } from "./wizard-texts.ts";
import { frameOf, listUnusedAccounts, readDirectDebit } from "./wizard-view.server.ts";

/** What step 3 shows; account numbers are masked. Throws the redirect to step 2 where somebody has set one up since. */
export async function confirmationView(answers: Complete, { args, portal }: Asked) {
  const { context, params } = args;
  const { id } = params;
  const { details } = answers;
  const check = details.check === "saved already" ? undefined : details.check;
  const [thing, accounts, unpaid] = await Promise.all([
    id === undefined ? undefined : readDirectDebit(portal, id),
    id === undefined ? tolerate(listUnusedAccounts(portal), { context }) : undefined,
    id === undefined ? tolerate(unpaidOf(args, portal, details.sageAccountNumber), { context }) : undefined,
  ]);
  const isFree =
    !accounts?.ok || accounts.value.some((one) => String(one.id) === String(details.sageAccountLinkId));
  if (!isFree && !context.state.formRefused) {
    portal.session.flash({ tone: "warning", text: ONE_PER_ACCOUNT });
    throw redirect(stepPath(args, "/details"), 303);
  }
  const numbers = acceptedNumbers(details);
  return {
    frame: frameOf(args, thing),
    /** The form's key: other details clear the tick. */
    shown: intentOf(portal, id, { ...answers, run: "" }),
    back: stepPath(args, "/details"),
    summary: [
      {
        term: "Account",
        detail: [details.sageAccountNumber, details.companyName].filter(Boolean).join(", "),
      },
      { term: "Bank Sort Code", detail: sortCodeText(numbers.bankSortCode) },
      { term: "Bank Account Number", detail: masked(numbers.bankAccountNumber) },
      { term: "Bank Account Name", detail: details.bankAccountName },
      { term: "Bank Name", detail: check ? check.bankName : String(thing?.bankName ?? "") },
    ],
    isChanged: !isSameNumbers(numbers, details),
    unchecked: check?.state === "unavailable" ? check.text : undefined,
    earliest: workingDaysAfter(context.services.now(), NOTICE_DAYS),
    unpaid: unpaid?.ok ? unpaid.value : { count: 0, isAll: true },
    brand: context.config.brandName,
  };
}

export type ConfirmationView = Awaited<ReturnType<typeof confirmationView>>;

/** How many invoices a direct debit that is set up now leaves to be paid in another way. */
async function unpaidOf({ context }: RouteArgs, portal: Portal, accountNumber: string) {
  const now = context.services.now();
  const mandates = new Map([[accountNumber, now]]);
  const { invoices, isAll } = await listUnpaid(portal, partOptions);
  const isLeft = (one: InvoiceSummary) =>
    one.accountNumber.trim() === accountNumber &&
    isPayable(one) &&
    !howPaid(one, mandates, now).collectedFrom;
  return { count: invoices.filter(isLeft).length, isAll };
}
