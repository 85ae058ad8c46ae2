/**
 * Delete this file in the next release, with whatever doesn't compile without it. Builds until 27 November 2026 list begun
 * payments in three sets, for the session, the person and the account. While instances of both run, this build keeps
 * those sets too, and treats a payment that's in none of them as ended.
 */
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import type { Payment } from "./payment.ts";

type SessionAndUser = Pick<Portal, "user" | "session">;

const MAX_PENDING = 50;

const ownSets = ({ services: { records } }: LoadContext, { session, user }: SessionAndUser) =>
  [
    records.textSet(`payments under way ${session.handle}`),
    records.textSet(`payments under way of ${user.id}`),
  ] as const;
const accountSet = ({ services: { records } }: LoadContext, { clientId }: CurrentAccount) =>
  records.textSet(`payments under way in ${clientId}`);
type PaymentSet = ReturnType<typeof accountSet>;

async function read(paymentSet: PaymentSet): Promise<Payment[]> {
  const all = [...(await paymentSet.members())].map((member) => JSON.parse(member) as Payment);
  return all.sort((a, b) => b.at - a.at);
}

const remove = (paymentSet: PaymentSet, removed: readonly Payment[]) =>
  paymentSet.remove(removed.map((payment) => JSON.stringify(payment)));

const isRelated = (a: Payment, b: Payment) =>
  a.account.clientId === b.account.clientId &&
  a.invoiceNumbers.some((number) => b.invoiceNumbers.includes(number));

export async function noteForFormer(
  context: LoadContext,
  owner: SessionAndUser,
  payment: Payment,
): Promise<void> {
  const { account, amount, invoiceNumbers, amounts, ipAddress, at } = payment;
  const member = JSON.stringify({ account, amount, invoiceNumbers, amounts, ipAddress, at });
  for (const paymentSet of [...ownSets(context, owner), accountSet(context, account)]) {
    await paymentSet.add([member]);
    const all = await read(paymentSet);
    const isReplaced = (earlier: Payment, index: number) =>
      index >= MAX_PENDING || (earlier.at < at && isRelated(earlier, payment));
    await remove(paymentSet, all.filter(isReplaced));
  }
}

export async function forgetForFormer(
  context: LoadContext,
  owner: SessionAndUser,
  ended: Payment,
): Promise<void> {
  const hasEnded = (payment: Payment) => payment.at <= ended.at && isRelated(payment, ended);
  for (const paymentSet of [...ownSets(context, owner), accountSet(context, ended.account)])
    await remove(paymentSet, (await read(paymentSet)).filter(hasEnded));
}

export async function formerAccounts(
  context: LoadContext,
  owner: SessionAndUser,
): Promise<readonly CurrentAccount[]> {
  const lists = await Promise.all(ownSets(context, owner).map(read));
  return lists.flat().map(({ account }) => account);
}

/** The account's payments that either build has listed and neither has ended. */
export async function withFormerPayments(
  context: LoadContext,
  owner: Portal,
  known: readonly Payment[],
): Promise<readonly Payment[]> {
  const { session, user, account } = owner;
  const sets = [...ownSets(context, owner), accountSet(context, account)];
  const [ofSession = [], ofPerson = [], inAccount = []] = await Promise.all(sets.map(read));
  const listed = [
    ...ofSession.map((payment) => ({ ...payment, session: session.handle, person: user.id })),
    ...ofPerson.map((payment) => ({ ...payment, person: user.id })),
    ...inAccount,
  ].filter((payment) => payment.account.clientId === account.clientId);
  const first = listed.filter(
    (payment, index) => listed.findIndex((other) => isSame(other, payment)) === index,
  );
  const isFormers = (payment: Payment) => first.some((other) => isSame(other, payment));
  const named = known.filter((payment) => payment.paymentId !== undefined && !isFormers(payment));
  return [...first.map((payment) => known.find((other) => isSame(other, payment)) ?? payment), ...named];
}

function isSame(a: Payment, b: Payment): boolean {
  const hasSameInvoices = String(a.invoiceNumbers) === String(b.invoiceNumbers);
  return a.at === b.at && a.amount === b.amount && hasSameInvoices;
}
