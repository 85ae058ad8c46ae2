import { redirectDocument } from "@remix-run/node";
import { describe } from "#app/errors/error-page.ts";
import { panel } from "#app/errors/panel.ts";
import { paths } from "#app/paths.ts";
import { listMyAccounts } from "#app/portal-api/clients.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { listUnreadCounts } from "#app/portal-api/notifications.ts";
import type { RouteArgs, SignedIn } from "#app/request/portal.ts";
import { hasRoleAnywhere } from "#app/request/roles.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";

const FILTER_ABOVE = 8;

export interface AccountsView {
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly note: string }[];
  readonly total: number;
  readonly filter: string | undefined;
  readonly countsMissing: string | undefined;
  readonly hasCurrent: boolean;
  readonly pendingValidation: boolean;
  readonly phone: string;
}

/** The user's accounts with their unread counts, both asked for together. */
export async function accountsView(args: RouteArgs, signedIn: SignedIn): Promise<AccountsView> {
  const { context, request } = args;
  const { user, session, api } = signedIn;
  const [accounts, counts] = await Promise.all([
    choosableAccounts(args, signedIn),
    panel(api.call(listUnreadCounts, {}), { context }),
  ]);
  const unread = counts.ok ? new Map(counts.value.map((one) => [one.clientId, one.count])) : undefined;
  const filter = accounts.length > FILTER_ABOVE ? filterOf(request) : undefined;
  const wanted = filter?.toLocaleLowerCase("en-GB") ?? "";
  const matching = accounts.filter(({ name }) => name.toLocaleLowerCase("en-GB").includes(wanted));
  return {
    accounts: matching.map(({ clientId, name }) => {
      const current = clientId === session.account?.clientId ? ["Current account"] : [];
      const count = unread ? [inWords(unread.get(clientId) ?? 0)] : [];
      return { id: clientId, name, note: [...current, ...count].join(" · ") };
    }),
    total: accounts.length,
    filter,
    countsMissing: counts.ok ? undefined : "Unread notifications could not be counted just now.",
    hasCurrent: session.account !== undefined,
    pendingValidation: hasRoleAnywhere(user, "MyPortal Pending Validation"),
    phone: context.config.helpDeskPhone,
  };
}

/** The accounts that the user may choose. Throws the redirect to /error when they can't be loaded. */
export async function choosableAccounts(
  { context }: RouteArgs,
  { user, session, api }: SignedIn,
): Promise<readonly CurrentAccount[]> {
  if (session.accounts.length === 0) {
    const accounts = await api.call(listMyAccounts, {}).catch((error: unknown) => {
      if (!isPortalApiError(error) || error.kind === "unauthorised") throw error;
      context.log.error(describe(error), "accounts could not be loaded");
      const isNetwork = error.kind === "network" || error.kind === "timeout";
      throw redirectDocument(paths.error(isNetwork ? "clients-network" : "clients", context.requestId), 303);
    });
    session.setAccounts(accounts);
  }
  const { account, accounts } = session;
  if (!account || hasRoleAnywhere(user, "MyPortal Switch Account")) return accounts;
  return accounts.filter(({ clientId }) => clientId === account.clientId);
}

function filterOf(request: Request): string {
  return (new URL(request.url).searchParams.get("filter") ?? "").trim().slice(0, 100);
}

function inWords(unread: number): string {
  return `${unread === 0 ? "No" : unread} unread notification${unread === 1 ? "" : "s"}`;
}
