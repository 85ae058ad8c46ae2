import type { DatabaseSync } from "node:sqlite";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { rolesInSum } from "./contacts.ts";
import { people, type Person } from "./people.ts";

/**
 * The demo people with the roles that their contacts have now, so that an administrator's change takes effect at the
 * next sign-in. Employees and people without a contact keep the roles from people.ts.
 */
export function peopleWithCurrentRoles(db: DatabaseSync): readonly Person[] {
  const findContacts = db.prepare(
    "SELECT client_id, portal_role FROM contacts WHERE subject = ? AND is_employee = 0 ORDER BY client_id",
  );
  const rolesOf = (person: Person): Person["roles"] => {
    const contacts = findContacts.all(person.id);
    if (contacts.length === 0) return person.roles;
    const rolesByAccount = contacts.map((row): [string, readonly RoleName[]] => [
      String(row.client_id),
      rolesInSum(Number(row.portal_role)),
    ]);
    return Object.fromEntries(rolesByAccount.filter(([, names]) => names.length > 0));
  };
  return people.map((person) => ({
    ...person,
    get roles() {
      return rolesOf(person);
    },
  }));
}
