import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";

/** A payment that somebody began, until its end is known: what the API's answer about it leaves out. */
export interface UnderWay {
  readonly account: CurrentAccount;
  /** Pounds. */
  readonly amount: number;
  readonly invoiceNumbers: readonly string[];
  /** What was to be paid of each, in the order of their numbers; in pounds. */
  readonly amounts: readonly number[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Payments under way, the newest first. */
export interface Known {
  /** Begun in this session. */
  readonly here: readonly UnderWay[];
  /** Begun by this person in any session: what is left to go by after a new sign-in. */
  readonly anywhere: readonly UnderWay[];
}

type Who = Pick<Portal, "user" | "session">;

/** More than one person has open at the card provider at once; the oldest is forgotten. */
const MOST = 8;

const hereName = ({ session }: Who) => `payments under way ${session.handle}`;
const anywhereName = ({ user }: Who) => `payments under way of ${user.id}`;

/** Notes a begun payment. What was under way for the same invoices has ended by that. */
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

/** Its end is known: nothing needs to remember it. */
export async function forgetUnderWay(context: LoadContext, who: Who, ended: UnderWay): Promise<void> {
  const change = (known: readonly UnderWay[]) => without(known, ended);
  await Promise.all([update(context, hereName(who), change), update(context, anywhereName(who), change)]);
}

async function read({ services: { vault } }: LoadContext, name: string): Promise<readonly UnderWay[]> {
  return ((await vault.find(name)) ?? []) as readonly UnderWay[];
}

/** Two at the same moment may lose one of them: a receipt then names no invoice. */
async function update(
  context: LoadContext,
  name: string,
  change: (known: readonly UnderWay[]) => readonly UnderWay[],
): Promise<void> {
  const { vault } = context.services;
  // A name must be claimed before it can hold something; who claimed it first does not matter here.
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
