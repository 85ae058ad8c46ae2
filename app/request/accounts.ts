import { redirectDocument } from "@remix-run/node";
import { errorLogFields } from "#app/errors/error-page.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import type { PortalSession } from "#server/session/request-session.ts";
import { paths } from "#shared/paths.ts";
import { listMyAccounts, type Client } from "#shared/portal-api/clients.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";
import { hasRoleAnywhere } from "#shared/roles.ts";
import type { RouteArgs, SignedIn } from "./portal.ts";

/** Longer lists don't go into the session, because every request loads it. */
const MAX_IN_SESSION = 100;
/** How many accounts a process caches in its long lists: about 20 MB. */
const MAX_IN_MEMORY = 100_000;

/** By identity token, so that accounts are reloaded after a renewal. */
const longLists = new Map<string, readonly Client[]>();

/** Caches the accounts that someone can choose. A long list is dropped if this process needs the space. */
export function cacheAccounts(
  session: Pick<PortalSession, "setAccounts" | "tokens">,
  accounts: readonly Client[],
): void {
  const isLong = accounts.length > MAX_IN_SESSION;
  session.setAccounts(isLong ? [] : accounts);
  if (!isLong || !session.tokens) return;
  longLists.set(session.tokens.identityToken, accounts);
  let total = [...longLists.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [token, { length }] of longLists) {
    if (total <= MAX_IN_MEMORY || token === session.tokens.identityToken) return;
    longLists.delete(token);
    total -= length;
  }
}

/** The accounts in the API's order; empty if they need reloading. */
export function cachedAccounts({
  accounts,
  tokens,
}: Pick<PortalSession, "accounts" | "tokens">): readonly Client[] {
  return accounts.length > 0 ? accounts : (longLists.get(tokens?.identityToken ?? "") ?? []);
}

/** The accounts that someone can choose. Redirects to /error if they can't be loaded. */
export async function choosableAccounts(
  { context }: RouteArgs,
  { user, session, api }: SignedIn,
): Promise<readonly CurrentAccount[]> {
  if (cachedAccounts(session).length === 0) {
    const loaded = await api.call(listMyAccounts, {}).catch((error: unknown) => {
      if (!isPortalApiError(error) || error.kind === "unauthorised") throw error;
      context.log.error(errorLogFields(error), "accounts could not be loaded");
      const isNetwork = error.kind === "network" || error.kind === "timeout";
      throw redirectDocument(paths.error(isNetwork ? "clients-network" : "clients", context.requestId), 303);
    });
    cacheAccounts(session, loaded);
  }
  const { account } = session;
  const accounts = cachedAccounts(session);
  if (!account || hasRoleAnywhere(user, "MyPortal Switch Account")) return accounts;
  return accounts.filter(({ clientId }) => clientId === account.clientId);
}
