import type { ContactRole } from "#shared/portal-api/contacts.ts";
import { roleKey, type RoleKey } from "#shared/roles.ts";

export type RoleOption = ReturnType<typeof roleOptions>[number];

/** Roles that aren't in use: we never show them, but keep them when saving (docs/domain.md, Accounts and roles). */
const unusedRoles: ReadonlySet<string> = new Set<RoleKey>([
  "tasks",
  "dailysummary",
  "repairs",
  "orderonline",
]);

/** The parts of the portal that it opens, and what completes 'Can …', for each role that lets someone do something. */
const roleTexts: Readonly<Partial<Record<string, readonly [hint: string, allows: string]>>> = {
  quotes: ["Quotes, including accepting them", "view, request information on and e-sign quotes"],
  orders: [
    "Invoices, card payments, Direct Debits",
    "view and download invoices, set up a direct debit and make a card payment",
  ],
  contracts: ["Subscriptions and their passwords", "view subscriptions"],
  callouts: ["Not used here", "view, update and sign off callouts"],
  support: ["Tickets", "view, create and update support tickets"],
  myportaladmin: ["Contacts and locations", "create and edit locations and contacts"],
  projects: ["Not used here", "view and edit project information"],
  returns: ["Returned devices", "view returns"],
  myportalswitchaccount: ["Switching between accounts", "switch between their accounts"],
  devicesshop: ["Ordering devices", "order from the devices shop"],
} satisfies Partial<Record<RoleKey, readonly [hint: string, allows: string]>>;

/** Completes 'A contact with this role …' for each role that blocks access. */
const restrictions: Readonly<Partial<Record<string, string>>> = {
  myportalnoaccess: "can't use the Customer Portal",
  myportalpendingvalidation: "can't use the Customer Portal until the account is validated",
  myportallockedout: "can't use the Customer Portal while the account is locked out",
} satisfies Partial<Record<RoleKey, string>>;

/** What a role allows, for a sentence that says someone can't do it: 'view or edit project information'. */
export const withOr = (allows: string) => allows.replaceAll(" and ", " or ");

/** The roles that the form shows. The texts are '' for an unknown role, and the restriction for one that doesn't block access. */
export function roleOptions(roles: readonly ContactRole[]) {
  return roles.filter(isShown).map(({ roleId, roleName }) => {
    const key = roleKey(roleName);
    const [hint, allows] = roleTexts[key] ?? ["", ""];
    return { value: String(roleId), label: roleName, hint, allows, restriction: restrictions[key] ?? "" };
  });
}

/** The ids of the roles in a contact's role sum that the form shows. */
export function shownRoleIds(roles: readonly ContactRole[], sum: number): string[] {
  return roles
    .filter((role) => isShown(role) && includesRole(sum, role.roleId))
    .map(({ roleId }) => String(roleId));
}

/** The part of a contact's role sum that the form doesn't show. Saving must add it back. */
export function hiddenSum(roles: readonly ContactRole[], sum: number): number {
  return sum - sumRoleIds(shownRoleIds(roles, sum));
}

/** Adds up the role ids from checkboxes. Counts duplicates once and ignores anything but positive integers. */
export function sumRoleIds(values: readonly string[]): number {
  const ids = new Set(values.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0));
  return [...ids].reduce((sum, id) => sum + id, 0);
}

export const findRoleId = (roles: readonly ContactRole[], key: string) =>
  roles.find(({ roleName }) => roleKey(roleName) === key)?.roleId;

/** Whether a role sum includes a role id, a power of two. Bit operators would fail above 32 bits. */
export function includesRole(sum: number, roleId: number): boolean {
  return Math.floor(sum / roleId) % 2 === 1;
}

function isShown({ roleName }: ContactRole): boolean {
  return !unusedRoles.has(roleKey(roleName));
}

/** The ids of the roles that override a contact's other roles. */
export const restrictionIds = (roles: readonly ContactRole[]) =>
  Object.keys(restrictions).flatMap((key) => findRoleId(roles, key) ?? []);
