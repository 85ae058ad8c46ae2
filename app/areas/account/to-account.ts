import type { Address } from "#app/portal-api/addresses.ts";
import type { Contact } from "#app/portal-api/contacts.ts";
import { sameVersion } from "#app/portal-api/row-version.ts";
import type { AccountValues } from "./account-form.ts";
import { withOptIns } from "./marketing.ts";

interface Edited {
  /** As the API gave it: it goes back whole, fields that the portal does not know included. */
  readonly contact: Contact;
  readonly values: AccountValues;
  readonly addresses: readonly Address[];
  readonly confirmed: boolean;
  /** The version that the person saw; empty where the post named none. */
  readonly rowVersion: string;
}

/** The contact that goes back to the API (spec 1 §7). */
export function toAccount({ contact, values, addresses, confirmed, rowVersion }: Edited): Contact {
  const { salutation, firstNames, surname, position, telephone, mobile } = values;
  return {
    ...contact,
    rowVersion: sameVersion(contact.rowVersion, rowVersion),
    ...kept(contact, { salutation, firstNames, surname, position, telephone, mobile }),
    addressId: addressOf(contact, values, addresses),
    billingPreferences: billingOf(contact, values),
    marketingPreferences: contact.marketingPreferences
      ? withOptIns(contact.marketingPreferences, values.marketingPreferences)
      : contact.marketingPreferences,
    isSaveConfirmed: confirmed,
  };
}

/** An id has the type that the API gave it; taking a choice back is 0, the API's word for none. */
function addressOf(contact: Contact, { addressId: chosen }: AccountValues, addresses: readonly Address[]) {
  if (chosen === "") return Number(contact.addressId ?? 0) > 0 ? 0 : contact.addressId;
  const known = [contact, ...addresses].find(({ addressId }) => String(addressId) === chosen);
  return known?.addressId ?? chosen;
}

/** Nothing chosen stays nothing chosen. */
function billingOf({ billingPreferences }: Contact, { isPaperBilling }: AccountValues) {
  if (isPaperBilling !== "true" && isPaperBilling !== "false") return billingPreferences;
  return { ...billingPreferences, isPaperBilling: isPaperBilling === "true" };
}

/** A field that was nothing and is still empty stays nothing. */
function kept(contact: Contact, values: Readonly<Record<string, string>>): Partial<Contact> {
  const pairs = Object.entries(values).map(([name, value]) => {
    const before = contact[name];
    return [name, value === "" && (before === null || before === undefined) ? before : value];
  });
  return Object.fromEntries(pairs) as Partial<Contact>;
}
