import type { ContactRole } from "#app/portal-api/contacts.ts";
import { roleKey, type RoleKey } from "#app/request/roles.ts";

/** A role that the form offers. */
export interface RoleOption {
  /** The role's number as text: what its checkbox sends. */
  readonly value: string;
  readonly label: string;
  /** After '… can '; empty where nobody has described the role. */
  readonly grants: string;
  /** After the person's name: the role takes access away, whatever else is held. */
  readonly bars: string;
}

/** Spec 1 §6: not in use currently; never shown, but kept in the sum. */
const hidden: ReadonlySet<string> = new Set<RoleKey>(["tasks", "dailysummary", "repairs", "orderonline"]);

/** What roles grant (spec 1 §6; the last two are not described there). */
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

/** The roles that the form shows, in the API's order. */
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

/** Which of the shown roles a sum holds, as their checkboxes send them. */
export function heldRoles(roles: readonly ContactRole[], sum: number): string[] {
  return roles.filter((role) => isShown(role) && holds(sum, role.roleId)).map(({ roleId }) => String(roleId));
}

/** What a sum holds beside the shown roles: it is added again on saving, or those roles would be lost. */
export function hiddenSum(roles: readonly ContactRole[], sum: number): number {
  return sum - sumOf(heldRoles(roles, sum));
}

/** The sum of role numbers as checkboxes send them, each counted once; what is no number of a role is left out. */
export function sumOf(values: readonly string[]): number {
  const ids = new Set(values.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0));
  return [...ids].reduce((sum, id) => sum + id, 0);
}

/** The number of the role MyPortal Admin, as its checkbox sends it. */
export function administratorRole(roles: readonly ContactRole[]): string | undefined {
  const role = roles.find(({ roleName }) => roleKey(roleName) === "myportaladmin");
  return role && String(role.roleId);
}

/** Whether a sum of powers of two holds one of them; also beyond 32 bits. */
export function holds(sum: number, roleId: number): boolean {
  return Math.floor(sum / roleId) % 2 === 1;
}

function isShown({ roleName }: ContactRole): boolean {
  return !hidden.has(roleKey(roleName));
}
