import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { flowState } from "#app/flows/flow.server.ts";
import { defineList, toListDefinition } from "#app/grid/define-list.server.ts";
import { collectAllItems, showItems } from "#app/grid/list-loader.server.ts";
import { readListState, scopeOf } from "#app/grid/list-state.ts";
import { eightAtATime } from "#app/request/eight-at-a-time.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { maximum } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import { getBlankContact, getContactToEdit, type ContactRole } from "#shared/portal-api/contacts.ts";
import { roleKey } from "#shared/roles.ts";
import { contactList } from "./contact-list.server.ts";
import { includesRole, isKeptOut } from "./contact-roles.ts";

/** What people can do, by the key of the role that lets them. */
const powers = [
  { key: "orders", label: "Invoices & payments" },
  { key: "quotes", label: "Quotes" },
  { key: "contracts", label: "Licences" },
  { key: "support", label: "Tickets" },
  { key: "myportaladmin", label: "Contacts & locations" },
] as const;
type Power = (typeof powers)[number]["key"];

interface PersonsPowers {
  readonly contactId: string;
  readonly fullName: string;
  readonly status: string;
  /** The powers the person has, each with the id of the role that gives it; undefined if their roles aren't known. */
  readonly held: Readonly<Partial<Record<Power, string>>> | undefined;
}

const list = defineList({
  id: "powers",
  path: paths.powers(),
  noun: "people",
  caption: "What each contact of this account can do",
  empty: "There are no contacts yet.",
  emptyIcon: "users",
  role: "MyPortal Admin",
  csv: false,
  columns: [
    { key: "fullName", label: "Full Name", sort: "fullName" },
    { key: "status", label: "Account Status", sort: "status" },
    ...powers.map(({ key, label }) => ({
      key,
      label,
      text: ({ held }: PersonsPowers) => (!held ? "Not known" : held[key] ? "Yes" : "No"),
    })),
  ],
  defaultSort: "fullName",
  search: { label: "Search Contacts", delayMs: 1000 },
  scope: {
    name: "can",
    label: "Who can use",
    options: [{ value: "", label: "Anything" }, ...powers.map(({ key, label }) => ({ value: key, label }))],
  },
  keyOf: ({ contactId }: PersonsPowers) => contactId,
  to: ({ contactId }) => paths.contact(contactId),
  // The page that takes each held power away.
  rowData: ({ contactId, held }) =>
    Object.fromEntries(
      Object.entries(held ?? {}).map(([key, roleId]) => [key, paths.takeAway(contactId, roleId)]),
    ),
});

/** Where the API's list has no roles, each contact is read by a call, this many at most. */
const MAX_READ = 100;
/** Role sums by contact id, as read on request: the page's other links and searches don't read them again. */
const roleSums = flowState<Readonly<Record<string, number>>>("role sums");

/** After a save here, so that the page doesn't show what was read before it. */
export function noteRoleSum(portal: Portal, contactId: string, sum: number): void {
  const known = roleSums.read(portal);
  if (known) roleSums.save(portal, { ...known, [contactId]: sum });
}

/** Who in the account can do what. Throws PortalApiError. */
export async function powersView(args: RouteArgs, portal: Portal) {
  const { url } = args.request;
  const contactsUrl = new URL(paths.contacts(), args.context.config.publicUrl).href;
  const [{ items, note }, { contactRoles }] = await Promise.all([
    collectAllItems(contactList, portal, contactsUrl, maximum.pagesOfAList),
    portal.api.call(getBlankContact, {}),
  ]);
  const withoutSum = items.filter(({ myPortalRole }) => typeof myPortalRole !== "number");
  if (new URL(url).searchParams.has("read"))
    roleSums.save(portal, await readRoleSums(portal, withoutSum.slice(0, MAX_READ)));
  const sums = roleSums.read(portal);
  const people = items.map(({ contactId, fullName, loginAccountStatus, myPortalRole }) => {
    const sum = myPortalRole ?? sums?.[contactId];
    const held = typeof sum === "number" ? heldPowers(contactRoles, sum) : undefined;
    const status = typeof sum === "number" && isKeptOut(contactRoles, sum) ? "No access" : loginAccountStatus;
    return { contactId, fullName: fullName || "No name", status, held };
  });
  const power = scopeOf(list, readListState(url, toListDefinition(list))) as Power | "";
  // We keep anyone whose roles aren't known, so that a filter never hides someone who can.
  const shown = people.filter(({ held }) => power === "" || !held || held[power]);
  const unknown = people.filter(({ held }) => !held).length;
  return {
    view: await showItems(list, args, shown),
    powers,
    readLabel: withoutSum.length > 0 && (sums ? "Check again" : "Show what everyone can do"),
    note:
      sums && unknown > 0
        ? `We couldn't check what ${unknown} of them can do.`
        : note && "We couldn't load all the contacts, so some may be missing here.",
  };
}

/** By contact id, a call each; without those that failed. */
async function readRoleSums({ api }: Portal, contacts: readonly { readonly contactId: string }[]) {
  const sums = await eightAtATime(contacts, async ({ contactId: id }) => {
    const read = await tolerate(api.call(getContactToEdit, { params: { id } }, optionalCallOptions));
    return read.ok && typeof read.value.myPortalRole === "number" ? [[id, read.value.myPortalRole]] : [];
  });
  return Object.fromEntries(sums.flatMap((sum) => sum ?? []));
}

function heldPowers(roles: readonly ContactRole[], sum: number) {
  const held = roles.filter(({ roleId }) => includesRole(sum, roleId));
  return Object.fromEntries(
    powers.flatMap(({ key }) => {
      const role = held.find(({ roleName }) => roleKey(roleName) === key);
      return role ? [[key, String(role.roleId)]] : [];
    }),
  );
}
