import { promiseHash } from "remix-utils/promise";
import type { FormValues } from "#app/forms/define-form.ts";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import type { CardPaymentStart } from "#app/portal-api/payments.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import { awaitOutcome, type SharedOutcome } from "#app/request/once.server.ts";
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import type { paymentForm } from "./payment-form.ts";

/** The log message for an unknown outcome (docs/runbook.md). */
export const UNKNOWN_PAYMENT = "nobody knows what became of a payment";

export type Cardholder = FormValues<keyof (typeof paymentForm)["fields"], never>;

export interface BegunPayment extends Omit<PendingPayment, "account"> {
  readonly start: CardPaymentStart;
  readonly cardholder: Cardholder;
}

/** For how long a begun payment counts as open while its invoices are not marked as pending yet. */
const MAX_UNMARKED_MS = 2 * 60 * 1000;

const attemptsSetName = ({ account }: Portal) => `payment attempts ${account.clientId}`;
export const beginWorkName = (intent: string) => `begin payment ${intent}`;

/** The id of paying these amounts of these invoices: equal in every tab and after a reload, new after each attempt. */
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

/** Notes that an attempt has ended (paid, refused or unknown), so that the next press is a new intent. */
export async function closeIntent(portal: Portal, attempt: string): Promise<void> {
  await portal.session.addTo(attemptsSetName(portal), [attempt]);
}

/** The outcome of an intent's Begin call; waits while it runs. Undefined if there was none. */
export function awaitBeginOutcome(
  { services, signal }: LoadContext,
  intent: string,
): Promise<SharedOutcome<BegunPayment> | undefined> {
  return awaitOutcome<BegunPayment>(services.records, beginWorkName(intent), { signal });
}

/** False if the payment has ended elsewhere: no invoice is pending, and one is paid or some time has passed. */
export function isStillOpen(
  { at }: BegunPayment,
  invoices: readonly Pick<InvoiceSummary, "outstandingAmount" | "isCardPaymentPending">[],
  now: Date,
): boolean {
  if (invoices.some(({ isCardPaymentPending }) => isCardPaymentPending)) return true;
  const isPaid = invoices.some(({ outstandingAmount }) => outstandingAmount <= 0);
  return !isPaid && invoices.length > 0 && now.getTime() - at < MAX_UNMARKED_MS;
}

const cardholderName = ({ account }: Portal) => `cardholder ${account.clientId}`;

/** Keeps the cardholder of a begun payment for the next attempt; undefined removes it. */
export function keepCardholder(portal: Portal, cardholder: Cardholder | undefined): void {
  portal.session.keep("entered", cardholderName(portal), cardholder);
}

/** The cardholder of this session's latest unpaid attempt, for some minutes. */
export function lastCardholder(portal: Portal): Cardholder | undefined {
  return portal.session.kept("entered", cardholderName(portal)) as Cardholder | undefined;
}

/** Stored as JSON, so its fields must keep their names. */
export interface PendingPayment {
  readonly account: CurrentAccount;
  readonly amount: number;
  readonly invoiceNumbers: readonly string[];
  /** Amounts in the order of the invoice numbers; both in pounds. */
  readonly amounts: readonly number[];
  /** That of the payer; what an earlier version began has none. */
  readonly ipAddress?: string;
  /** When it was begun, in milliseconds since the epoch. */
  readonly at: number;
}

type SessionAndUser = Pick<Portal, "user" | "session">;
type PendingPayments = readonly PendingPayment[];

/** More than a person has open at once; the oldest is dropped. */
const MAX_PENDING = 50;

/** Each is kept for a day, which is longer than any return from a card provider takes. */
const paymentSets = ({ services: { records } }: LoadContext, { session, user }: SessionAndUser) =>
  [
    records.textSet(`payments under way ${session.handle}`),
    records.textSet(`payments under way of ${user.id}`),
  ] as const;

const accountSet = ({ services: { records } }: LoadContext, { clientId }: CurrentAccount) =>
  records.textSet(`payments under way in ${clientId}`);

type PaymentSet = ReturnType<typeof accountSet>;

/** Notes a begun payment, in place of earlier ones for the same invoices. */
export async function notePendingPayment(
  context: LoadContext,
  owner: SessionAndUser,
  begun: PendingPayment,
): Promise<void> {
  const { account, amount, invoiceNumbers, amounts, ipAddress, at } = begun;
  const payment: PendingPayment = { account, amount, invoiceNumbers, amounts, ipAddress, at };
  const note = async (paymentSet: PaymentSet) => {
    await paymentSet.add([JSON.stringify(payment)]);
    const isReplaced = (other: PendingPayment, index: number) =>
      index >= MAX_PENDING || (other.at < at && hasCommonInvoice(other, payment));
    await removePayments(paymentSet, (await readPayments(paymentSet)).filter(isReplaced));
  };
  await Promise.all([...paymentSets(context, owner), accountSet(context, account)].map(note));
}

/** The payments with an unknown outcome, newest first: this session's, and the person's in any session. */
export async function listPendingPayments(
  context: LoadContext,
  owner: SessionAndUser,
): Promise<{ readonly ofSession: PendingPayments; readonly ofPerson: PendingPayments }> {
  const [ofSession, ofPerson] = paymentSets(context, owner);
  return promiseHash({ ofSession: readPayments(ofSession), ofPerson: readPayments(ofPerson) });
}

/** Those of the current account, whoever began them; of several about the same invoices the newest. */
export async function listPendingInAccount(
  context: LoadContext,
  owner: SessionAndUser & Pick<Portal, "account">,
): Promise<PendingPayments> {
  const [{ ofSession, ofPerson }, ofAccount] = await Promise.all([
    listPendingPayments(context, owner),
    readPayments(accountSet(context, owner.account)),
  ]);
  const oldestFirst = [...ofSession, ...ofPerson, ...ofAccount]
    .filter(({ account }) => account.clientId === owner.account.clientId)
    .sort((one, other) => one.at - other.at);
  const keyOf = ({ amount, invoiceNumbers }: PendingPayment) => JSON.stringify([amount, invoiceNumbers]);
  return [...new Map(oldestFirst.map((one) => [keyOf(one), one])).values()];
}

export async function forgetPendingPayment(
  context: LoadContext,
  owner: SessionAndUser,
  ended: PendingPayment,
): Promise<void> {
  const hasEnded = (payment: PendingPayment) => payment.at <= ended.at && hasCommonInvoice(payment, ended);
  const forget = async (paymentSet: PaymentSet) =>
    removePayments(paymentSet, (await readPayments(paymentSet)).filter(hasEnded));
  await Promise.all([...paymentSets(context, owner), accountSet(context, ended.account)].map(forget));
}

async function readPayments(paymentSet: PaymentSet): Promise<PendingPayments> {
  const all = [...(await paymentSet.members())].map((member) => JSON.parse(member) as PendingPayment);
  return all.sort((one, other) => other.at - one.at);
}

async function removePayments(paymentSet: PaymentSet, removed: PendingPayments): Promise<void> {
  if (removed.length > 0) await paymentSet.remove(removed.map((payment) => JSON.stringify(payment)));
}

function hasCommonInvoice(one: PendingPayment, other: PendingPayment): boolean {
  const numbers = new Set(other.invoiceNumbers);
  return (
    one.account.clientId === other.account.clientId &&
    one.invoiceNumbers.some((number) => numbers.has(number))
  );
}
