import { contactList } from "#app/areas/contacts/contact-list.server.ts";
import { shortcutsFor } from "#app/areas/dashboard/shortcuts.ts";
import { invoiceList } from "#app/areas/invoices/invoice-list.server.ts";
import { locationList } from "#app/areas/locations/location-list.server.ts";
import { notificationList } from "#app/areas/notifications/notification-list.server.ts";
import { quoteList } from "#app/areas/quotes/quote-list.server.ts";
import { returnList } from "#app/areas/returns/return-list.server.ts";
import { menuPagesFor } from "#app/areas/shell/navigation.ts";
import type { Suggestions } from "#app/areas/shell/parts/palette.tsx";
import { subscriptionList } from "#app/areas/subscriptions/subscription-list.server.ts";
import { ticketList } from "#app/areas/tickets/ticket-list.server.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { toListRow, type List, type ListRow } from "#app/grid/define-list.server.ts";
import { searchItems } from "#app/grid/list-loader.server.ts";
import { keywordError, readKeyword } from "#app/grid/list-state.ts";
import { findByNumber, findInOtherAccounts } from "#app/request/numbered-objects.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";
import { foldText } from "#shared/portal-api/search-text.ts";
import { hasRole } from "#shared/roles.ts";

export type SearchGroup = Awaited<ReturnType<typeof searchView>>["groups"][number];

const MAX_HITS = 5;

/** A list to search, and what its results say: a title, then the details. A list with statuses shows them too. */
function source<Item, Key extends string, RowData>(
  list: List<Item, Key, RowData>,
  describe: (row: ListRow<Key, RowData>, item: Item) => readonly string[],
) {
  const statusKey = list.columns.find(({ status }) => status)?.key;
  const find = async (portal: Portal, keyword: string) => {
    const wanted = { keyword, limit: MAX_HITS };
    const { items, total, seeAll } = await searchItems(list, portal, wanted, optionalCallOptions);
    const hits = items.map((item) => {
      const row = toListRow(list, item);
      const [title = "", ...details] = describe(row, item);
      return {
        ...{ id: row.key, to: row.to ?? seeAll, unread: row.unread, title },
        detail: details.filter(Boolean).join(" · "),
        status: statusKey && {
          label: row.text[statusKey],
          tone: row.tone[statusKey] ?? ("neutral" as const),
        },
      };
    });
    return { hits, total, seeAll };
  };
  const { id, noun, emptyIcon: icon, role, path } = list;
  return { id, noun, icon, role, path, find };
}

const sources = [
  source(contactList, ({ text }) => [text.fullName, text.position, text.email]),
  source(locationList, ({ text }) => [text.address || "No address", text.postCode, text.notes]),
  source(invoiceList, ({ key, text }) => [`Invoice ${key}`, text.date, text.total, text.order]),
  source(quoteList, ({ key, text }) => [`Quote ${key}`, text.details, text.contact, text.value]),
  source(subscriptionList, ({ key, text }) => [
    text.vendor || `Subscription ${key}`,
    text.notes,
    text.expires,
  ]),
  source(returnList, ({ key, text }, { prodDesc }) => [`Return ${key}`, text.type, prodDesc]),
  source(ticketList, ({ key, text, rowData }) => [`Ticket ${key}`, rowData.subject, text.issued]),
  source(notificationList, ({ text }, { issuedBy }) => [text.subject, text.issued, issuedBy]),
];

/** Matches '61' or '#61'. */
const NUMBER = /^#?(\d{1,15})$/;

/** Searches all the lists that someone can see. A number is looked up in this account first and, if nothing has it, in their others. */
export async function searchView(args: RouteArgs, portal: Portal) {
  const { context, request } = args;
  const keyword = readKeyword(new URL(request.url).searchParams.get("q"));
  const number = NUMBER.exec(keyword)?.[1];
  const exactMatches = number === undefined ? [] : await findByNumber(args, portal, number);
  const error = keywordError(keyword);
  const isSearchable = keyword !== "" && error === undefined && exactMatches.length !== 1;
  const groups = isSearchable ? await searchLists(context, portal, keyword) : [];
  // If a list failed, the number may be in it, so we don't search the other accounts.
  const mayBeHere =
    exactMatches.length > 0 || groups.some(({ result }) => !result.ok || result.value.total > 0);
  const inOtherAccounts =
    number === undefined || mayBeHere ? [] : await findInOtherAccounts(args, portal, number);
  return {
    keyword,
    number,
    error: number === undefined ? error : undefined,
    exactMatches,
    commands: commandsFor(portal, context, keyword),
    groups,
    inOtherAccounts,
  };
}

async function searchLists(context: RouteArgs["context"], portal: Portal, keyword: string) {
  const { user, account } = portal;
  const searching = sources
    .filter(({ path }) => context.offersPage(path))
    .filter(({ role }) => role === undefined || hasRole(user, account.clientId, role))
    .map(async ({ id, noun, icon, find }) => {
      const result = await tolerate(find(portal, keyword), { context });
      return { id, noun, icon, result };
    });
  return Promise.all(searching);
}

/** The pages and actions that the person can use and that match a keyword, names first; '' matches them all (docs/domain.md, Search). */
function commandsFor(
  { user, account: { clientId } }: Pick<Portal, "user" | "account">,
  context: RouteArgs["context"],
  keyword: string,
): Suggestions["items"] {
  const pages = menuPagesFor(user, clientId, context).map(({ title, tooltip, to }) => ({
    title,
    detail: tooltip,
    to,
  }));
  const actions = [
    ...(hasRole(user, clientId, "Support") ? [{ title: "Log New Ticket", to: paths.ticketNew() }] : []),
    ...shortcutsFor(user, clientId, context),
    { title: "Where you're signed in", to: paths.sessions() },
    { title: "Your activity", to: paths.activity() },
    { title: "Notifications", to: paths.notifications() },
    { title: "Notification settings", to: paths.messages() },
  ].map(({ title, to }) => ({ title, detail: "", to }));
  // By address, so that a page replaces the action with the same address, because it has a description.
  const commands = new Map([...actions, ...pages].map((command) => [command.to, command]));
  const words = wordsOf(keyword);
  const matches = (text: string) =>
    words.every((word) => wordsOf(text).some((textWord) => textWord.startsWith(word)));
  return [...commands.values()]
    .filter(({ title, detail }) => matches(`${title} ${detail}`))
    .toSorted((a, b) => Number(matches(b.title)) - Number(matches(a.title)));
}

const wordsOf = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [text].filter(Boolean);
