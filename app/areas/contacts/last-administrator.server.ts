import type { Finding } from "#app/forms/validate.ts";
import type { Portal } from "#app/request/portal.ts";
import { listContacts, type EditedContact } from "#shared/portal-api/contacts.ts";
import { findRoleId, includesRole, restrictionIds } from "./contact-roles.ts";

/** Warns before the account's last administrator loses the role or is locked out. */
export const LAST_ADMINISTRATOR: Finding = {
  severity: "warning",
  text: "This is the account's last administrator. Without one, nobody here can manage contacts and locations.",
  rule: "NumericRange",
};

const PAGE_SIZE = 100;
const MAX_PAGES = 10;

/** Whether saving would leave the account without an administrator. False if the API's list can't tell. */
export async function isLastAdministrator(
  { api }: Pick<Portal, "api">,
  { contactId, contactRoles, myPortalRole: sum }: EditedContact,
  after: { readonly roles: readonly string[]; readonly isLocked: boolean },
): Promise<boolean> {
  const roles = contactRoles ?? [];
  const adminRoleId = findRoleId(roles, "myportaladmin");
  if (adminRoleId === undefined || !includesRole(sum ?? 0, adminRoleId)) return false;
  if (after.roles.includes(String(adminRoleId)) && !after.isLocked) return false;
  const blocking = restrictionIds(roles);
  let readCount = 0;
  for (let pageNumber = 1; pageNumber <= MAX_PAGES; pageNumber += 1) {
    const query = { pageNumber, pageSize: PAGE_SIZE, sortBy: "lastLogin DESC" };
    const { items, totalCount } = await api.call(listContacts, { query });
    if (items.some(({ myPortalRole }) => typeof myPortalRole !== "number")) return false;
    const others = items.filter((contact) => contact.contactId !== String(contactId));
    const isAdministrator = ({ loginAccountStatus, myPortalRole }: (typeof others)[number]) =>
      includesRole(myPortalRole ?? 0, adminRoleId) &&
      !blocking.some((id) => includesRole(myPortalRole ?? 0, id)) &&
      loginAccountStatus.toLowerCase() !== "locked";
    if (others.some(isAdministrator)) return false;
    // The API may return fewer contacts than `pageSize`.
    readCount += items.length;
    if (items.length === 0 || readCount >= totalCount) return true;
  }
  return false;
}
