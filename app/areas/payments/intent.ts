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

/** So long a begun payment counts as open although its invoices are not pending yet. */
const FRESH_MS = 2 * 60 * 1000;

const spentSet = ({ account }: Portal) => `payment attempts ${account.clientId}`;
/** The name under which an intent's Begin happens once. */
export const beginName = (intent: string) => `begin payment ${intent}`;

/**
 * Names what the person means to pay: session, account, invoices and number of ended attempts. The same in
 * every tab and after every reload; another one after an attempt has ended.
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

/** Notes that an attempt has ended (paid, refused or unknown), so that the next press is a new intent. */
export async function spend(portal: Portal, attempt: string): Promise<void> {
  await portal.session.addTo(spentSet(portal), [attempt]);
}

/** What became of an intent's Begin; waits while it runs. Undefined where there was none. */
export function awaitBegun(
  { services }: LoadContext,
  intent: string,
): Promise<Outcome<BegunPayment> | undefined> {
  return awaitOutcome<BegunPayment>(services.vault, beginName(intent));
}

/**
 * False for a begun payment that has ended elsewhere: none of its invoices is pending, and one is paid or
 * some time has passed.
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
