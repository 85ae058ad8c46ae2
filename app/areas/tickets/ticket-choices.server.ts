import { panel, partOptions } from "#app/errors/panel.ts";
import { addressIds, addressOption, listAddresses } from "#app/portal-api/addresses.ts";
import { getCurrentContact, listContactsForDropdown } from "#app/portal-api/contacts.ts";
import type { OwnId } from "#app/portal-api/shapes.ts";
import type { Portal } from "#app/request/portal.ts";
import type { Option } from "#app/ui/select.tsx";

export interface TicketChoices {
  readonly contacts: readonly Option[];
  readonly addresses: readonly Option[];
  /** Of both, as the API has them. */
  readonly ids: Readonly<Record<"contactId" | "addressId", readonly OwnId[]>>;
}

/** The contacts and locations of the account; none where they can't be had. */
export async function ticketChoices({ api }: Portal): Promise<TicketChoices> {
  const [contacts, addresses] = await Promise.all([
    panel(api.call(listContactsForDropdown, {}, partOptions)),
    panel(api.call(listAddresses, {}, partOptions)),
  ]);
  const found = addresses.ok ? addresses.value : [];
  const people = contacts.ok ? contacts.value : [];
  return {
    contacts: people.map(({ contactId, formattedContactDetails }) => ({
      value: contactId,
      label: formattedContactDetails || contactId,
    })),
    addresses: found.map(addressOption),
    ids: { ...addressIds(found), contactId: people.map(({ ownId }) => ownId) },
  };
}

/** Who asks, as a contact of the account; undefined for an employee and where it can't be told. */
export async function currentContact({ api }: Portal) {
  const found = await panel(api.call(getCurrentContact, {}, partOptions));
  return found.ok ? found.value : undefined;
}
