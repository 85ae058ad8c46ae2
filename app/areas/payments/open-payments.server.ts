import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import {
  forgetForFormer,
  formerAccounts,
  noteForFormer,
  withFormerPayments,
} from "./former-payments.server.ts";
import type { Candidates } from "./match-return.ts";
import type { Payment } from "./payment.ts";

/** Longer than any return from a card provider takes. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** More than any account has open at once. Beyond it, the oldest is dropped. */
const MAX_LISTED = 100;
/** We load these payments' invoices before and after each return, so we don't compare more. */
const MAX_COMPARED = 8;

const accountList = ({ clientId }: CurrentAccount) => `payments in ${clientId}`;
/** Which accounts' lists have this person's payments. */
const personList = ({ services: { records } }: LoadContext, { id }: Portal["user"]) =>
  records.textSet(`payments of ${id}`);
const inPersonList = ({ account, session, at, paymentId }: Payment) =>
  JSON.stringify({ account, session, at, paymentId });

/**
 * Lists a payment as open once it's begun, and takes it off once the return with the id `endedBy` has ended it; the person's
 * earlier ones for the same invoices go, too.
 */
export async function changeOpenPayments(
  context: LoadContext,
  portal: Portal,
  latest: Payment,
  endedBy?: string,
): Promise<void> {
  const { records } = context.services;
  const { id } = portal.user;
  // A payment with an id can't be confused with another, and may still return.
  const isEarlier = (payment: Payment) =>
    payment.paymentId === undefined &&
    payment.person === id &&
    payment.at <= latest.at &&
    payment.invoiceNumbers.some((number) => latest.invoiceNumbers.includes(number));
  const isSame = (payment: Payment) => payment.at === latest.at && isEqual(payment, latest);
  const isOver = (payment: Payment) => isSame(payment) || isEarlier(payment);
  const added = endedBy === undefined ? [latest] : [];
  let removed: readonly Payment[] = [];
  const replace = (all: readonly Payment[] = []) => {
    removed = all.filter(isOver);
    return [...added, ...all.filter((payment) => !isOver(payment))].slice(0, MAX_LISTED);
  };
  await records.change(accountList(latest.account), replace, KEPT_MS);
  // One with an id may return again, so it stays on the person's list.
  const listed = inPersonList({ ...latest, paymentId: endedBy ?? latest.paymentId });
  await personList(context, portal.user).add([listed]);
  // A colleague's stays on their list, because they don't know yet how it ended.
  const own = removed.filter(({ person, paymentId }) => person === id && paymentId === undefined);
  await personList(context, portal.user).remove(own.map(inPersonList).filter((text) => text !== listed));
  await (endedBy === undefined ? noteForFormer : forgetForFormer)(context, portal, latest);
}

/** The account of the payment that Begin or an earlier return gave this id or, failing that, those where this person may have begun it, this session's first. */
export async function accountsWithPayments(
  context: LoadContext,
  owner: Pick<Portal, "user" | "session">,
  paymentId: string,
): Promise<{ readonly named?: CurrentAccount; readonly possible: readonly CurrentAccount[] }> {
  const members = [...(await personList(context, owner.user).members())];
  const own = members.map((member) => JSON.parse(member) as Payment);
  const named = own.find((payment) => payment.paymentId === paymentId);
  if (named) return { named: named.account, possible: [] };
  const rank = ({ session }: Payment) => (session === owner.session.handle ? 0 : 1);
  const unnamed = own.filter((payment) => payment.paymentId === undefined);
  unnamed.sort((a, b) => rank(a) - rank(b) || b.at - a.at);
  return { possible: [...unnamed.map(({ account }) => account), ...(await formerAccounts(context, owner))] };
}

/** This person's and this account's open payments, newest first; with a return's id, only those that it may be for. */
export async function findOpenPayments(
  context: LoadContext,
  portal: Portal,
  paymentId?: string,
  ended: readonly Payment[] = [],
): Promise<Candidates<Payment>> {
  const { records, now } = context.services;
  const all = ((await records.find(accountList(portal.account))) ?? []) as readonly Payment[];
  const listed = await withFormerPayments(context, portal, all);
  const open = listed.filter(({ at }) => at > now().getTime() - KEPT_MS);
  open.sort((a, b) => b.at - a.at);
  const same = [...open, ...ended].find((payment) => payment.paymentId === paymentId);
  if (paymentId !== undefined && same) return { byPayer: [same], inAccount: [same], ended: [] };
  const possible = open.filter((payment) => paymentId === undefined || payment.paymentId === undefined);
  const own = possible.filter(({ person }) => person === portal.user.id);
  const ofSession = own.filter(({ session }) => session === portal.session.handle);
  const byPayer = (ofSession.length > 0 ? ofSession : own).slice(0, MAX_COMPARED);
  const isNewest = (payment: Payment) => possible.find((newer) => isEqual(newer, payment)) === payment;
  return { byPayer, inAccount: possible.filter(isNewest), ended };
}

/** The same amount for the same invoices, so we can't tell them apart. */
const isEqual = (a: Payment, b: Payment) =>
  a.paymentId === b.paymentId &&
  a.amount === b.amount &&
  String(a.invoiceNumbers) === String(b.invoiceNumbers);
