import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";

/** A begun payment whose end is not known. */
export interface UnderWay {
  readonly account: CurrentAccount;
  /** Pounds. */
  readonly amount: number;
  readonly invoiceNumbers: readonly string[];
  /** Pounds for each invoice, in the order of their numbers. */
  readonly amounts: readonly number[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Begun payments, the newest first. */
export interface Known {
  /** Begun in this session. */
  readonly here: readonly UnderWay[];
  /** Begun by this person in any session. */
  readonly anywhere: readonly UnderWay[];
}

type Who = Pick<Portal, "user" | "session">;

/** More than a person has open at once; the oldest is dropped. */
const MOST = 8;

const hereName = ({ session }: Who) => `payments under way ${session.handle}`;
const anywhereName = ({ user }: Who) => `payments under way of ${user.id}`;

/** Notes a begun payment, in place of earlier ones for the same invoices. */
export async function noteUnderWay(context: LoadContext, who: Who, begun: UnderWay): Promise<void> {
  const { account, amount, invoiceNumbers, amounts, at } = begun;
  const one: UnderWay = { account, amount, invoiceNumbers, amounts, at };
  const change = (known: readonly UnderWay[]) => [one, ...without(known, begun)].slice(0, MOST);
  await Promise.all([update(context, hereName(who), change), update(context, anywhereName(who), change)]);
}

/** The payments whose end is not known. */
export async function listUnderWay(context: LoadContext, who: Who): Promise<Known> {
  const [here, anywhere] = await Promise.all([
    read(context, hereName(who)),
    read(context, anywhereName(who)),
  ]);
  return { here, anywhere };
}

/** Drops a payment whose end is known. */
export async function forgetUnderWay(context: LoadContext, who: Who, ended: UnderWay): Promise<void> {
  const change = (known: readonly UnderWay[]) => without(known, ended);
  await Promise.all([update(context, hereName(who), change), update(context, anywhereName(who), change)]);
}

async function read({ services: { vault } }: LoadContext, name: string): Promise<readonly UnderWay[]> {
  return ((await vault.find(name)) ?? []) as readonly UnderWay[];
}

/** Two at the same moment may lose one; its receipt then names no invoices. */
async function update(
  context: LoadContext,
  name: string,
  change: (known: readonly UnderWay[]) => readonly UnderWay[],
): Promise<void> {
  const { vault } = context.services;
  // A value can only be kept under a claimed name; who claims it does not matter.
  await vault.claim(name);
  await vault.keep(name, change(await read(context, name)));
}

function without(known: readonly UnderWay[], other: UnderWay): readonly UnderWay[] {
  return known.filter(
    ({ account, invoiceNumbers }) =>
      account.clientId !== other.account.clientId ||
      !invoiceNumbers.some((number) => other.invoiceNumbers.includes(number)),
  );
}
