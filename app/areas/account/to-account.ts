import type { Address } from "#app/portal-api/addresses.ts";
import type { Contact } from "#app/portal-api/contacts.ts";
import { sameVersion } from "#app/portal-api/row-version.ts";
import type { AccountValues } from "./account-form.ts";
import { withOptIns } from "./marketing.ts";

interface Edited {
  readonly contact: Contact;
  readonly values: AccountValues;
  readonly addresses: readonly Address[];
  readonly confirmed: boolean;
  /** The version that the person saw; empty where the post named none. */
  readonly rowVersion: string;
}

/** The contact that goes back to the API, whole. */
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

/** The id in the type that the API gave it; 0 for none. */
function addressOf(contact: Contact, { addressId: chosen }: AccountValues, addresses: readonly Address[]) {
  if (chosen === "") return Number(contact.addressId ?? 0) > 0 ? 0 : contact.addressId;
  const known = [contact, ...addresses].find(({ addressId }) => String(addressId) === chosen);
  return known?.addressId ?? chosen;
}

function billingOf({ billingPreferences }: Contact, { isPaperBilling }: AccountValues) {
  if (isPaperBilling !== "true" && isPaperBilling !== "false") return billingPreferences;
  return { ...billingPreferences, isPaperBilling: isPaperBilling === "true" };
}

/** An empty field that was null stays null. */
function kept(contact: Contact, values: Readonly<Record<string, string>>): Partial<Contact> {
  const pairs = Object.entries(values).map(([name, value]) => {
    const before = contact[name];
    return [name, value === "" && (before === null || before === undefined) ? before : value];
  });
  return Object.fromEntries(pairs) as Partial<Contact>;
}
