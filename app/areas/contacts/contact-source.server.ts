import { formRules } from "#app/forms/form-rules.ts";
import { listAddresses, type Address } from "#app/portal-api/addresses.ts";
import {
  getBlankContact,
  getContactRules,
  getContactToEdit,
  listContacts,
  type Contact,
  type ContactListItem,
} from "#app/portal-api/contacts.ts";
import type { ValidationRule } from "#app/portal-api/rules.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { administratorRole, holds } from "./role-grants.ts";

export interface ContactSource {
  readonly contact: Contact;
  readonly rules: readonly ValidationRule[];
  readonly addresses: readonly Address[];
  readonly isNew: boolean;
}

/**
 * A contact, or without an id a blank one, with its rules and the account's locations, all asked for
 * together. Throws PortalApiError.
 */
export async function contactSource(
  { context }: RouteArgs,
  portal: Portal,
  id: string | undefined,
): Promise<ContactSource> {
  const { api } = portal;
  const [contact, rules, addresses] = await Promise.all([
    id === undefined ? api.call(getBlankContact, {}) : api.call(getContactToEdit, { params: { id } }),
    formRules(context, portal, getContactRules),
    api.call(listAddresses, {}),
  ]);
  return { contact, rules, addresses, isNew: id === undefined };
}

const PAGE_SIZE = 100;
const MOST_PAGES = 10;

/**
 * 1 if the account has another administrator who is not locked out, else 0; undefined where the API's list
 * does not tell roles.
 */
export async function otherAdministrators(
  { api }: Portal,
  { contact }: ContactSource,
): Promise<number | undefined> {
  const role = Number(administratorRole(contact.contactRoles ?? []) ?? 0);
  if (role === 0) return undefined;
  for (let pageNumber = 1; pageNumber <= MOST_PAGES; pageNumber += 1) {
    const query = { pageNumber, pageSize: PAGE_SIZE, sortBy: "lastLogin DESC" };
    const { items, totalCount } = await api.call(listContacts, { query });
    if (items.some(({ myPortalRole }) => typeof myPortalRole !== "number")) return undefined;
    const others = items.filter((item) => item.contactId !== String(contact.contactId) && !isLocked(item));
    if (others.some(({ myPortalRole }) => holds(myPortalRole ?? 0, role))) return 1;
    if (items.length === 0 || pageNumber * PAGE_SIZE >= totalCount) return 0;
  }
  return undefined;
}

function isLocked({ loginAccountStatus }: ContactListItem): boolean {
  return loginAccountStatus.toLowerCase() === "locked";
}
