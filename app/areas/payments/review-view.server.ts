import { redirect } from "@remix-run/node";
import { formRules } from "#app/forms/form-rules.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import { rowOf, shapeOf } from "#app/grid/list.server.ts";
import { paths } from "#app/paths.ts";
import { isPayable, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import { listPaymentRules } from "#app/portal-api/payments.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatMoney } from "#app/ui/format.ts";
import { awaitBegun, closeIntent, currentIntent, isStillOpen } from "./attempts.server.ts";
import { PAYMENT_FIELD, paymentForm } from "./payment-form.ts";
import { dropUnpayable, findSelected, selectedNumbers, totalDue } from "./selection.server.ts";
import { reviewList } from "./unpaid-list.server.ts";

/** What 'Review your payment' shows. Throws the redirect to the list when nothing is selected. */
export async function reviewView(args: RouteArgs, portal: Portal) {
  const numbers = await selectedNumbers(portal);
  if (numbers.length === 0) throw redirect(paths.makePayment());
  const [rules, chosen] = await Promise.all([
    formRules(args.context, portal, listPaymentRules),
    findSelected(portal, numbers),
  ]);
  const payable = chosen.filter(isPayable);
  const intent = await openIntent(args, portal, numbers, chosen);
  const started = intent.begun !== undefined;
  // A refused form stays as it was typed, also where its payment may have begun.
  if (payable.length === 0 && !started && !args.context.state.formRefused)
    return backToList(portal, numbers, chosen);
  const shown = payable.length === 0 ? chosen : payable;
  return {
    form: openForm(args, portal, paymentForm, {
      rules,
      values: prefill(portal),
      current: { [PAYMENT_FIELD]: intent.name },
    }),
    list: shapeOf(reviewList),
    rows: shown.map((invoice) => rowOf(reviewList, invoice)),
    total: formatMoney(totalDue(shown)),
    started,
  };
}

export type ReviewView = Awaited<ReturnType<typeof reviewView>>;

/** The current intent; a new one where its payment has ended elsewhere. */
async function openIntent(
  args: RouteArgs,
  portal: Portal,
  numbers: readonly string[],
  chosen: readonly InvoiceSummary[],
) {
  const name = await currentIntent(portal, numbers);
  const begun = await awaitBegun(args.context, name);
  const now = args.context.services.now();
  const isOpen = begun?.state === "known" && isStillOpen(begun.value, chosen, now);
  if (!begun || isOpen) return { name, begun };
  await closeIntent(portal, name);
  return { name: await currentIntent(portal, numbers), begun: undefined };
}

async function backToList(
  portal: Portal,
  numbers: readonly string[],
  chosen: readonly InvoiceSummary[],
): Promise<never> {
  portal.session.flash({ tone: "info", text: await dropUnpayable(portal, numbers, chosen) });
  throw redirect(paths.makePayment());
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
