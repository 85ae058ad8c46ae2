import { totalDue } from "#app/areas/invoices/unpaid.server.ts";
import { optionalCallOptions, tolerate, type Tolerated } from "#app/errors/tolerate.ts";
import { clean } from "#app/forms/cleaning.ts";
import { choosableAccounts } from "#app/request/choosable-accounts.ts";
import { mapConcurrently } from "#app/request/map-concurrently.ts";
import { portalApiOf, type RouteArgs, type SignedIn } from "#app/request/portal.ts";
import { formatDate, formatMoney, readable } from "#app/ui/format.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import type { PortalApi } from "#shared/portal-api/client.ts";
import { listMyInvoices, sumOfMoney } from "#shared/portal-api/invoices.ts";
import { listUnreadCounts } from "#shared/portal-api/notifications.ts";
import { keywordMatcher } from "#shared/portal-api/search-text.ts";
import { hasRole, hasRoleAnywhere } from "#shared/roles.ts";
import { parseMoment } from "#shared/time/moment.ts";

const FILTER_THRESHOLD = 8;
const PAGE_SIZE = 20;
/** A single call counts for every account, so we don't make it for people with more accounts than this. */
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
  const shown = matching.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const mayKnow = shown.filter(({ clientId }) => hasRole(user, clientId, "Orders"));
  const dues = await mapConcurrently(mayKnow, ({ clientId }) =>
    tolerate(loadDue(portalApiOf(context, clientId)), { context }),
  );
  return {
    toPay: totalText(dues),
    accounts: shown.map((account) => {
      const { clientId, name } = account;
      const count = unread?.get(clientId) ?? 0;
      const notes = [
        clientId === session.account?.clientId && "Current account",
        !user.b2c && `Account ${clientId}`,
        unread && `${count === 0 ? "No" : count} unread notification${count === 1 ? "" : "s"}`,
        mayKnow.includes(account) && dueText(dues[mayKnow.indexOf(account)]),
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

interface Due {
  readonly pounds: number;
  /** Formatted: '05/11/2024' */
  readonly oldest: string | undefined;
}

/** Undefined if we didn't get round to asking. */
type MaybeDue = Tolerated<Due | undefined> | undefined;

/** What's to pay in one account; undefined if a single call can't tell. Throws PortalApiError. */
async function loadDue(api: PortalApi): Promise<Due | undefined> {
  const query = { sortBy: "dateIssued ASC", pageSize: 200, pageNumber: 1, unpaidOnly: true };
  const { items, totalCount, outstandingTotal } = await api.call(
    listMyInvoices,
    { query },
    optionalCallOptions,
  );
  // A full page may not be the last, because some APIs' totals only count the page.
  const isAll = items.length >= totalCount && items.length !== query.pageSize;
  if (!isAll && typeof outstandingTotal !== "number") return undefined;
  const unpaid = items.filter(({ outstandingAmount }) => outstandingAmount > 0);
  const pounds = isAll ? totalDue(unpaid) : sumOfMoney([Number(outstandingTotal)]);
  const [first] = unpaid
    .map(({ dateIssued }) => dateIssued)
    .filter(readable)
    .sort(byTime);
  return { pounds, oldest: formatDate(first) };
}

const byTime = (one: string, other: string) => Number(parseMoment(one)) - Number(parseMoment(other));

const dueText = (due: MaybeDue) => {
  if (!due?.ok || !due.value) return "We couldn't check what's due";
  const { pounds, oldest } = due.value;
  if (pounds <= 0) return "Nothing to pay";
  return [`${formatMoney(pounds)} to pay`, oldest && `the oldest from ${oldest}`].filter(Boolean).join(", ");
};

/** The total for the accounts on the page, if there are several and all have loaded. Credit in one doesn't pay another's bills. */
function totalText(dues: readonly MaybeDue[]): string | undefined {
  if (dues.length < 2) return undefined;
  const known = dues.flatMap((due) => (due?.ok && due.value ? Math.max(0, due.value.pounds) : []));
  if (known.length < dues.length)
    return "We couldn't find out what's due in every account, so there's no total.";
  return `${formatMoney(sumOfMoney(known))} to pay in ${known.length} accounts on this page`;
}

function matchingAccounts(accounts: readonly CurrentAccount[], filter: string): readonly CurrentAccount[] {
  if (filter === "") return accounts;
  const matches = keywordMatcher(filter);
  return accounts.filter(({ clientId, name }) => clientId === filter || matches(name));
}
