import { offers } from "#app/document/offers.ts";
import { keptCardReturns } from "#app/request/card-return.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import { awaitOutcome, findOutcome, type SharedOutcome } from "#app/request/once.server.ts";
import type { Portal } from "#app/request/portal.ts";
import { formatMoney } from "#app/ui/format.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { findOpen } from "./payment-lists.server.ts";
import type { BegunPayment, Cardholder, Payment } from "./payment.ts";
import { selectedNumbers } from "./selection.server.ts";

/** How long a begun payment counts as open before the API marks its invoices as pending. */
const MAX_UNMARKED_MS = 2 * 60 * 1000;

const attemptsSetName = ({ account }: Portal) => `payment attempts ${account.clientId}`;
const cardholderName = ({ account }: Portal) => `cardholder ${account.clientId}`;
const continueName = ({ account }: Portal) => `continue to payment ${account.clientId}`;
export const beginName = (intent: string) => `begin payment ${intent}`;

/** Identifies paying these amounts of these invoices: the same in every tab and after a reload, different after each attempt. */
export async function currentIntent(
  portal: Portal,
  invoices: readonly Pick<InvoiceSummary, "invoiceNumber" | "outstandingAmount">[],
): Promise<string> {
  const attempts = await portal.session.membersOf(attemptsSetName(portal));
  const amounts = invoices.map(
    ({ invoiceNumber, outstandingAmount }) => `${invoiceNumber} GBP ${Math.round(outstandingAmount * 100)}`,
  );
  return fingerprint([portal.session.handle, portal.account.clientId, attempts.size, ...amounts.sort()]);
}

/** Records that an attempt has ended (paid, refused or unknown), so that the next press is a new intent. */
export async function closeIntent(portal: Portal, attempt: string): Promise<void> {
  portal.session.keep("entered", continueName(portal), undefined);
  await portal.session.addTo(attemptsSetName(portal), [attempt]);
}

/** Lets the next load of the review continue to the card provider. Keeps only the intent, not what's sent there. */
export function setIntentToContinue(portal: Portal, intent: string): void {
  portal.session.keep("entered", continueName(portal), intent);
}

/** The intent that this load continues with, which it does once. */
export function takeIntentToContinue(portal: Portal): string | undefined {
  const intent = portal.session.kept("entered", continueName(portal)) as string | undefined;
  portal.session.keep("entered", continueName(portal), undefined);
  return intent;
}

/** The outcome of an intent's Begin call, waiting while it runs. Undefined if there was none. */
export function awaitBeginOutcome(
  { services, signal }: LoadContext,
  intent: string,
): Promise<SharedOutcome<BegunPayment> | undefined> {
  return awaitOutcome<BegunPayment>(services.records, beginName(intent), { signal });
}

export interface UnfinishedPayment {
  readonly invoiceNumbers: readonly string[];
  /** '£1,234.50' */
  readonly total: string;
}

/** This session's payment of the selected invoices, if it was started and hasn't returned. Doesn't call the API. */
export async function findUnfinished(
  context: LoadContext,
  portal: Portal,
): Promise<UnfinishedPayment | undefined> {
  const selected = String(await selectedNumbers(portal));
  if (selected === "" || !offers(context.config, "cardPayments")) return undefined;
  const { byPayer } = await findOpen(context, portal);
  const listed = byPayer.find(({ invoiceNumbers }) => String(invoiceNumbers.toSorted()) === selected);
  if (!listed || keptCardReturns(portal.session).length > 0) return undefined;
  const { invoiceNumbers, amounts, amount } = listed;
  const asListed = invoiceNumbers.map((invoiceNumber, index) => ({
    invoiceNumber,
    outstandingAmount: amounts[index] ?? 0,
  }));
  const intent = await currentIntent(portal, asListed);
  const begun = await findOutcome(context.services.records, beginName(intent));
  return begun?.state === "known" ? { invoiceNumbers, total: formatMoney(amount) } : undefined;
}

/** False if the payment has ended elsewhere: no invoice is pending, and one is paid or some time has passed. */
export function isStillOpen(
  { at }: Pick<Payment, "at">,
  invoices: readonly Pick<InvoiceSummary, "outstandingAmount" | "isCardPaymentPending">[],
  now: Date,
): boolean {
  if (invoices.some(({ isCardPaymentPending }) => isCardPaymentPending)) return true;
  const isPaid = invoices.some(({ outstandingAmount }) => outstandingAmount <= 0);
  return !isPaid && invoices.length > 0 && now.getTime() - at < MAX_UNMARKED_MS;
}

/** Keeps the cardholder's details for the next attempt, for a few minutes. */
export function keepCardholder(portal: Portal, cardholder: Cardholder): void {
  portal.session.keep("entered", cardholderName(portal), cardholder);
}

export function forgetCardholder(portal: Portal): void {
  portal.session.keep("entered", cardholderName(portal), undefined);
}

export function lastCardholder(portal: Portal): Cardholder | undefined {
  return portal.session.kept("entered", cardholderName(portal)) as Cardholder | undefined;
}
