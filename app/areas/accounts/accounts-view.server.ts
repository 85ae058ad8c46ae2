import { listUnpaid, oldestDay, totalDue } from "#app/areas/invoices/unpaid.server.ts";
import { optionalCallOptions, tolerate, type Tolerated } from "#app/errors/tolerate.ts";
import { defineList } from "#app/grid/define-list.server.ts";
import { showItems } from "#app/grid/list-loader.server.ts";
import { choosableAccounts } from "#app/request/accounts.ts";
import { mapConcurrently } from "#app/request/map-concurrently.ts";
import { portalApiOf, type RouteArgs, type SignedIn } from "#app/request/portal.ts";
import { formatMoney } from "#app/ui/format.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import { paths } from "#shared/paths.ts";
import type { PortalApi } from "#shared/portal-api/client.ts";
import { sumOfMoney } from "#shared/portal-api/invoices.ts";
import { listUnreadCounts } from "#shared/portal-api/notifications.ts";
import { hasRole, hasRoleAnywhere } from "#shared/roles.ts";

/** More accounts than this have a search box. */
const SEARCH_THRESHOLD = 8;
/** A single call counts for every account, so we don't make it for people with more accounts than this. */
const MAX_COUNTED_ACCOUNTS = 100;

const accountList = defineList({
  id: "accounts",
  path: paths.switchAccount(),
  caption: "Your accounts",
  empty: "You have no accounts",
  emptyIcon: "building-2",
  csv: false,
  columns: [{ key: "name", label: "Account", sort: "name" }],
  defaultSort: "name",
  defaultSize: 20,
  search: { label: "Find an account", minLength: 1 },
  searchText: ({ clientId, name }: CurrentAccount) => `${name}\n${clientId}`,
  searchesEachField: true,
  keyOf: ({ clientId }) => clientId,
});

export type AccountsView = Awaited<ReturnType<typeof accountsView>>;

export async function accountsView(args: RouteArgs, signedIn: SignedIn) {
  const { context } = args;
  const { user, session, api } = signedIn;
  const accounts = await choosableAccounts(args, signedIn);
  const counts =
    accounts.length > MAX_COUNTED_ACCOUNTS
      ? undefined
      : await tolerate(api.call(listUnreadCounts, {}, optionalCallOptions), { context });
  const unread = counts?.ok
    ? new Map(counts.value.map(({ clientId, count }) => [clientId, count]))
    : undefined;
  const view = await showItems(accountList, args, accounts);
  const mayKnow = view.rows.filter(({ key }) => hasRole(user, key, "Orders"));
  const dues = await mapConcurrently(mayKnow, ({ key }) =>
    tolerate(loadDue(portalApiOf(context, key)), { context }),
  );
  const dueTexts = new Map(mayKnow.map(({ key }, index) => [key, dueText(dues[index])]));
  return {
    view,
    hasSearch: accounts.length > SEARCH_THRESHOLD || view.state.search !== "",
    toPay: totalText(dues, view.rows.length === view.total),
    accounts: view.rows.map(({ key, text }) => {
      const count = unread?.get(key) ?? 0;
      const notes = [
        key === session.account?.clientId && "Current account",
        !user.b2c && `Account ${key}`,
        unread && `${count === 0 ? "No" : count} unread notification${count === 1 ? "" : "s"}`,
        dueTexts.get(key),
      ];
      return { value: key, label: text.name, hint: notes.filter(Boolean).join(" · ") };
    }),
    hasAccounts: accounts.length > 0,
    countsFailure: counts?.ok === false ? "We couldn't count your unread notifications." : undefined,
    hasCurrentAccount: session.account !== undefined,
    pendingValidation: hasRoleAnywhere(user, "MyPortal Pending Validation"),
    phone: context.config.helpDeskPhone,
  };
}

/** Undefined if we didn't get round to asking. */
type MaybeDue = Tolerated<Awaited<ReturnType<typeof loadDue>>> | undefined;

/** What's unpaid in one account; undefined if a single call can't tell. Throws PortalApiError. */
async function loadDue(api: PortalApi) {
  const { invoices, isAll, outstandingTotal } = await listUnpaid({ api }, optionalCallOptions, 1);
  if (!isAll && typeof outstandingTotal !== "number") return undefined;
  const unpaid = invoices.filter(({ outstandingAmount }) => outstandingAmount > 0);
  return {
    pounds: isAll ? totalDue(unpaid) : sumOfMoney([Number(outstandingTotal)]),
    oldest: oldestDay(unpaid),
  };
}

const dueText = (due: MaybeDue) => {
  if (!due?.ok || !due.value) return "We couldn't check what's unpaid";
  const { pounds, oldest } = due.value;
  if (pounds <= 0) return "Nothing to pay";
  // Not 'to pay': a direct debit may collect some of it, or it's disputed.
  return [`${formatMoney(pounds)} unpaid`, oldest && `the oldest dated ${oldest}`].filter(Boolean).join(", ");
};

/** The total for the accounts on the page, if there are several and all have loaded. Credit in one doesn't pay another's bills. */
function totalText(dues: readonly MaybeDue[], isAll: boolean): string | undefined {
  if (dues.length < 2) return undefined;
  const known = dues.flatMap((due) => (due?.ok && due.value ? Math.max(0, due.value.pounds) : []));
  if (known.length < dues.length)
    return "We couldn't find out what's unpaid on some of the accounts, so we can't show a total.";
  return `${formatMoney(sumOfMoney(known))} unpaid across ${known.length} accounts${isAll ? "" : " on this page"}`;
}
