import { contactList } from "#app/areas/contacts/contact-list.server.ts";
import { invoiceList } from "#app/areas/invoices/invoice-list.server.ts";
import { locationList } from "#app/areas/locations/location-list.server.ts";
import { notificationList } from "#app/areas/notifications/notification-list.server.ts";
import { panel, type Panel } from "#app/errors/panel.ts";
import { readKeyword, SEARCH_MIN_LENGTH } from "#app/grid/define-list.ts";
import { findItems } from "#app/grid/list-loader.server.ts";
import { rowOf, type List, type ListRow } from "#app/grid/list.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { hasRole } from "#app/request/roles.ts";
import type { IconName } from "#app/ui/icons/names.ts";
import type { Tone } from "#app/ui/tone.ts";

interface Hit {
  readonly id: string;
  readonly to: string;
  readonly title: string;
  readonly detail: string;
  readonly unread?: boolean;
  readonly status?: { readonly label: string; readonly tone: Tone };
}

interface Hits {
  readonly hits: readonly Hit[];
  readonly total: number;
  /** The list with the same search. */
  readonly seeAll: string;
}

export interface SearchGroup {
  readonly id: string;
  /** In the plural, lower case. */
  readonly noun: string;
  readonly icon: IconName | undefined;
  readonly found: Panel<Hits>;
}

interface Words {
  readonly title: string;
  readonly details: readonly string[];
  readonly status?: Hit["status"];
}

const MOST = 5;
const options = { timeoutMs: 8_000 };

function source<Item, Key extends string, More>(
  list: List<Item, Key, More>,
  wordsOf: (row: ListRow<Key, More>, item: Item) => Words,
) {
  const find = async (portal: Portal, keyword: string): Promise<Hits> => {
    const { items, total, seeAll } = await findItems(list, portal, { keyword, most: MOST }, options);
    const hits = items.map((item): Hit => {
      const row = rowOf(list, item);
      const { title, details, status } = wordsOf(row, item);
      const detail = details.filter((one) => one !== "").join(" · ");
      return { id: row.key, to: row.to ?? seeAll, title, detail, unread: row.unread, status };
    });
    return { hits, total, seeAll };
  };
  const { id, noun, emptyIcon: icon, role } = list;
  return { id, noun, icon, role, find };
}

const statusOf = ({ text, tone }: Pick<ListRow<"status">, "text" | "tone">) => ({
  label: text.status,
  tone: tone.status ?? ("neutral" as const),
});

const sources = [
  source(contactList, ({ text }) => ({ title: text.fullName, details: [text.position, text.email] })),
  source(locationList, ({ text }) => ({
    title: text.address || "No address",
    details: [text.postCode, text.notes],
  })),
  source(invoiceList, (row) => ({
    title: `Invoice ${row.key}`,
    details: [row.text.date, row.text.total, row.text.order],
    status: statusOf(row),
  })),
  source(notificationList, (row, { issuedBy }) => ({
    title: row.text.subject,
    details: [row.text.issued, issuedBy],
    status: statusOf(row),
  })),
];

/** Looks everywhere this person may, all at once; nowhere without a keyword that is long enough. */
export async function searchView({ context, request }: RouteArgs, portal: Portal) {
  const keyword = readKeyword(new URL(request.url).searchParams.get("q"));
  const tooShort = keyword !== "" && keyword.length < SEARCH_MIN_LENGTH;
  if (keyword === "" || tooShort) return { keyword, tooShort, groups: [] };
  const { user, account } = portal;
  const allowed = sources.filter(({ role }) => role === undefined || hasRole(user, account.clientId, role));
  const groups = await Promise.all(
    allowed.map(async ({ id, noun, icon, find }): Promise<SearchGroup> => {
      const found = await panel(find(portal, keyword), { context });
      return { id, noun, icon, found };
    }),
  );
  return { keyword, tooShort, groups };
}
