import type { Judging } from "#app/forms/define-form.ts";
import type { Contact } from "#app/portal-api/contacts.ts";
import type { ContactFacts, ContactField } from "./contact-form.ts";
import type { ContactSource } from "./contact-source.server.ts";
import { administratorRole, heldRoles, hiddenSum } from "./role-grants.ts";

/** What the user may change of a contact. */
export interface Permits {
  readonly email: boolean;
  readonly role: boolean;
  readonly lock: boolean;
  /** Also false once validated, where the date is shown instead. */
  readonly validate: boolean;
}

/** By the API's can-write flags; e-mail and role of a new contact can always be written. */
export function permitsOf({ contact, isNew }: ContactSource): Permits {
  const allowed = (flag: boolean | null | undefined) => flag ?? isNew;
  return {
    email: isNew || allowed(contact.canWriteEmailProperty),
    role: isNew || allowed(contact.canWriteMyPortalRoleProperty),
    lock: allowed(contact.canWriteMyPortalIsLockedOutProperty),
    validate: allowed(contact.canWriteMyPortalIsValidatedProperty) && (isNew || !contact.myPortalIsValidated),
  };
}

export type ContactValues = Record<ContactField, string> & { roles: readonly string[] };

/** A contact as the form's fields hold it; a new one is validated, not locked out, without roles. */
export function valuesOf(contact: Contact, isNew: boolean): ContactValues {
  const email = textOf(contact.email);
  const roles = contact.contactRoles ?? [];
  return {
    salutation: textOf(contact.salutation),
    firstNames: textOf(contact.firstNames),
    surname: textOf(contact.surname),
    telephone: textOf(contact.telephone),
    mobile: textOf(contact.mobile),
    email,
    confirmEmail: email,
    addressId: Number(contact.addressId ?? 0) <= 0 ? "" : textOf(contact.addressId),
    position: textOf(contact.position),
    myPortalIsValidated: isNew || contact.myPortalIsValidated ? "on" : "",
    myPortalIsLockedOut: !isNew && contact.myPortalIsLockedOut ? "on" : "",
    roles: isNew ? [] : heldRoles(roles, contact.myPortalRole ?? 0),
  };
}

/**
 * What the form is judged by: the rules for what the user may change, and facts of the contact. `others` is
 * the number of other administrators, given where the last one may be lost.
 */
export function judgingOf(source: ContactSource, others?: number): Judging {
  const { contact, rules, isNew } = source;
  const permits = permitsOf(source);
  const values = valuesOf(contact, isNew);
  const roles = contact.contactRoles ?? [];
  const facts: ContactFacts = {
    originalEmail: isNew ? "" : textOf(contact.originalEmail ?? contact.email),
    hiddenRoles: isNew ? 0 : hiddenSum(roles, contact.myPortalRole ?? 0),
    ...(others === undefined
      ? {}
      : { otherAdministrators: others, administratorRole: administratorRole(roles) ?? "" }),
  };
  // Rules of fields that the user can't write are left to the API.
  const beyond = new Set([
    ...(permits.email ? [] : ["Email", "ConfirmEmail"]),
    ...(permits.role ? [] : ["MyPortalRole"]),
  ]);
  return {
    rules: rules.filter(({ property }) => !beyond.has(property)),
    fixed: {
      ...facts,
      ...(permits.email ? {} : { email: values.email, confirmEmail: values.email }),
      ...(permits.role ? {} : { roles: values.roles }),
      ...(permits.lock ? {} : { myPortalIsLockedOut: values.myPortalIsLockedOut }),
      ...(permits.validate ? {} : { myPortalIsValidated: values.myPortalIsValidated }),
    },
  };
}

function textOf(value: string | number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value).trim();
}
