import type { Client } from "#app/portal-api/clients.ts";
import type { PortalSession } from "#server/session/portal-session.ts";

/** A longer list stays out of the session, which every request loads. */
const MOST_IN_SESSION = 100;
/** How many accounts of longer lists a process remembers: about 20 MB. */
const MOST_REMEMBERED = 100_000;

/** By identity token: with a renewed one the accounts are loaded anew. */
const longLists = new Map<string, readonly Client[]>();

/** Keeps the accounts that a user may choose, a long list for as long as this process has room for it. */
export function rememberAccounts(
  session: Pick<PortalSession, "setAccounts" | "tokens">,
  accounts: readonly Client[],
): void {
  const isLong = accounts.length > MOST_IN_SESSION;
  session.setAccounts(isLong ? [] : accounts);
  if (!isLong || !session.tokens) return;
  longLists.set(session.tokens.identityToken, accounts);
  let total = [...longLists.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [token, { length }] of longLists) {
    if (total <= MOST_REMEMBERED || token === session.tokens.identityToken) return;
    longLists.delete(token);
    total -= length;
  }
}

/** The accounts that the user may choose, in the API's order; none where they must be asked for again. */
export function knownAccounts({
  accounts,
  tokens,
}: Pick<PortalSession, "accounts" | "tokens">): readonly Client[] {
  return accounts.length > 0 ? accounts : (longLists.get(tokens?.identityToken ?? "") ?? []);
}
