import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { flowState } from "#app/flows/flow.server.ts";
import { defineList } from "#app/grid/define-list.server.ts";
import { collectAllItems, showItems } from "#app/grid/list-loader.server.ts";
import { readListState, scopeOf } from "#app/grid/list-state.ts";
import { mapConcurrently } from "#app/request/map-concurrently.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { maximum } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import { getBlankContact, getContactToEdit } from "#shared/portal-api/contacts.ts";
import { contactList } from "./contact-list.server.ts";
import { findRoleId, includesRole, restrictionIds } from "./contact-roles.ts";

/** The roles with a column, labelled by what they let people use. */
export const roleColumns = [
  { key: "orders", label: "Invoices & payments" },
  { key: "quotes", label: "Quotes" },
  { key: "contracts", label: "Subscriptions" },
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

export const rolesList = defineList({
  id: "contact-roles",
  path: paths.contactRoles(),
  noun: "people",
  caption: "What each contact in this account can do",
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
  },
  keyOf: ({ contactId }: RolesRow) => contactId,
  to: ({ contactId }) => paths.contact(contactId),
  rowData: ({ roleIds = {} }) => roleIds,
});

/** If the API's list doesn't include roles, we load this many contacts at most, one call each. */
const MAX_LOADED = 100;
/** Role sums by contact id, loaded on request and kept, so that sorting or searching doesn't load them again. */
const roleSums = flowState<Readonly<Record<string, number>>>("role sums");

/** After a save, so that the page doesn't show what was loaded before it. */
export function noteRoleSum(portal: Portal, contactId: string, sum: number | null | undefined): void {
  const known = roleSums.read(portal);
  if (known && typeof sum === "number") roleSums.save(portal, { ...known, [contactId]: sum });
}

/** A list of the account's contacts with a column for each role. Loads and keeps missing role sums if the address has `read`. Throws PortalApiError. */
export async function loadRolesView(args: RouteArgs, portal: Portal) {
  const { url } = args.request;
  const [{ items, note }, { contactRoles }] = await Promise.all([
    collectAllItems(contactList, portal, "", maximum.pagesOfAList),
    portal.api.call(getBlankContact, {}),
  ]);
  const withoutSum = items.filter(({ myPortalRole }) => typeof myPortalRole !== "number");
  if (new URL(url).searchParams.has("read"))
    roleSums.save(portal, await loadRoleSums(portal, withoutSum.slice(0, MAX_LOADED)));
  const sums = roleSums.read(portal);
  // Looked up once, not for each of thousands of people.
  const idsByColumn = roleColumns.map(({ key }) => [key, findRoleId(contactRoles, key)] as const);
  const blocking = restrictionIds(contactRoles);
  const people = items.map(({ contactId, fullName, loginAccountStatus, myPortalRole }) => {
    const sum = myPortalRole ?? sums?.[contactId];
    if (typeof sum !== "number")
      return { contactId, fullName: fullName || "No name", status: loginAccountStatus, roleIds: undefined };
    const held = idsByColumn.filter(([, id]) => id !== undefined && includesRole(sum, id));
    const roleIds = Object.fromEntries(held.map(([key, id]) => [key, String(id)]));
    const status = blocking.some((id) => includesRole(sum, id)) ? "No access" : loginAccountStatus;
    return { contactId, fullName: fullName || "No name", status, roleIds };
  });
  const column = scopeOf(rolesList, readListState(url, rolesList)) as RoleColumn | "";
  // Anyone whose roles we don't know stays in, because they may have this one.
  const shown = people.filter(({ roleIds }) => column === "" || !roleIds || roleIds[column]);
  const unknownCount = people.filter(({ roleIds }) => !roleIds).length;
  return {
    view: await showItems(rolesList, args, shown),
    roleColumns,
    loadLabel: withoutSum.length > 0 && (sums ? "Check again" : "Show what everyone can do"),
    note:
      sums && unknownCount > 0
        ? `We couldn't check what ${unknownCount} of them can do.`
        : note && "We couldn't load all the contacts, so some may be missing here.",
  };
}

/** By contact id, one call each; without those that fail. */
async function loadRoleSums({ api }: Portal, contacts: readonly { readonly contactId: string }[]) {
  const sums = await mapConcurrently(contacts, async ({ contactId: id }) => {
    const read = await tolerate(api.call(getContactToEdit, { params: { id } }, optionalCallOptions));
    return read.ok && typeof read.value.myPortalRole === "number" ? [[id, read.value.myPortalRole]] : [];
  });
  return Object.fromEntries(sums.flatMap((sum) => sum ?? []));
}
