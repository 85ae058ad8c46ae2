import { memoise } from "./memoise.ts";
import { roleNames, type RoleName } from "./portal-api/role-names.ts";

type WithoutSpaces<Text extends string> = Text extends `${infer Head} ${infer Tail}`
  ? `${Head}${WithoutSpaces<Tail>}`
  : Text;

/** A role name without spaces and in lower case, for comparing, e.g. `myportaladmin`. */
export type RoleKey = Lowercase<WithoutSpaces<RoleName>>;

export interface RoleHolder {
  readonly roles: readonly string[];
}

export function roleKey(name: string): string {
  return name.replace(/\s+/g, "").toLowerCase();
}

const knownKeys = new Set(roleNames.map(roleKey));

/** Reads `{clientId}-{roleName}`. Undefined for any other form or an unknown role. */
export const parseRole = memoise((text: string) => {
  // The last hyphen, because client ids may contain one and role names don't.
  const divider = text.lastIndexOf("-");
  const clientId = text.slice(0, Math.max(divider, 0)).trim();
  const role = roleKey(text.slice(divider + 1));
  return clientId !== "" && knownKeys.has(role) ? { clientId, role: role as RoleKey } : undefined;
});

/** Stands for all an employee's accounts, whose ids wouldn't fit in a token (docs/domain.md). */
const EVERY_ACCOUNT = "*";

/** The roles that count. A customer's `*-{roleName}` doesn't, because only employees can have a role for all accounts. */
export function effectiveRoles(roles: readonly string[], { b2c }: { b2c: boolean }): readonly string[] {
  return b2c ? roles.filter((text) => parseRole(text)?.clientId !== EVERY_ACCOUNT) : roles;
}

function roleFor(text: string, clientId: string): RoleKey | undefined {
  // A quick check first: out of thousands of roles, only a few are for this account.
  if (!text.includes(clientId) && !text.includes(EVERY_ACCOUNT)) return undefined;
  const parsed = parseRole(text);
  return parsed?.clientId === clientId || parsed?.clientId === EVERY_ACCOUNT ? parsed.role : undefined;
}

/** A role counts in the account that it's for; the role for switching accounts counts everywhere. */
export function hasRole(holder: RoleHolder, clientId: string | undefined, role: RoleName): boolean {
  if (role === "MyPortal Switch Account") return hasRoleAnywhere(holder, role);
  const { roles } = holder;
  const key = roleKey(role);
  return clientId !== undefined && roles.some((text) => roleFor(text, clientId) === key);
}

export function hasRoleAnywhere({ roles }: RoleHolder, role: RoleName): boolean {
  const key = roleKey(role);
  return roles.some((text) => parseRole(text)?.role === key);
}

export function hasAnyRole({ roles }: RoleHolder, clientId: string): boolean {
  return roles.some((text) => roleFor(text, clientId) !== undefined);
}
