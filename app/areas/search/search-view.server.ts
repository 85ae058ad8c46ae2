import { panel, type Panel } from "#app/errors/panel.ts";
import { readListState, SEARCH_MIN_LENGTH } from "#app/grid/define-list.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { hasRole, type RoleName } from "#app/request/roles.ts";
import type { IconName } from "#app/ui/icons/names.ts";
import { contactHits, invoiceHits, locationHits, notificationHits, type Hits } from "./find.server.ts";

/** Everything found of one kind, or why it could not be looked for. */
export interface SearchGroup {
  readonly id: string;
  readonly heading: string;
  readonly icon: IconName;
  readonly found: Panel<Hits>;
}

/** `tooShort`: nothing was looked for. Without a keyword there are neither groups nor a fault. */
export interface SearchView {
  readonly keyword: string;
  readonly tooShort: boolean;
  readonly groups: readonly SearchGroup[];
}

interface Source {
  readonly id: string;
  readonly heading: string;
  readonly icon: IconName;
  /** Undefined: for everyone. */
  readonly role?: RoleName;
  readonly find: (portal: Portal, keyword: string) => Promise<Hits>;
}

/** One more kind of thing to find is one more line. */
const sources: readonly Source[] = [
  { id: "contacts", heading: "Contacts", icon: "users", role: "MyPortal Admin", find: contactHits },
  { id: "locations", heading: "Locations", icon: "map-pin", role: "MyPortal Admin", find: locationHits },
  { id: "invoices", heading: "Invoices", icon: "receipt-text", role: "Orders", find: invoiceHits },
  { id: "notifications", heading: "Notifications", icon: "bell", find: notificationHits },
];

/** Looks everywhere this person may, all at once; what fails is told in its own group. */
export async function searchView({ context, request }: RouteArgs, portal: Portal): Promise<SearchView> {
  const keyword = keywordOf(request.url);
  const tooShort = keyword !== "" && keyword.length < SEARCH_MIN_LENGTH;
  if (keyword === "" || tooShort) return { keyword, tooShort, groups: [] };
  const { user, account } = portal;
  const allowed = sources.filter(({ role }) => role === undefined || hasRole(user, account.clientId, role));
  const groups = await Promise.all(
    allowed.map(async ({ id, heading, icon, find }) => ({
      id,
      heading,
      icon,
      found: await panel(find(portal, keyword), { context }),
    })),
  );
  return { keyword, tooShort, groups };
}

/** Read as the lists read theirs, so that 'See all' looks for the same. */
function keywordOf(url: string): string {
  const typed = new URL(url).searchParams.get("q") ?? "";
  const asList = new URLSearchParams({ search: typed });
  return readListState(`?${asList}`, {
    id: "search",
    columns: [],
    defaultSort: "",
    defaultSize: 5,
    search: { label: "Search", delayMs: 0 },
  }).search;
}
