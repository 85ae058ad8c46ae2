import type { ContactRole } from "#app/portal-api/contacts.ts";
import { roleKey, type RoleKey } from "#app/request/roles.ts";

export interface RoleOption {
  readonly value: string;
  readonly label: string;
  readonly grants: string;
  readonly bars: string;
}

/** Not in use: never shown, but kept in the sum (docs/domain.md, Accounts and roles). */
const hidden: ReadonlySet<string> = new Set<RoleKey>(["tasks", "dailysummary", "repairs", "orderonline"]);

const grants: Readonly<Partial<Record<string, string>>> = {
  quotes: "view, request information on and e-sign quotes",
  orders: "view and download invoices, set up a direct debit and make a card payment",
  contracts: "view subscriptions",
  callouts: "view, update and sign off callouts",
  support: "view, create and update support tickets",
  myportaladmin: "create and edit locations and contacts",
  projects: "view and edit project information",
  returns: "view returns",
  myportalswitchaccount: "switch between the accounts that they belong to",
  devicesshop: "order from the devices shop",
} satisfies Partial<Record<RoleKey, string>>;

const barring: Readonly<Partial<Record<string, string>>> = {
  myportalnoaccess: "cannot use the Customer Portal",
  myportalpendingvalidation: "cannot use the Customer Portal until the account is validated",
  myportallockedout: "cannot use the Customer Portal while the account is locked out",
} satisfies Partial<Record<RoleKey, string>>;

export function roleOptions(roles: readonly ContactRole[]): RoleOption[] {
  return roles.filter(isShown).map(({ roleId, roleName }) => {
    const key = roleKey(roleName);
    return {
      value: String(roleId),
      label: roleName,
      grants: grants[key] ?? "",
      bars: barring[key] ?? "",
    };
  });
}

export function namesOf(roles: readonly RoleOption[], held: readonly string[]): string {
  const names = roles.filter(({ value }) => held.includes(value)).map(({ label }) => label);
  return names.join(", ");
}

export function heldRoles(roles: readonly ContactRole[], sum: number): string[] {
  return roles.filter((role) => isShown(role) && holds(sum, role.roleId)).map(({ roleId }) => String(roleId));
}

/** The rest of a sum beside the shown roles; saving adds it again. */
export function hiddenSum(roles: readonly ContactRole[], sum: number): number {
  return sum - sumOf(heldRoles(roles, sum));
}

/** The sum of role ids as checkboxes send them, each counted once; anything else is left out. */
export function sumOf(values: readonly string[]): number {
  const ids = new Set(values.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0));
  return [...ids].reduce((sum, id) => sum + id, 0);
}

export function administratorRole(roles: readonly ContactRole[]): string | undefined {
  const role = roles.find(({ roleName }) => roleKey(roleName) === "myportaladmin");
  return role && String(role.roleId);
}

/** Whether a sum of powers of two holds one of them; works beyond 32 bits, too. */
export function holds(sum: number, roleId: number): boolean {
  return Math.floor(sum / roleId) % 2 === 1;
}

function isShown({ roleName }: ContactRole): boolean {
  return !hidden.has(roleKey(roleName));
}
