import { createHash } from "node:crypto";
import { promiseHash } from "remix-utils/promise";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import type { CardPaymentStart } from "#app/portal-api/payments.ts";
import { awaitOutcome, put, type Outcome } from "#app/request/across-instances.server.ts";
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";

/** The log's line for an unknown outcome (docs/runbook.md). */
export const UNKNOWN_PAYMENT = "nobody knows what became of a payment";

/** A begun payment, with what the browser posts to the card provider. */
export interface BegunPayment extends Omit<UnderWay, "account"> {
  readonly start: CardPaymentStart;
}

/** A begun payment counts as open for this long, although its invoices are not pending yet. */
const FRESH_MS = 2 * 60 * 1000;

const closedSet = ({ account }: Portal) => `payment attempts ${account.clientId}`;
export const beginName = (intent: string) => `begin payment ${intent}`;

/** Id of the payment of these invoices: the same in every tab and after a reload, a new one after each attempt. */
export async function currentIntent(portal: Portal, invoiceNumbers: readonly string[]): Promise<string> {
  const attempts = await portal.session.membersOf(closedSet(portal));
  const parts = [
    portal.session.handle,
    portal.account.clientId,
    attempts.size,
    ...[...invoiceNumbers].sort(),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

/** Notes that an attempt has ended (paid, refused or unknown), so that the next press is a new intent. */
export async function closeIntent(portal: Portal, attempt: string): Promise<void> {
  await portal.session.addTo(closedSet(portal), [attempt]);
}

/** What became of an intent's Begin; waits while it runs. Undefined where there was none. */
export function awaitBegun(
  { services, signal }: LoadContext,
  intent: string,
): Promise<Outcome<BegunPayment> | undefined> {
  return awaitOutcome<BegunPayment>(services.vault, beginName(intent), { signal });
}

/** False where it ended elsewhere: no invoice is pending, and one is paid or some time has passed. */
export function isStillOpen(
  { at }: BegunPayment,
  invoices: readonly Pick<InvoiceSummary, "outstandingAmount" | "isCardPaymentPending">[],
  now: Date,
): boolean {
  if (invoices.some(({ isCardPaymentPending }) => isCardPaymentPending)) return true;
  const isPaid = invoices.some(({ outstandingAmount }) => outstandingAmount <= 0);
  return !isPaid && invoices.length > 0 && now.getTime() - at < FRESH_MS;
}

/** A begun payment whose end is not known. */
export interface UnderWay {
  readonly account: CurrentAccount;
  readonly amount: number;
  readonly invoiceNumbers: readonly string[];
  /** In the order of the numbers; both in pounds. */
  readonly amounts: readonly number[];
  readonly at: number;
}

type Who = Pick<Portal, "user" | "session">;
type Begun = readonly UnderWay[];

/** More than a person has open at once; the oldest is dropped. */
const MOST = 8;

const namesOf = ({ session, user }: Who) =>
  [`payments under way ${session.handle}`, `payments under way of ${user.id}`] as const;

/** Notes a begun payment, in place of earlier ones for the same invoices. */
export async function noteUnderWay(context: LoadContext, who: Who, begun: UnderWay): Promise<void> {
  const { account, amount, invoiceNumbers, amounts, at } = begun;
  const one: UnderWay = { account, amount, invoiceNumbers, amounts, at };
  await update(context, who, (known) => [one, ...without(known, begun)].slice(0, MOST));
}

/** The payments whose end is not known, the newest first: of this session, and of the person in any session. */
export async function listUnderWay(
  context: LoadContext,
  who: Who,
): Promise<{ readonly here: Begun; readonly anywhere: Begun }> {
  const [here, anywhere] = namesOf(who);
  return promiseHash({ here: read(context, here), anywhere: read(context, anywhere) });
}

export async function forgetUnderWay(context: LoadContext, who: Who, ended: UnderWay): Promise<void> {
  await update(context, who, (known) => without(known, ended));
}

async function read({ services: { vault } }: LoadContext, name: string): Promise<Begun> {
  return ((await vault.find(name)) ?? []) as Begun;
}

/** Not atomic: of two updates at the same moment one may be lost, and its receipt then names no invoices. */
async function update(context: LoadContext, who: Who, change: (known: Begun) => Begun): Promise<void> {
  const { vault } = context.services;
  await Promise.all(namesOf(who).map(async (name) => put(vault, name, change(await read(context, name)))));
}

function without(known: Begun, other: UnderWay): Begun {
  return known.filter(
    ({ account, invoiceNumbers }) =>
      account.clientId !== other.account.clientId ||
      !invoiceNumbers.some((number) => other.invoiceNumbers.includes(number)),
  );
}
