import { partOptions, tolerate } from "#app/errors/tolerate.ts";
import type { Choice } from "#app/forms/object-fields.ts";
import { addressChoice, listAddresses } from "#app/portal-api/addresses.ts";
import { getCurrentContact, listContactsForDropdown } from "#app/portal-api/contacts.ts";
import { wordsOf } from "#app/portal-api/shapes.ts";
import type { Portal } from "#app/request/portal.ts";

export interface TicketChoices {
  /** Who asks, as a contact of the account; undefined for an employee and where it can't be told. */
  readonly me: Awaited<ReturnType<typeof currentContact>>;
  readonly contactId: readonly Choice[];
  readonly addressId: readonly Choice[];
}

/** What a ticket offers to choose from, and who asks; no locations where they can't be had, and of contacts who asks alone. */
export async function ticketChoices(portal: Portal): Promise<TicketChoices> {
  const { api } = portal;
  const [contacts, addresses, me] = await Promise.all([
    tolerate(api.call(listContactsForDropdown, {}, partOptions)),
    tolerate(api.call(listAddresses, {}, partOptions)),
    currentContact(portal),
  ]);
  const found = addresses.ok ? addresses.value : [];
  const people = contacts.ok ? contacts.value : onlyContact(me);
  return {
    me,
    contactId: people.map(({ contactId, formattedContactDetails, ownId }) => ({
      value: contactId,
      label: formattedContactDetails || contactId,
      ownId,
    })),
    addressId: found.map(addressChoice),
  };
}

function onlyContact(me: Awaited<ReturnType<typeof currentContact>>) {
  if (!me) return [];
  const name = wordsOf(me.fullName).trim() || `${wordsOf(me.firstNames)} ${wordsOf(me.surname)}`.trim();
  const formattedContactDetails = `${name} (the other contacts could not be loaded)`;
  return [{ contactId: String(me.contactId), ownId: me.contactId, formattedContactDetails }];
}

/** Who asks, as a contact of the account; undefined for an employee and where it can't be told. */
async function currentContact({ api }: Portal) {
  const found = await tolerate(api.call(getCurrentContact, {}, partOptions));
  return found.ok ? found.value : undefined;
}
