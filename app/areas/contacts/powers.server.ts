import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { defineList, toListDefinition } from "#app/grid/define-list.server.ts";
import { collectAllItems, showItems } from "#app/grid/list-loader.server.ts";
import { readListState, scopeOf } from "#app/grid/list-state.ts";
import { eightAtATime } from "#app/request/eight-at-a-time.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";
import { getBlankContact, getContactToEdit, type ContactRole } from "#shared/portal-api/contacts.ts";
import { roleKey } from "#shared/roles.ts";
import { contactList } from "./contact-list.server.ts";
import { includesRole, roleOptions } from "./contact-roles.ts";

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
  /** The ids of the roles that the person holds and of those that can be held; undefined if not known. */
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
    load: () => Promise.reject(new Error("The page loads its contacts itself")),
  },
  keyOf: ({ contactId }: PersonsPowers) => contactId,
  to: ({ contactId }) => paths.contact(contactId),
  rowData: ({ contactId, held }) =>
    Object.fromEntries(
      Object.entries(held ?? {}).map(([key, roleId]) => [key, paths.takeAway(contactId, roleId)]),
    ),
});

/** Where the API's list has no roles, each contact is read by a call, this many at most. */
const MAX_READ = 100;
const READ_PARAM = "read";

/** Who in the account can do what. Throws PortalApiError. */
export async function powersView(args: RouteArgs, portal: Portal) {
  const { url } = args.request;
  const contactsUrl = new URL(paths.contacts(), args.context.config.publicUrl).href;
  const [{ items, note }, { contactRoles }] = await Promise.all([
    collectAllItems(contactList, portal, contactsUrl),
    portal.api.call(getBlankContact, {}),
  ]);
  const without = items.filter(({ myPortalRole }) => typeof myPortalRole !== "number");
  const isAsked = new URL(url).searchParams.has(READ_PARAM);
  const asked = isAsked ? without.slice(0, MAX_READ) : [];
  const read = await eightAtATime(asked, ({ contactId: id }) =>
    tolerate(portal.api.call(getContactToEdit, { params: { id } }, optionalCallOptions)),
  );
  const sums = new Map(
    asked.map(({ contactId }, index) => [
      contactId,
      read[index]?.ok ? read[index].value.myPortalRole : undefined,
    ]),
  );
  const people = items.map(({ contactId, fullName, loginAccountStatus, myPortalRole }) => {
    const sum = myPortalRole ?? sums.get(contactId);
    const held = typeof sum === "number" ? heldPowers(contactRoles, sum) : undefined;
    const status = typeof sum === "number" && isKeptOut(contactRoles, sum) ? "No access" : loginAccountStatus;
    return { contactId, fullName: fullName || "No name", status, held };
  });
  const state = readListState(url, toListDefinition(list));
  const power = scopeOf(toListDefinition(list), state) as Power | "";
  const shown = people.filter(({ held }) => power === "" || held?.[power]);
  const otherParams = [...(state.otherParams ?? []), ...(isAsked ? [[READ_PARAM, "1"] as const] : [])];
  const unknown = people.filter(({ held }) => !held).length;
  return {
    view: await showItems(list, args, shown, otherParams),
    powers,
    canRead: unknown > 0 && !isAsked,
    note: isAsked && unknown > 0 ? `We couldn't read what ${unknown} of them can do.` : note,
  };
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

/** Whether a role takes away what the others give. */
const isKeptOut = (roles: readonly ContactRole[], sum: number) =>
  roleOptions(roles).some(({ value, restriction }) => restriction && includesRole(sum, Number(value)));
