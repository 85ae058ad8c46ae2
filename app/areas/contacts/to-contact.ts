import type { Address } from "#app/portal-api/addresses.ts";
import type { Contact } from "#app/portal-api/contacts.ts";
import { type ContactValues, type Permits } from "./contact-facts.ts";
import { sumOf } from "./role-grants.ts";

interface Edited {
  readonly contact: Contact;
  readonly values: ContactValues;
  readonly may: Permits;
  readonly addresses: readonly Address[];
  readonly hiddenRoles: number;
  readonly confirmed: boolean;
  /** The version that the person saw; undefined for a new contact. */
  readonly rowVersion?: string;
}

/** The contact that goes back to the API: whole, but with `contactRoles` empty, since `myPortalRole` counts. */
export function toContact(edited: Edited): Contact {
  const { contact, values, may, addresses, confirmed } = edited;
  const { salutation, firstNames, surname, telephone, mobile, email, confirmEmail, position } = values;
  const address = addresses.find(({ addressId }) => String(addressId) === values.addressId);
  return {
    ...contact,
    ...versionOf(edited),
    ...kept(contact, { salutation, firstNames, surname, telephone, mobile, position }),
    ...(may.email ? { email, confirmEmail } : {}),
    addressId: address?.addressId ?? values.addressId,
    ...(may.role ? { myPortalRole: sumOf(values.roles) + edited.hiddenRoles } : {}),
    ...(may.lock ? { myPortalIsLockedOut: values.myPortalIsLockedOut === "on" } : {}),
    ...(may.validate ? { myPortalIsValidated: values.myPortalIsValidated === "on" } : {}),
    contactRoles: [],
    isSaveConfirmed: confirmed,
  };
}

/** The version in the type that the API uses; a post without one becomes a conflict. */
function versionOf({ contact, rowVersion }: Edited): Pick<Contact, "rowVersion"> {
  if (rowVersion === undefined) return {};
  return { rowVersion: typeof contact.rowVersion === "number" ? Number(rowVersion) : rowVersion };
}

/** An empty field that was null stays null. */
function kept<T extends Partial<Contact>>(contact: Contact, values: T): Partial<Contact> {
  const pairs = Object.entries(values).map(([name, value]) => [
    name,
    value === "" ? emptyAs(contact[name]) : value,
  ]);
  return Object.fromEntries(pairs) as Partial<Contact>;
}

const emptyAs = (before: unknown) => (before === null || before === undefined ? before : "");
