import { remembered } from "#app/remembered.ts";

/** Role names of spec 1 §6, as the portal API spells them. */
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

/** A role name as names are compared: without spaces and case (architecture §5), e.g. `myportaladmin`. */
export type RoleKey = Lowercase<WithoutSpaces<RoleName>>;

export interface ClientRole {
  readonly clientId: string;
  readonly role: RoleKey;
}

/** Anyone whose token carries `{clientId}-{roleName}` roles. */
export interface RoleHolder {
  readonly roles: readonly string[];
}

/** The form in which role names are compared. */
export function roleKey(name: string): string {
  return name.replace(/\s+/g, "").toLowerCase();
}

const knownKeys = new Set(roleNames.map(roleKey));

/**
 * Reads one role of the token, `{clientId}-{roleName}`. Undefined when it isn't shaped so or names a role that
 * the portal doesn't know. No role name has a hyphen, a client id may: the last one divides.
 */
export const parseRole = remembered((text: string): ClientRole | undefined => {
  const divider = text.lastIndexOf("-");
  const clientId = text.slice(0, Math.max(divider, 0)).trim();
  const key = roleKey(text.slice(divider + 1));
  if (clientId === "" || !knownKeys.has(key)) return undefined;
  return { clientId, role: key as RoleKey };
});

/** True when the person holds the role for this client account; without an account nobody holds any (spec 1 §4). */
export function hasRole(user: RoleHolder, clientId: string | undefined, role: RoleName | RoleKey): boolean {
  const wanted = roleKey(role);
  return user.roles.some((text) => {
    const held = parseRole(text);
    return held !== undefined && held.clientId === clientId && held.role === wanted;
  });
}

/** True when the person holds the role for any client account. */
export function hasRoleAnywhere(user: RoleHolder, role: RoleName | RoleKey): boolean {
  const wanted = roleKey(role);
  return user.roles.some((text) => parseRole(text)?.role === wanted);
}
