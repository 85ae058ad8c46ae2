import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { defineList, toListDefinition } from "#app/grid/define-list.server.ts";
import { collectAllItems, showItems } from "#app/grid/list-loader.server.ts";
import { readListState, scopeOf } from "#app/grid/list-state.ts";
import { mapConcurrently } from "#app/request/map-concurrently.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { maximum } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import { getBlankContact, getContactToEdit, type ContactRole } from "#shared/portal-api/contacts.ts";
import { roleKey } from "#shared/roles.ts";
import { contactList } from "./contact-list.server.ts";
import { includesRole, isRestricted } from "./contact-roles.ts";

/** The roles with a column, labelled by what they let people use. */
const roleColumns = [
  { key: "orders", label: "Invoices & payments" },
  { key: "quotes", label: "Quotes" },
  { key: "contracts", label: "Licences" },
  { key: "support", label: "Tickets" },
  { key: "myportaladmin", label: "Contacts & locations" },
] as const;
type RoleColumn = (typeof roleColumns)[number]["key"];

interface RolesRow {
  readonly contactId: string;
  readonly fullName: string;
  readonly status: string;
  /** The ids of the roles that the contact has, by column; undefined if we don't know them. */
  readonly roleIds: Readonly<Partial<Record<RoleColumn, string>>> | undefined;
}

const list = defineList({
  id: "contact-roles",
  path: paths.contactRoles(),
  noun: "people",
  caption: "What each contact of this account can do",
  empty: "There are no contacts yet.",
  emptyIcon: "users",
  role: "MyPortal Admin",
  csv: false,
  columns: [
    { key: "fullName", label: "Full Name", sort: "fullName" },
    { key: "status", label: "Account Status", sort: "status" },
    ...roleColumns.map(({ key, label }) => ({
      key,
      label,
      text: ({ roleIds }: RolesRow) => (!roleIds ? "Not known" : roleIds[key] ? "Yes" : "No"),
    })),
  ],
  defaultSort: "fullName",
  search: { label: "Search Contacts", delayMs: 1000 },
  scope: {
    name: "can",
    label: "Who can use",
    options: [
      { value: "", label: "Anything" },
      ...roleColumns.map(({ key, label }) => ({ value: key, label })),
    ],
    // Never called: the page passes its own rows to showItems.
    load: () => Promise.reject(new Error("The page loads its contacts itself")),
  },
  keyOf: ({ contactId }: RolesRow) => contactId,
  to: ({ contactId }) => paths.contact(contactId),
  // Links to the pages that remove each role.
  rowData: ({ contactId, roleIds }) =>
    Object.fromEntries(
      Object.entries(roleIds ?? {}).map(([key, roleId]) => [key, paths.removeRole(contactId, roleId)]),
    ),
});

/** If the API's list doesn't include roles, we load this many contacts at most, one call each. */
const MAX_LOADED = 100;
const LOAD_PARAM = "read";

/** A list of the account's contacts with a column for each role. Throws PortalApiError. */
export async function rolesView(args: RouteArgs, portal: Portal) {
  const { url } = args.request;
  const contactsUrl = new URL(paths.contacts(), args.context.config.publicUrl).href;
  const [{ items, note }, { contactRoles }] = await Promise.all([
    collectAllItems(contactList, portal, contactsUrl, maximum.pagesOfAList),
    portal.api.call(getBlankContact, {}),
  ]);
  const withoutSum = items.filter(({ myPortalRole }) => typeof myPortalRole !== "number");
  const loadsEach = new URL(url).searchParams.has(LOAD_PARAM);
  const sums = await loadRoleSums(portal, loadsEach ? withoutSum.slice(0, MAX_LOADED) : []);
  const people = items.map(({ contactId, fullName, loginAccountStatus, myPortalRole }) => {
    const sum = myPortalRole ?? sums.get(contactId);
    const roleIds = typeof sum === "number" ? roleIdsByColumn(contactRoles, sum) : undefined;
    const status =
      typeof sum === "number" && isRestricted(contactRoles, sum) ? "No access" : loginAccountStatus;
    return { contactId, fullName: fullName || "No name", status, roleIds };
  });
  const state = readListState(url, toListDefinition(list));
  const column = scopeOf(toListDefinition(list), state) as RoleColumn | "";
  // Anyone whose roles we don't know stays in, because they may have this one.
  const shown = people.filter(({ roleIds }) => column === "" || !roleIds || roleIds[column]);
  // Links for sorting and the next page keep ?read=1, which isn't part of the list's own state.
  const otherParams = [...(state.otherParams ?? []), ...(loadsEach ? [[LOAD_PARAM, "1"] as const] : [])];
  const unknownCount = people.filter(({ roleIds }) => !roleIds).length;
  return {
    view: await showItems(list, args, shown, otherParams),
    roleColumns,
    offersToLoadEach: unknownCount > 0 && !loadsEach,
    note:
      loadsEach && unknownCount > 0
        ? `We couldn't check what ${unknownCount} of them can do.`
        : note && "We couldn't load all the contacts, so some may be missing here.",
  };
}

/** Role sums by contact id, one call each; undefined if the call fails. */
async function loadRoleSums({ api }: Portal, contacts: readonly { readonly contactId: string }[]) {
  const sums = await mapConcurrently(contacts, async ({ contactId: id }) => {
    const contact = await tolerate(api.call(getContactToEdit, { params: { id } }, optionalCallOptions));
    return [id, contact.ok ? contact.value.myPortalRole : undefined] as const;
  });
  return new Map(sums.filter((sum) => sum !== undefined));
}

function roleIdsByColumn(roles: readonly ContactRole[], sum: number) {
  const held = roles.filter(({ roleId }) => includesRole(sum, roleId));
  return Object.fromEntries(
    roleColumns.flatMap(({ key }) => {
      const role = held.find(({ roleName }) => roleKey(roleName) === key);
      return role ? [[key, String(role.roleId)]] : [];
    }),
  );
}
