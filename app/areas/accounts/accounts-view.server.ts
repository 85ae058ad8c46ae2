import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { clean } from "#app/forms/cleaning.ts";
import { choosableAccounts } from "#app/request/choosable-accounts.ts";
import type { RouteArgs, SignedIn } from "#app/request/portal.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import { listUnreadCounts } from "#shared/portal-api/notifications.ts";
import { keywordMatcher } from "#shared/portal-api/search-text.ts";
import { hasRoleAnywhere } from "#shared/roles.ts";

const FILTER_THRESHOLD = 8;
const PAGE_SIZE = 20;
/** One call counts for all accounts together, so it is not made for a user with more accounts than this. */
const MAX_COUNTED_ACCOUNTS = 100;

export type AccountsView = Awaited<ReturnType<typeof accountsView>>;

export async function accountsView(args: RouteArgs, signedIn: SignedIn) {
  const { context, request } = args;
  const { user, session, api } = signedIn;
  const accounts = await choosableAccounts(args, signedIn);
  const counts =
    accounts.length > MAX_COUNTED_ACCOUNTS
      ? undefined
      : await tolerate(api.call(listUnreadCounts, {}, optionalCallOptions), { context });
  const unread = counts?.ok
    ? new Map(counts.value.map(({ clientId, count }) => [clientId, count]))
    : undefined;
  const query = new URL(request.url).searchParams;
  // Undefined if there are too few accounts for a search box.
  const filter = accounts.length > FILTER_THRESHOLD ? clean.line(query.get("filter") ?? "") : undefined;
  const matching = matchingAccounts(accounts, filter ?? "");
  const pages = Math.max(1, Math.ceil(matching.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, Math.trunc(Number(query.get("page"))) || 1), pages);
  return {
    accounts: matching.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(({ clientId, name }) => {
      const count = unread?.get(clientId) ?? 0;
      const notes = [
        clientId === session.account?.clientId && "Current account",
        !user.b2c && `Account ${clientId}`,
        unread && `${count === 0 ? "No" : count} unread notification${count === 1 ? "" : "s"}`,
      ];
      return { id: clientId, name, note: notes.filter(Boolean).join(" · ") };
    }),
    total: accounts.length,
    filter,
    matchingCount: matching.length,
    page,
    pages,
    countsFailure: counts?.ok === false ? "We couldn't count your unread notifications." : undefined,
    hasCurrentAccount: session.account !== undefined,
    pendingValidation: hasRoleAnywhere(user, "MyPortal Pending Validation"),
    phone: context.config.helpDeskPhone,
  };
}

function matchingAccounts(accounts: readonly CurrentAccount[], filter: string): readonly CurrentAccount[] {
  if (filter === "") return accounts;
  const matches = keywordMatcher(filter);
  return accounts.filter(({ clientId, name }) => clientId === filter || matches(name));
}
