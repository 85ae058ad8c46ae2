import { createHash } from "node:crypto";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import type { CardPaymentStart } from "#app/portal-api/payments.ts";
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import { awaitOutcome, type Outcome } from "./once.ts";
import type { UnderWay } from "./under-way.ts";

/** A begun payment, with what the browser posts to the card provider. */
export interface BegunPayment extends Omit<UnderWay, "account"> {
  readonly start: CardPaymentStart;
}

/** So long a begun payment is gone on with even if its invoices do not show yet that they are being paid. */
const FRESH_MS = 2 * 60 * 1000;

const spentSet = ({ account }: Portal) => `payment attempts ${account.clientId}`;
/** The name under which an intent's Begin is done once. */
export const beginName = (intent: string) => `begin payment ${intent}`;

/**
 * Names what the person means to pay: this session, these invoices, this attempt. It is the same in every tab
 * and after every reload, so that pressing 'Pay Now' in two tabs is one intent; it is another after an attempt
 * has ended.
 */
export async function currentIntent(portal: Portal, invoiceNumbers: readonly string[]): Promise<string> {
  const attempts = await portal.session.membersOf(spentSet(portal));
  const parts = [
    portal.session.handle,
    portal.account.clientId,
    attempts.size,
    ...[...invoiceNumbers].sort(),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

/** An attempt has ended: paid, refused, or lost. The next press of 'Pay Now' is a new intent. */
export async function spend(portal: Portal, attempt: string): Promise<void> {
  await portal.session.addTo(spentSet(portal), [attempt]);
}

/** What became of an intent's Begin, once that is known; undefined where there was none. */
export function awaitBegun(
  { services }: LoadContext,
  intent: string,
): Promise<Outcome<BegunPayment> | undefined> {
  return awaitOutcome<BegunPayment>(services.vault, beginName(intent));
}

/**
 * False for a begun payment that ended without this session hearing of it: none of its invoices, as the API has
 * them now, is being paid, and either one of them is paid or there was time enough for the mark to show.
 */
export function isStillOpen(
  { at }: BegunPayment,
  invoices: readonly Pick<InvoiceSummary, "outstandingAmount" | "isCardPaymentPending">[],
  now: Date,
): boolean {
  if (invoices.some(({ isCardPaymentPending }) => isCardPaymentPending)) return true;
  const isPaid = invoices.some(({ outstandingAmount }) => outstandingAmount <= 0);
  return !isPaid && invoices.length > 0 && now.getTime() - at < FRESH_MS;
}
