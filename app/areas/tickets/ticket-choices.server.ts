import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import type { Portal } from "#app/request/portal.ts";
import { addressChoices, listAddresses } from "#shared/portal-api/addresses.ts";
import {
  getContactDetails,
  getCurrentContact,
  listContactsForDropdown,
} from "#shared/portal-api/contacts.ts";
import { isNoId, toText, trimmedText } from "#shared/portal-api/shapes.ts";
import type { Ticket } from "#shared/portal-api/support-tickets.ts";
import { ticketList } from "./ticket-list.server.ts";

export type TicketChoices = Awaited<ReturnType<typeof ticketChoices>>;

/** The contacts, locations and so on to choose from. If the contacts can't be loaded, lists only the person's own; if the locations can't, none. Both lists say so. */
export async function ticketChoices(portal: Portal) {
  const { api } = portal;
  const [contacts, addresses, ownContact] = await Promise.all([
    tolerate(api.call(listContactsForDropdown, {}, optionalCallOptions)),
    tolerate(api.call(listAddresses, {}, optionalCallOptions)),
    currentContact(portal),
  ]);
  const offeredContacts = contacts.ok ? contacts.value : ownContactOnly(ownContact);
  return {
    ownContact,
    contacts: offeredContacts.map(({ contactId, formattedContactDetails, apiId }) => ({
      value: contactId,
      label: formattedContactDetails || contactId,
      apiId,
    })),
    addresses: addressChoices(addresses.ok ? addresses.value : []),
    addressPlaceholder: addresses.ok ? "Please choose..." : "We couldn't load the locations",
  };
}

function ownContactOnly(ownContact: Awaited<ReturnType<typeof currentContact>>) {
  if (!ownContact) return [];
  const name =
    trimmedText(ownContact.fullName) ||
    `${toText(ownContact.firstNames)} ${toText(ownContact.surname)}`.trim();
  const formattedContactDetails = `${name} (we couldn't load the other contacts)`;
  return [{ contactId: String(ownContact.contactId), apiId: ownContact.contactId, formattedContactDetails }];
}

/** The person's own contact; undefined for an employee, or if it can't be loaded. */
export async function currentContact({ api }: Portal) {
  const contact = await tolerate(api.call(getCurrentContact, {}, optionalCallOptions));
  return contact.ok ? contact.value : undefined;
}

/** The names of a changed status and contact, because the old ones would contradict the ids; undefined if they can't be loaded. */
export async function changedNames(
  { api }: Portal,
  item: Ticket,
  { statusId, contactId: id }: Readonly<Record<"statusId" | "contactId", string>>,
): Promise<{ status?: string; contactName?: string }> {
  const status = ticketList.filter?.choices.find(({ code }) => String(code) === statusId)?.label;
  const names = statusId === toText(item.statusId) ? {} : { status };
  if (id === toText(item.contactId) || (isNoId(id) && isNoId(item.contactId))) return names;
  const contact = await tolerate(api.call(getContactDetails, { params: { id } }, optionalCallOptions));
  return { ...names, contactName: (contact.ok && contact.value.fullName.trim()) || undefined };
}
