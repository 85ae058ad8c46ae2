import { redirectDocument } from "@remix-run/node";
import { errorLogFields } from "#app/errors/error-page.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import { paths } from "#shared/paths.ts";
import { listMyAccounts } from "#shared/portal-api/clients.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";
import { hasRoleAnywhere } from "#shared/roles.ts";
import { cacheAccounts, cachedAccounts } from "./accounts.ts";
import type { RouteArgs, SignedIn } from "./portal.ts";

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
