import { redirect } from "@remix-run/node";
import { howPaid } from "#app/areas/invoices/how-paid.server.ts";
import { listUnpaid } from "#app/areas/payments/selection.server.ts";
import { panel, partOptions } from "#app/errors/panel.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import { isPayable, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { NOTICE_DAYS, workingDaysAfter } from "#app/time/working-days.server.ts";
import { isSameNumbers, masked, sortCodeText } from "./bank-numbers.ts";
import { confirmationForm, SHOWN_DETAILS_FIELD } from "./direct-debit-forms.ts";
import {
  acceptedNumbers,
  intentOf,
  requireEntered,
  stepPath,
  type Details,
  type Entered,
  type Wizard,
} from "./entered.server.ts";
import { ONE_PER_ACCOUNT } from "./wizard-texts.ts";
import { frameOf, listUnusedAccounts, readDirectDebit } from "./wizard-view.server.ts";

export type Complete = Entered & { readonly details: Details };

/** What step 3 needs: accepted details. Throws the redirect to the first step that is not done. */
export function requireDetails(args: RouteArgs, wizard: Wizard): Complete {
  const entered = requireEntered(args, wizard);
  const { details } = entered;
  if (!details?.check || entered.refused) throw redirect(stepPath(args, "/details"), 303);
  return { ...entered, details };
}

/** What step 3 shows; account numbers are masked. */
export async function confirmationView(args: RouteArgs, portal: Portal) {
  const { context, params } = args;
  const wizard = { id: params.id, portal };
  const entered = requireDetails(args, wizard);
  const { details } = entered;
  const check = details.check === "saved already" ? undefined : details.check;
  const [thing, accounts, unpaid] = await Promise.all([
    wizard.id === undefined ? undefined : readDirectDebit(portal, wizard.id),
    wizard.id === undefined ? panel(listUnusedAccounts(portal), { context }) : undefined,
    wizard.id === undefined
      ? panel(unpaidOf(args, portal, details.sageAccountNumber), { context })
      : undefined,
  ]);
  // Somebody may have set one up since step 2, which then says so.
  const isFree =
    !accounts?.ok || accounts.value.some(({ id }) => String(id) === String(details.sageAccountLinkId));
  if (!isFree && !context.state.formRefused) {
    portal.session.flash({ tone: "warning", text: ONE_PER_ACCOUNT });
    throw redirect(stepPath(args, "/details"), 303);
  }
  const numbers = acceptedNumbers(details);
  const current = { [SHOWN_DETAILS_FIELD]: intentOf(wizard, entered) };
  return {
    frame: frameOf(args, thing),
    form: openForm(args, portal, confirmationForm, { current, isNew: !thing }),
    /** The form's key: other details clear the tick. */
    shown: intentOf(wizard, { ...entered, filling: "" }),
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
