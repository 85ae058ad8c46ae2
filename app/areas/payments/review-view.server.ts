import { redirect } from "@remix-run/node";
import { addCollectionTime, howPaid, loadMandates } from "#app/areas/invoices/how-paid.server.ts";
import { loadUnpaidSummary, notIncludedText, totalDue } from "#app/areas/invoices/unpaid.server.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { loadFormRules } from "#app/forms/form-rules.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import { toListDefinition, toListRow } from "#app/grid/define-list.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatMoney } from "#app/ui/format.ts";
import { paths } from "#shared/paths.ts";
import { isPayable, type InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { listPaymentRules } from "#shared/portal-api/payments.ts";
import {
  awaitBeginOutcome,
  closeIntent,
  currentIntent,
  isStillOpen,
  lastCardholder,
} from "./intent.server.ts";
import { PAYMENT_INTENT_FIELD, paymentForm } from "./payment-form.ts";
import { dropUnpayable, findSelected, selectedNumbers, whyNotPayable } from "./selection.server.ts";
import { reviewList } from "./unpaid-list.server.ts";

/** The page 'Review your payment'. Redirects to the list if nothing is selected. */
export async function reviewView(args: RouteArgs, portal: Portal) {
  const numbers = await selectedNumbers(portal);
  if (numbers.length === 0) throw redirect(paths.makePayment());
  const mandatesPromise = loadMandates(args, portal);
  const [rules, chosen, mandates, others] = await Promise.all([
    loadFormRules({ args, portal }, listPaymentRules),
    findSelected(portal, numbers),
    mandatesPromise,
    tolerate(loadUnpaidSummary(args, portal, mandatesPromise, new Set(numbers)), args),
  ]);
  const { intent, begun } = await openIntent(args, portal, chosen);
  // A refused form keeps the input, even if its payment may have begun.
  if (!begun && !args.context.state.formRefused) await requirePayable(portal, numbers, chosen);
  const now = args.context.services.now();
  const rows = chosen.map((invoice) => addCollectionTime(toListRow(reviewList, invoice), mandates, now));
  const collected = chosen.filter((invoice) => howPaid(invoice, mandates, now).collectedWhen);
  return {
    form: openForm(args, portal, paymentForm, {
      rules,
      values: begun?.cardholder ?? lastCardholder.read(portal) ?? prefill(portal),
      shownNow: { [PAYMENT_INTENT_FIELD]: intent },
    }),
    list: toListDefinition(reviewList),
    rows,
    total: formatMoney(totalDue(chosen)),
    notIncluded: others.ok ? notIncludedText(others.value) : "",
    hasBegun: begun !== undefined,
    areDirectDebitsKnown: mandates !== undefined,
    collectedText: collected.length > 0 ? describeCollected(chosen.length, collected) : undefined,
  };
}

export type ReviewView = Awaited<ReturnType<typeof reviewView>>;

function describeCollected(count: number, collected: readonly InvoiceSummary[]): string {
  const sum = formatMoney(totalDue(collected));
  if (count === 1) return `This invoice (${sum}) will also be collected by Direct Debit.`;
  return `${collected.length} of these will also be collected by Direct Debit (${sum}).`;
}

/** The current intent, or a new one if its payment has ended elsewhere. */
async function openIntent(args: RouteArgs, portal: Portal, chosen: readonly InvoiceSummary[]) {
  const intent = await currentIntent(portal, chosen);
  const begun = await awaitBeginOutcome(args.context, intent);
  if (!begun) return { intent };
  const now = args.context.services.now();
  if (begun.state === "known" && isStillOpen(begun.value, chosen, now)) return { intent, begun: begun.value };
  await closeIntent(portal, intent);
  return { intent: await currentIntent(portal, chosen) };
}

/** Unticks invoices that can't be paid, then redirects to the page that says so. */
async function requirePayable(
  portal: Portal,
  numbers: readonly string[],
  chosen: readonly InvoiceSummary[],
): Promise<void> {
  const dropped = await dropUnpayable(portal, numbers, chosen);
  const reason = dropped || whyNotPayable(chosen);
  if (!reason) return;
  portal.session.flash({ tone: dropped ? "info" : "warning", text: reason });
  throw redirect(dropped && chosen.some(isPayable) ? paths.paymentSummary() : paths.makePayment());
}

function prefill({ user, session, account }: Portal) {
  const { line1, line2, town, postCode } = session.summaryOf(account.clientId)?.address ?? {};
  return {
    billingFirstnames: user.firstName,
    billingSurname: user.lastName,
    billingAddress1: line1,
    billingAddress2: line2,
    billingCity: town,
    billingPostCode: postCode,
  };
}
