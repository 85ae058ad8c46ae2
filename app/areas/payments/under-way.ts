import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount, SignedInUser } from "#server/session/portal-session.ts";

/** A payment that somebody began, until its end is known: what the API's answer about it leaves out. */
export interface UnderWay {
  readonly account: CurrentAccount;
  /** Pounds. */
  readonly amount: number;
  readonly invoiceNumbers: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** More than one person has open at the card provider at once; the oldest gives way to another. */
const SLOTS = 8;

type Kept = UnderWay & { readonly slot: number };

const slotName = (user: SignedInUser, slot: number) => `payment under way ${user.id} ${slot}`;

/**
 * Notes a begun payment under its person: it is found again in another session, after a new sign-in, and while
 * another account is current. What was under way for the same invoices has ended by that.
 */
export async function noteUnderWay(
  { services: { vault } }: LoadContext,
  user: SignedInUser,
  begun: UnderWay,
): Promise<void> {
  const known = await list(vault, user);
  const replaced = known.filter((one) => isForSame(one, begun));
  await Promise.all(replaced.map((one) => free(vault, user, one.slot)));
  const slot = (await firstFree(vault, user)) ?? known.at(-1)?.slot ?? 0;
  const { account, amount, invoiceNumbers, at } = begun;
  await vault.keep(slotName(user, slot), { account, amount, invoiceNumbers, at });
}

/** The person's payments whose end is not known, the newest first. */
export function listUnderWay({ services: { vault } }: LoadContext, user: SignedInUser): Promise<UnderWay[]> {
  return list(vault, user);
}

/** Its end is known: nothing needs to remember it. */
export async function forgetUnderWay(
  { services: { vault } }: LoadContext,
  user: SignedInUser,
  ended: UnderWay,
): Promise<void> {
  const known = await list(vault, user);
  await Promise.all(known.filter((one) => isForSame(one, ended)).map((one) => free(vault, user, one.slot)));
}

type Vault = LoadContext["services"]["vault"];

async function list(vault: Vault, user: SignedInUser): Promise<Kept[]> {
  const slots = Array.from({ length: SLOTS }, (_, slot) => slot);
  const found = await Promise.all(slots.map((slot) => vault.find(slotName(user, slot))));
  const known = found.flatMap((one, slot) => (one ? [{ ...(one as UnderWay), slot }] : []));
  return known.sort((a, b) => b.at - a.at);
}

async function firstFree(vault: Vault, user: SignedInUser): Promise<number | undefined> {
  for (let slot = 0; slot < SLOTS; slot += 1) if (await vault.claim(slotName(user, slot))) return slot;
  return undefined;
}

async function free(vault: Vault, user: SignedInUser, slot: number): Promise<void> {
  // In this order: a slot that another request takes in between must not lose what is kept there.
  await vault.keep(slotName(user, slot), null);
  await vault.release(slotName(user, slot));
}

function isForSame(one: UnderWay, other: UnderWay): boolean {
  const isSameAccount = one.account.clientId === other.account.clientId;
  return isSameAccount && one.invoiceNumbers.some((number) => other.invoiceNumbers.includes(number));
}
