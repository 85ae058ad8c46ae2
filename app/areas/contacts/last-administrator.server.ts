import type { Portal } from "#app/request/portal.ts";
import { listContacts, type EditedContact } from "#shared/portal-api/contacts.ts";
import { validationRule } from "#shared/portal-api/rules.ts";
import { administratorRoleId, includesRole, shownRoleIds } from "./contact-roles.ts";

/** Warns before the account's last administrator loses the role or is locked out. */
export const lastAdministratorRule = validationRule.parse({
  property: "RemainingAdministrators",
  ruleName: "NumericRange",
  description:
    "This is the account's last administrator. Without one, nobody here can manage contacts and locations.",
  severity: 1,
  parameters: { min: 1 },
});

const PAGE_SIZE = 100;
const MAX_PAGES = 10;

/** How many administrators remain after a save, 1 for one or more. Undefined if it removes none, or the API's list can't tell. */
export async function remainingAdministrators(
  { api }: Pick<Portal, "api">,
  { contactId, contactRoles, myPortalRole: sum }: EditedContact,
  after: { readonly roles: readonly string[]; readonly isLocked: boolean },
): Promise<number | undefined> {
  const roles = contactRoles ?? [];
  const adminRoleId = administratorRoleId(roles);
  if (adminRoleId === undefined || !shownRoleIds(roles, sum ?? 0).includes(adminRoleId)) return undefined;
  if (after.roles.includes(adminRoleId) && !after.isLocked) return undefined;
  let readCount = 0;
  for (let pageNumber = 1; pageNumber <= MAX_PAGES; pageNumber += 1) {
    const query = { pageNumber, pageSize: PAGE_SIZE, sortBy: "lastLogin DESC" };
    const { items, totalCount } = await api.call(listContacts, { query });
    if (items.some(({ myPortalRole }) => typeof myPortalRole !== "number")) return undefined;
    const others = items.filter(
      (contact) =>
        contact.contactId !== String(contactId) && contact.loginAccountStatus.toLowerCase() !== "locked",
    );
    if (others.some(({ myPortalRole }) => includesRole(myPortalRole ?? 0, Number(adminRoleId)))) return 1;
    // The API may return fewer contacts than `pageSize`.
    readCount += items.length;
    if (items.length === 0 || readCount >= totalCount) return 0;
  }
  return undefined;
}
