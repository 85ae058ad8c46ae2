import { createHash } from "node:crypto";
import type { CardPaymentStart } from "../../portal-api/payments.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { Portal } from "../../request/portal.ts";
import { findOutcome, type Outcome } from "./once.ts";

/** A begun payment: what the browser posts to the card provider. */
export interface BegunPayment {
  readonly start: CardPaymentStart;
  readonly amount: number;
  readonly invoiceNumbers: readonly string[];
}

const spentSet = ({ account }: Portal) => `payment attempts ${account.clientId}`;

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

export const beginName = (intent: string) => `begin payment ${intent}`;

/** What became of an intent's Begin; undefined while there was none. */
export function findBegun(
  { services }: LoadContext,
  intent: string,
): Promise<Outcome<BegunPayment> | undefined> {
  return findOutcome<BegunPayment>(services.vault, beginName(intent));
}
