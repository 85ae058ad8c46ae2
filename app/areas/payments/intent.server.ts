import { offers } from "#app/document/offers.ts";
import { keptCardReturns } from "#app/request/card-return.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import { awaitOutcome, findOutcome, type SharedOutcome } from "#app/request/once.server.ts";
import type { Portal } from "#app/request/portal.ts";
import { formatMoney } from "#app/ui/format.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { findOpenPayments } from "./open-payments.server.ts";
import type { BegunPayment, Cardholder, Payment } from "./payment.ts";
import { selectedNumbers } from "./selection.server.ts";

/** How long a begun payment counts as open before the API marks its invoices as pending. */
const MAX_UNMARKED_MS = 2 * 60 * 1000;

const attemptsOf = ({ session, account }: Portal) => session.textSet(`payment attempts ${account.clientId}`);
export const beginName = (intent: string) => `begin payment ${intent}`;

/** Keeps one thing about paying from each account in the session, for a few minutes. */
function keptForAccount<Value>(what: string) {
  const nameOf = ({ account }: Portal) => `${what} ${account.clientId}`;
  return {
    read: (portal: Portal) => portal.session.kept("entered", nameOf(portal)) as Value | undefined,
    keep: (portal: Portal, value: Value) => portal.session.keep("entered", nameOf(portal), value),
    forget: (portal: Portal) => portal.session.keep("entered", nameOf(portal), undefined),
  };
}
/** The cardholder's details, for the next attempt. */
export const lastCardholder = keptForAccount<Cardholder>("cardholder");
/** Lets the next load of the review continue to the card provider. Only the intent, not what's sent there. */
export const intentToContinue = keptForAccount<string>("continue to payment");

/** Identifies paying these amounts of these invoices: the same in every tab and after a reload, different after each attempt. */
export async function currentIntent(
  portal: Portal,
  invoices: readonly Pick<InvoiceSummary, "invoiceNumber" | "outstandingAmount">[],
): Promise<string> {
  const attempts = await attemptsOf(portal).members();
  const amounts = invoices.map(
    ({ invoiceNumber, outstandingAmount }) => `${invoiceNumber} GBP ${Math.round(outstandingAmount * 100)}`,
  );
  return fingerprint([portal.session.handle, portal.account.clientId, attempts.size, ...amounts.sort()]);
}

/** Records that an attempt has ended (paid, refused or unknown), so that the next press is a new intent. */
export async function closeIntent(portal: Portal, attempt: string): Promise<void> {
  intentToContinue.forget(portal);
  await attemptsOf(portal).add([attempt]);
}

/** The outcome of an intent's Begin call, waiting while it runs. Undefined if there was none. */
export function awaitBeginOutcome(
  { services, signal }: LoadContext,
  intent: string,
): Promise<SharedOutcome<BegunPayment> | undefined> {
  return awaitOutcome<BegunPayment>(services.records, beginName(intent), { signal });
}

export type UnfinishedPayment = NonNullable<Awaited<ReturnType<typeof findUnfinished>>>;

/** This session's payment of the selected invoices, if it was started and hasn't returned. Doesn't call the API. */
export async function findUnfinished(context: LoadContext, portal: Portal) {
  const selected = String(await selectedNumbers(portal));
  if (selected === "" || !offers(context.config, "cardPayments")) return undefined;
  const { byPayer } = await findOpenPayments(context, portal);
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

/** Whether a begun payment is still open. It isn't if no invoice is pending, and one is paid or some time has passed. */
export function isStillOpen(
  { at }: Pick<Payment, "at">,
  invoices: readonly Pick<InvoiceSummary, "outstandingAmount" | "isCardPaymentPending">[],
  now: Date,
): boolean {
  if (invoices.some(({ isCardPaymentPending }) => isCardPaymentPending)) return true;
  const isPaid = invoices.some(({ outstandingAmount }) => outstandingAmount <= 0);
  return !isPaid && invoices.length > 0 && now.getTime() - at < MAX_UNMARKED_MS;
}
