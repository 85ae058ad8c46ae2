import type { RoleName } from "#shared/portal-api/role-names.ts";
import demo from "./people.json" with { type: "json" };

/** Someone in the demo, who signs in at the identity provider and has roles in the portal API's accounts. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly userType: "customer" | "employee";
  readonly position: string;
  /** Role names by client id; the token has them as `{clientId}-{roleName}`. */
  readonly roles: Readonly<Record<string, readonly RoleName[]>>;
  /** What this person demonstrates, for the list of demo sign-ins. */
  readonly shows: string;
}

/** All demo people's password. */
export const demoPassword = "Portal-demo-1";

/** The demo accounts' client ids, which are defined in accounts.json. */
export const clientIds = {
  harbourPine: "1001",
  harbourPineRetail: "1002",
  brightwater: "1003",
  copperfield: "1004",
  northgate: "1005",
} as const;

const { everything, people: demoPeople } = demo as unknown as PeopleFile;

interface PeopleFile {
  /** The roles of someone who can do everything. */
  readonly everything: readonly RoleName[];
  readonly people: readonly (Omit<Person, "roles"> & {
    readonly roles: Readonly<Record<string, readonly RoleName[] | "everything">>;
  })[];
}

/** The demo's people, with their roles by account (docs/scenarios.md). */
export const people: readonly Person[] = demoPeople.map(({ roles, ...person }) => ({
  ...person,
  roles: Object.fromEntries(
    Object.entries(roles).map(([id, accountRoles]) => [
      id,
      accountRoles === "everything" ? everything : accountRoles,
    ]),
  ),
}));

/** Someone's roles as the token has them: `{clientId}-{roleName}`. */
export function rolesClaim(person: Person): string[] {
  return Object.entries(person.roles).flatMap(([clientId, names]) =>
    names.map((name) => `${clientId}-${name}`),
  );
}
