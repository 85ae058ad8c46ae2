import { z } from "zod";
import { brokenRule } from "./errors.ts";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { itemsOf, listOf, optionalText, listRequest, saved, savedId, textId, wireId } from "./shapes.ts";

const text = z.string().nullish();
const flag = z.boolean().nullish();

/** A role; its id is a power of two, and `myPortalRole` is the sum of the held ids. */
export const contactRole = z.looseObject({
  roleId: z.number().int().positive(),
  roleName: z.string(),
  isSelected: z.boolean().catch(false),
});
export type ContactRole = z.output<typeof contactRole>;

export const marketingPreference = z.looseObject({
  displayLabel: z.string(),
  categoryLabel: z.string(),
  displayOrder: z.number().catch(0),
  appliesToEmail: z.boolean().catch(false),
  appliesToPhone: z.boolean().catch(false),
  appliesToSms: z.boolean().catch(false),
  appliesToPostal: z.boolean().catch(false),
  isOptedInForEmail: flag,
  isOptedInForPhone: flag,
  isOptedInForSms: flag,
  isOptedInForPostal: flag,
});
export type MarketingPreference = z.output<typeof marketingPreference>;

/** A contact as the API holds it. It goes back whole: values stay as they came, unknown fields are kept. */
export const contact = z.looseObject({
  /** Absent, 0 or -1 for a new one. */
  contactId: wireId.nullish(),
  rowVersion: wireId.nullish(),
  clientId: wireId.nullish(),
  salutation: text,
  firstNames: text,
  surname: text,
  fullName: text,
  position: text,
  telephone: text,
  mobile: text,
  email: text,
  confirmEmail: text,
  originalEmail: text,
  /** 0 or -1 when none is chosen. */
  addressId: wireId.nullish(),
  notes: text,
  /** The sum of all held role ids, hidden roles included. */
  myPortalRole: z.number().int().nonnegative().nullish(),
  /** Every role there is. */
  contactRoles: z.array(contactRole).nullish(),
  myPortalIsLockedOut: flag,
  myPortalIsValidated: flag,
  myPortalIsValidatedDate: text,
  canWriteEmailProperty: flag,
  canWriteMyPortalRoleProperty: flag,
  canWriteMyPortalIsLockedOutProperty: flag,
  canWriteMyPortalIsValidatedProperty: flag,
  formattedContactDetails: text,
  billingPreferences: z.looseObject({ isPaperBilling: flag }).nullish(),
  marketingPreferences: z.array(marketingPreference).nullish(),
  loginAccountStatus: text,
  lastLogin: text,
  isSaveConfirmationRequired: flag,
  /** True on the second press. */
  isSaveConfirmed: flag,
  brokenRulesCollection: z.array(brokenRule).nullish(),
});
export type Contact = z.output<typeof contact>;

/** An answer without the contact's id is malformed. */
const knownContact = contact.extend({ contactId: savedId });
/** Required, since a form without its roles would take them away on saving. */
const roles = { contactRoles: z.array(contactRole) };

export const contactListItem = z.object({
  contactId: textId,
  salutation: optionalText,
  fullName: optionalText,
  email: optionalText,
  position: optionalText,
  loginAccountStatus: optionalText,
  /** ISO 8601; absent when the contact has never signed in. */
  lastLogin: z.string().nullish(),
  myPortalRole: z.number().int().nonnegative().nullish().catch(undefined),
});
export type ContactListItem = z.output<typeof contactListItem>;

export const getContactRules = validationRules("Contact/GetValidationRules");

/** A page of contacts; sorts by `salutation`, `fullName`, `email`, `position` or `lastLogin`. */
export const listContacts = operation({
  method: "GET",
  path: "Contact/ContactsByCurrentClientId",
  query: listRequest,
  answer: listOf(contactListItem),
  failure: "There was an error loading contacts.",
});

/** All contacts of the account, as one line of text each. */
export const listContactsForDropdown = operation({
  method: "GET",
  path: "Contact/ContactsByCurrentClientIdForDropdown",
  answer: itemsOf(z.object({ contactId: textId, formattedContactDetails: optionalText })),
  failure: "There was an error loading contacts.",
});

/** One contact to look at; the form uses {@link getContactToEdit}. */
export const getContactDetails = operation({
  method: "GET",
  path: "contact/details/{id}",
  params: z.object({ id: z.string() }),
  answer: knownContact,
  failure: "We couldn't find the associated contact.",
});

/** The user's own contact, for Account Details. */
export const getCurrentContact = operation({
  method: "GET",
  path: "Contact/EditCurrentContact",
  answer: knownContact.extend(roles),
  failure: "There was an error loading your details.",
});

/** Saves the user's own contact, sent whole; an old `rowVersion` is a conflict (409). */
export const updateCurrentContact = operation({
  method: "PUT",
  path: "Contact/EditCurrentContact/",
  body: contact,
  answer: saved({ contactId: savedId.transform(String) }),
  failure: "There was an error updating your details.",
});

/** A blank contact, with every role. */
export const getBlankContact = operation({
  method: "GET",
  path: "Contact/Create",
  answer: contact.extend(roles),
  failure: "There was an error loading the form.",
});

/** Adds a contact; answers its id where the API names it. */
export const createContact = operation({
  method: "POST",
  path: "Contact/Create",
  body: contact,
  answer: saved({ contactId: savedId.transform(String) }),
  failure: "There was an error creating a contact.",
});

/** One contact with every role and what the user may change of it. */
export const getContactToEdit = operation({
  method: "GET",
  path: "Contact/Edit/{id}",
  params: z.object({ id: z.string() }),
  answer: knownContact.extend(roles),
  failure: "There was an error loading contact to edit.",
});

/** Saves a contact, sent whole but with `contactRoles` empty, as the API expects it. */
export const updateContact = operation({
  method: "PUT",
  path: "Contact/Edit/",
  body: contact.extend({
    contactRoles: z
      .array(contactRole)
      .nullish()
      .transform((): ContactRole[] => []),
  }),
  answer: saved({ contactId: savedId.transform(String) }),
  failure: "There was an error updating the contact.",
});
