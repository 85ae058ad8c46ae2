import { listContacts, type EditedContact } from "#app/portal-api/contacts.ts";
import { validationRule } from "#app/portal-api/rules.ts";
import type { Portal } from "#app/request/portal.ts";
import { administratorRole, heldRoles, holds } from "./role-grants.ts";

/** Warns who takes the role from the account's last administrator or locks them out. */
export const lastAdministrator = validationRule.parse({
  property: "AdministratorsLeft",
  ruleName: "NumericRange",
  description:
    "This is the last administrator of the account: without one, nobody here can manage contacts and locations.",
  severity: 1,
  parameters: { min: 1 },
});

const PAGE_SIZE = 100;
const MOST_PAGES = 10;

/**
 * How many administrators a save leaves, where it takes one away: 1 stands for any number. Undefined where it takes none,
 * and where the API's list tells no roles.
 */
export async function administratorsLeft(
  { api }: Pick<Portal, "api">,
  { contactId, contactRoles, myPortalRole: sum }: EditedContact,
  after: { readonly roles: readonly string[]; readonly isLocked: boolean },
): Promise<number | undefined> {
  const roles = contactRoles ?? [];
  const role = administratorRole(roles);
  if (role === undefined || !heldRoles(roles, sum ?? 0).includes(role)) return undefined;
  if (after.roles.includes(role) && !after.isLocked) return undefined;
  let seen = 0;
  for (let pageNumber = 1; pageNumber <= MOST_PAGES; pageNumber += 1) {
    const query = { pageNumber, pageSize: PAGE_SIZE, sortBy: "lastLogin DESC" };
    const { items, totalCount } = await api.call(listContacts, { query });
    if (items.some(({ myPortalRole }) => typeof myPortalRole !== "number")) return undefined;
    const others = items.filter(
      (one) => one.contactId !== String(contactId) && one.loginAccountStatus.toLowerCase() !== "locked",
    );
    if (others.some(({ myPortalRole }) => holds(myPortalRole ?? 0, Number(role)))) return 1;
    // Pages may be shorter than asked for.
    seen += items.length;
    if (items.length === 0 || seen >= totalCount) return 0;
  }
  return undefined;
}
