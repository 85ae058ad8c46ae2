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

const entries: readonly Entry[] = [
  {
    title: "Dashboard",
    tooltip: "Your account at a glance",
    icon: "layout-dashboard",
    to: paths.dashboard(),
  },
  {
    title: "Account",
    tooltip: "Your details and your company's",
    icon: "building-2",
    to: paths.account(),
    children: [
      {
        title: "Account Details",
        tooltip: "Edit your details and preferences",
        icon: "user-round",
        to: paths.account(),
      },
      {
        title: "Manage Contacts",
        tooltip: "People and their roles",
        icon: "users",
        to: paths.contacts(),
        role: "MyPortal Admin",
      },
      {
        title: "Manage Locations",
        tooltip: "Your locations and their addresses",
        icon: "map-pin",
        to: paths.locations(),
        role: "MyPortal Admin",
      },
      {
        title: "Switch Account",
        tooltip: "Switch to a different account",
        icon: "arrow-left-right",
        to: paths.switchAccount(),
        role: "MyPortal Switch Account",
      },
    ],
  },
  {
    title: "Invoices",
    tooltip: "Invoices, payments and direct debits",
    icon: "receipt-text",
    to: paths.invoices(),
    role: "Orders",
  },
  { title: "Tickets", tooltip: "Support tickets", icon: "life-buoy", to: paths.tickets(), role: "Support" },
  {
    title: "Products",
    tooltip: "Quotes, subscriptions and returns",
    icon: "package",
    to: paths.quotes(),
    children: [
      {
        title: "Quotes",
        tooltip: "View and accept quotes",
        icon: "file-text",
        to: paths.quotes(),
        role: "Quotes",
      },
      {
        title: "Subscriptions",
        tooltip: "Subscriptions and their keys",
        icon: "lock",
        to: paths.subscriptions(),
        role: "Contracts",
      },
      { title: "Returns", tooltip: "Returned goods", icon: "undo-2", to: paths.returns(), role: "Returns" },
    ],
  },
  {
    title: "Services",
    tooltip: "Line faults and fibre availability",
    icon: "cable",
    to: paths.lineFaults(),
    children: [
      { title: "Line Faults", tooltip: "Run a line test", icon: "activity", to: paths.lineFaults() },
      {
        title: "FTTP Availability Checker",
        tooltip: "Is fibre available?",
        icon: "gauge",
        to: paths.availabilityChecker(),
      },
    ],
  },
  {
    title: "Devices Shop",
    tooltip: "Opens Device Solutions",
    icon: "shopping-bag",
    to: paths.devicesShop(),
    role: "Devices Shop",
  },
];

/** The menu entries that someone can open in this account, without optional parts that are off and empty groups. */
export function navigationFor(
  user: RoleHolder,
  clientId: string,
  { offersPage }: Pick<LoadContext, "offersPage">,
): readonly NavigationItem[] {
  const allowed = ({ role, to }: Entry) =>
    offersPage(to) && (role === undefined || hasRole(user, clientId, role));
  return entries.filter(allowed).flatMap(({ title, tooltip, icon, to, children }) => {
    if (!children) return [{ title, tooltip, icon, to }];
    const visibleChildren = children.filter(allowed).map(({ role: _role, ...child }) => child);
    return visibleChildren.length === 0 ? [] : [{ title, tooltip, icon, to, children: visibleChildren }];
  });
}

/** The menu page that a path belongs to, e.g. Invoices for one invoice; the dashboard if they can't open any. */
export function menuPageOf(
  pathname: string,
  user: RoleHolder,
  clientId: string,
  context: Pick<LoadContext, "offersPage">,
): string {
  // It decides which page follows a switch of account, so it mustn't be that switch itself or another site.
  const pages = navigationFor(user, clientId, context)
    .flatMap(({ to, children }) => children?.map((child) => child.to) ?? to)
    .filter((to) => to !== paths.switchAccount() && to !== paths.devicesShop());
  return closestLink(pages, pathname) ?? paths.dashboard();
}
