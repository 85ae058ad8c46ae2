import type { IconName } from "#app/ui/icons/names.ts";
import type { LoadContext } from "#server/load-context.ts";
import { closestLink, paths } from "#shared/paths.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { hasRole, type RoleHolder } from "#shared/roles.ts";

/** An entry in the main menu; one with children opens a sub-menu instead of a page. */
export interface NavigationItem {
  readonly title: string;
  readonly tooltip: string;
  readonly icon: IconName;
  readonly to: string;
  readonly children?: readonly NavigationItem[];
}

interface Entry extends NavigationItem {
  /** The role that someone needs to see the entry; without it, everyone sees it. */
  readonly role?: RoleName;
  readonly children?: readonly Entry[];
}

const page = (to: string, title: string, tooltip: string, icon: IconName, role?: RoleName): Entry => ({
  title,
  tooltip,
  icon,
  to,
  role,
});

const entries: readonly Entry[] = [
  page(paths.dashboard(), "Dashboard", "Your account at a glance", "layout-dashboard"),
  {
    ...page(paths.account(), "Account", "Your details and your company's", "building-2"),
    children: [
      page(paths.account(), "Account Details", "Edit your details and preferences", "user-round"),
      page(paths.contacts(), "Manage Contacts", "People and their roles", "users", "MyPortal Admin"),
      page(
        paths.locations(),
        "Manage Locations",
        "Your locations and their addresses",
        "map-pin",
        "MyPortal Admin",
      ),
      page(
        paths.switchAccount(),
        "Switch Account",
        "Switch to a different account",
        "arrow-left-right",
        "MyPortal Switch Account",
      ),
    ],
  },
  page(paths.invoices(), "Invoices", "Invoices, payments and direct debits", "receipt-text", "Orders"),
  page(paths.tickets(), "Tickets", "Support tickets", "life-buoy", "Support"),
  {
    ...page(paths.quotes(), "Products", "Quotes, subscriptions and returns", "package"),
    children: [
      page(paths.quotes(), "Quotes", "View and accept quotes", "file-text", "Quotes"),
      page(paths.subscriptions(), "Subscriptions", "Subscriptions and their keys", "lock", "Contracts"),
      page(paths.returns(), "Returns", "Returned goods", "undo-2", "Returns"),
    ],
  },
  {
    ...page(paths.lineFaults(), "Services", "Line faults and fibre availability", "cable"),
    children: [
      page(paths.lineFaults(), "Line Faults", "Run a line test", "activity"),
      page(paths.availabilityChecker(), "FTTP Availability Checker", "Is fibre available?", "gauge"),
    ],
  },
  page(paths.devicesShop(), "Devices Shop", "Opens Device Solutions", "shopping-bag", "Devices Shop"),
];

export type Offered = Pick<LoadContext, "offersPage">;

/** Whether someone can open a page in this account: it isn't an optional part that's off, and they have its role. */
export const canOpen = (
  { to, role }: Pick<Entry, "to" | "role">,
  user: RoleHolder,
  clientId: string,
  { offersPage }: Offered,
) => offersPage(to) && (role === undefined || hasRole(user, clientId, role));

/** The menu entries that someone can open in this account, without empty groups. */
export function navigationFor(user: RoleHolder, clientId: string, context: Offered) {
  const allowed = (entry: Entry) => canOpen(entry, user, clientId, context);
  return entries.filter(allowed).flatMap(({ role: _role, children, ...entry }): NavigationItem[] => {
    if (!children) return [entry];
    const visibleChildren = children.filter(allowed).map(({ role: _childRole, ...child }) => child);
    return visibleChildren.length === 0 ? [] : [{ ...entry, children: visibleChildren }];
  });
}

/** The menu's entries that open a page, without their groups. */
export const menuPagesFor = (...args: Parameters<typeof navigationFor>) =>
  navigationFor(...args).flatMap(({ children, ...entry }) => children ?? [entry]);

/** The menu page that a path belongs to, e.g. Invoices for one invoice; the dashboard if they can't open any. */
export function menuPageOf(pathname: string, user: RoleHolder, clientId: string, context: Offered): string {
  // It decides which page follows a switch of account, so it mustn't be that switch itself or another site.
  const pages = menuPagesFor(user, clientId, context)
    .map(({ to }) => to)
    .filter((to) => to !== paths.switchAccount() && to !== paths.devicesShop());
  return closestLink(pages, pathname) ?? paths.dashboard();
}
