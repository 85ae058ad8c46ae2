import type { DatabaseSync } from "node:sqlite";
import { clientIds, roleNames, type Person } from "./people.ts";

/** The client id of a role that holds in all of an employee's accounts: thousands of roles would not fit in a token. */
export const EVERY_ACCOUNT = "*";

const sizes = [100, 10_000] as const;
const FIRST_ID = 100_001;

/** Employees with many accounts, for tests: sign in as `accounts-<size>@provider.example`. */
export const employeesOfMany: readonly Person[] = sizes.map((size) => ({
  id: `accounts-${size}`,
  email: `accounts-${size}@provider.example`,
  firstName: "Edwin",
  lastName: "Marlow",
  userType: "employee",
  position: "Account Manager",
  roles: {
    [EVERY_ACCOUNT]: roleNames.filter((name) => !/No Access|Pending|Locked/.test(name)),
  },
  shows: `an employee of ${size} accounts`,
}));

const known = new Map(employeesOfMany.map(({ id }, index) => [id, idsOf(sizes[index] ?? 0)] as const));

/** The accounts of an employee whose token says `EVERY_ACCOUNT`; empty for anybody else. */
export function accountsOfEmployee(id: string): readonly string[] {
  return known.get(id) ?? [];
}

/** The demo's own accounts, followed by generated ones. */
function idsOf(size: number): readonly string[] {
  const own = Object.values(clientIds);
  return [...own, ...Array.from({ length: size - own.length }, (_, index) => String(FIRST_ID + index))];
}

/** One of each list makes a name. There are more combinations than accounts, so that every name is unique. */
const words = [
  ["Abbey", "Beck", "Calder", "Dale", "Esk", "Fell", "Garth", "Holm", "Ing", "Kirk"],
  ["ford", "ton", "wick", "by"],
  [" Joinery", " Dental Care", " Foods", " Motors", " Textiles", " Nurseries", " Marine", " Print"],
  [" Ltd", " Group", " & Sons", " Partnership"],
  ["", " (North)", " (South)", " (East)", " (West)", " (Retail)", " (Trade)", " (Export)"],
] as const;

/** Stores those of the generated accounts that are missing, each with a unique name and no contents. */
export function storeAccounts(db: DatabaseSync, ids: readonly string[]): void {
  const made = ids.filter((id) => Number(id) >= FIRST_ID).map((id) => ({ id, name: nameOf(Number(id)) }));
  db.prepare(
    `INSERT OR IGNORE INTO accounts (client_id, name)
     SELECT value ->> 'id', value ->> 'name' FROM json_each(?)`,
  ).run(JSON.stringify(made));
}

function nameOf(id: number): string {
  let rest = id - FIRST_ID;
  let name = "";
  for (const choices of words) {
    name += choices[rest % choices.length];
    rest = Math.floor(rest / choices.length);
  }
  return name;
}
