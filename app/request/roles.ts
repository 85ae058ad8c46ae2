import { memoise } from "./memoise.ts";

/** As the portal API spells them (docs/domain.md, Accounts and roles). */
export const roleNames = [
  "Quotes",
  "Orders",
  "Contracts",
  "Callouts",
  "Support",
  "Tasks",
  "Daily Summary",
  "MyPortal Admin",
  "Projects",
  "Returns",
  "Repairs",
  "Order Online",
  "MyPortal Switch Account",
  "MyPortal No Access",
  "MyPortal Pending Validation",
  "MyPortal Locked Out",
  "Devices Shop",
] as const;
export type RoleName = (typeof roleNames)[number];

type WithoutSpaces<Text extends string> = Text extends `${infer Head} ${infer Tail}`
  ? `${Head}${WithoutSpaces<Tail>}`
  : Text;

/** A role name as names are compared: without spaces and case, e.g. `myportaladmin`. */
export type RoleKey = Lowercase<WithoutSpaces<RoleName>>;

export interface RoleHolder {
  readonly roles: readonly string[];
}

export function roleKey(name: string): string {
  return name.replace(/\s+/g, "").toLowerCase();
}

const knownKeys = new Set(roleNames.map(roleKey));

interface ClientRole {
  readonly clientId: string;
  readonly role: RoleKey;
}

/** Reads `{clientId}-{roleName}`. Undefined when it isn't shaped so or names no role of the portal. */
export const parseRole = memoise((text: string): ClientRole | undefined => {
  // No role name has a hyphen, a client id may.
  const divider = text.lastIndexOf("-");
  const clientId = text.slice(0, Math.max(divider, 0)).trim();
  const role = roleKey(text.slice(divider + 1));
  return clientId !== "" && knownKeys.has(role) ? { clientId, role: role as RoleKey } : undefined;
});

/** In a role: every account of the person, whose names would not fit into a token (docs/domain.md). Employees' only. */
const EVERY_ACCOUNT = "*";

/** What a token says of roles as it counts: nobody but an employee holds one for every account. */
export function countingRoles(roles: readonly string[], { b2c }: { b2c: boolean }): readonly string[] {
  return b2c ? roles.filter((text) => parseRole(text)?.clientId !== EVERY_ACCOUNT) : roles;
}

function heldFor(text: string, clientId: string): RoleKey | undefined {
  // Of thousands of roles few are this account's: most need no reading.
  if (!text.includes(clientId) && !text.includes(EVERY_ACCOUNT)) return undefined;
  const held = parseRole(text);
  return held && [clientId, EVERY_ACCOUNT].includes(held.clientId) ? held.role : undefined;
}

/** True when the person holds the role for this account; without an account nobody holds any. */
export function hasRole({ roles }: RoleHolder, clientId: string | undefined, role: RoleName): boolean {
  const wanted = roleKey(role);
  return clientId !== undefined && roles.some((text) => heldFor(text, clientId) === wanted);
}

export function hasRoleAnywhere({ roles }: RoleHolder, role: RoleName): boolean {
  const wanted = roleKey(role);
  return roles.some((text) => parseRole(text)?.role === wanted);
}

export function hasAnyRole({ roles }: RoleHolder, clientId: string): boolean {
  return roles.some((text) => heldFor(text, clientId) !== undefined);
}
