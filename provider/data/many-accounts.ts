import type { DatabaseSync } from "node:sqlite";
import { roleNames } from "#shared/portal-api/role-names.ts";
import { clientIds, type Person } from "./people.ts";

/** The client id of a role that applies in all of an employee's accounts, because thousands of roles wouldn't fit in a token. */
export const EVERY_ACCOUNT = "*";

const accountCounts = [100, 10_000] as const;
const FIRST_ID = 100_001;

/** Employees with many accounts, for tests: sign in as `accounts-<size>@provider.example`. */
export const employeesWithManyAccounts: readonly Person[] = accountCounts.map((size) => ({
  id: `accounts-${size}`,
  email: `accounts-${size}@provider.example`,
  firstName: "Edwin",
  lastName: "Marlow",
  userType: "employee",
  position: "Account Manager",
  roles: {
    [EVERY_ACCOUNT]: roleNames.filter((name) => !/No Access|Pending|Locked/.test(name)),
  },
  shows: `an employee with ${size} accounts`,
}));

const accountIdsByEmployee = new Map(
  employeesWithManyAccounts.map(({ id }, index) => [id, makeAccountIds(accountCounts[index] ?? 0)] as const),
);

/** The accounts of an employee whose token has `EVERY_ACCOUNT`; empty for anyone else. */
export function accountIdsOfEmployee(id: string): readonly string[] {
  return accountIdsByEmployee.get(id) ?? [];
}

/** The demo's own accounts, followed by generated ones. */
function makeAccountIds(size: number): readonly string[] {
  const demoIds = Object.values(clientIds);
  return [
    ...demoIds,
    ...Array.from({ length: size - demoIds.length }, (_, index) => String(FIRST_ID + index)),
  ];
}

/** One from each list makes a name. There are more combinations than accounts, so every name is unique. */
const nameParts = [
  ["Abbey", "Beck", "Calder", "Dale", "Esk", "Fell", "Garth", "Holm", "Ing", "Kirk"],
  ["ford", "ton", "wick", "by"],
  [" Joinery", " Dental Care", " Foods", " Motors", " Textiles", " Nurseries", " Marine", " Print"],
  [" Ltd", " Group", " & Sons", " Partnership"],
  ["", " (North)", " (South)", " (East)", " (West)", " (Retail)", " (Trade)", " (Export)"],
] as const;

/** Stores any generated accounts that are missing, each with a unique name and without contents. */
export function storeAccounts(db: DatabaseSync, ids: readonly string[]): void {
  const generated = ids
    .filter((id) => Number(id) >= FIRST_ID)
    .map((id) => ({ id, name: nameOf(Number(id)) }));
  db.prepare(
    `INSERT OR IGNORE INTO accounts (client_id, name)
     SELECT value ->> 'id', value ->> 'name' FROM json_each(?)`,
  ).run(JSON.stringify(generated));
}

function nameOf(id: number): string {
  let remainder = id - FIRST_ID;
  let name = "";
  for (const choices of nameParts) {
    name += choices[remainder % choices.length];
    remainder = Math.floor(remainder / choices.length);
  }
  return name;
}
