import { paths } from "#app/paths.ts";
import type { ContactListItem } from "#app/portal-api/contacts.ts";
import { formatDate } from "#app/ui/format.ts";

export interface ContactRow {
  readonly id: string;
  readonly salutation: string;
  readonly fullName: string;
  readonly email: string;
  readonly position: string;
  readonly status: string;
  readonly lastLogin: string;
  readonly to: string;
}

/** A contact as the list shows it; the link to its form leads back to this `place` in the list. */
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
