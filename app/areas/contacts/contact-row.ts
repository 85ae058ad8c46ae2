import { paths } from "#app/paths.ts";
import type { ContactListItem } from "#app/portal-api/contacts.ts";
import { formatDate } from "#app/ui/format.ts";

/** One contact as the list and its export show it. */
export interface ContactRow {
  readonly id: string;
  readonly salutation: string;
  readonly fullName: string;
  readonly email: string;
  readonly position: string;
  readonly status: string;
  /** dd/MM/yyyy, or 'Never' (spec 1 §2). */
  readonly lastLogin: string;
  readonly to: string;
}

/**
 * The list's view of a contact; who never signed in reads 'Never'. The form gets to know the `place` in the list that
 * leads there.
 */
export function toContactRow(item: ContactListItem, place?: string): ContactRow {
  const { contactId, salutation, fullName, email, position, loginAccountStatus, lastLogin } = item;
  return {
    id: contactId,
    salutation,
    fullName,
    email,
    position,
    status: loginAccountStatus,
    lastLogin: formatDate(lastLogin) ?? "Never",
    to: paths.contact(contactId, place),
  };
}
