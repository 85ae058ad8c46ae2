import { z } from "zod";
import { brokenRule } from "./errors.ts";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { itemsOf, listOf, optionalText, listRequest, saved, savedId, textId, wireId } from "./shapes.ts";

const text = z.string().nullish();
const flag = z.boolean().nullish();

/** One role of a contact. Its id is a power of two: `myPortalRole` is the sum of the ids that are held. */
export const contactRole = z.looseObject({
  roleId: z.number().int().positive(),
  roleName: z.string(),
  isSelected: z.boolean().catch(false),
});
export type ContactRole = z.output<typeof contactRole>;

/** One topic of marketing (spec 1 §3). `categoryLabel` is 'Service' or 'Updates, Alerts and Insights'. */
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

/**
 * A contact as the API holds it. It goes back whole, so values stay as they came (null stays null, a numeric id a
 * number) and fields that the portal does not know are kept.
 */
export const contact = z.looseObject({
  /** Absent, 0 or -1 for a contact that was never saved. */
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
  /** 0 or -1 when none was chosen. */
  addressId: wireId.nullish(),
  notes: text,
  /** The sum of the held role ids, those that the portal hides included; this counts, not `contactRoles`. */
  myPortalRole: z.number().int().nonnegative().nullish(),
  /** Every role there is; empty in a contact that is sent to `Contact/Edit/`. */
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
  /** 'Not registered', 'Not validated', 'Locked', 'New', 'Active' or empty (spec 1 §4). */
  loginAccountStatus: text,
  lastLogin: text,
  isSaveConfirmationRequired: flag,
  /** True on the second press: the warnings and infos were read. */
  isSaveConfirmed: flag,
  brokenRulesCollection: z.array(brokenRule).nullish(),
});
export type Contact = z.output<typeof contact>;

/** A contact that was saved before: an answer without its id is none, whatever else it holds. */
const knownContact = contact.extend({ contactId: savedId });
/** Without its roles a contact cannot be edited: the form would show none, and take away those that are held. */
const roles = { contactRoles: z.array(contactRole) };

/** A contact as the list shows it. */
export const contactListItem = z.object({
  contactId: textId,
  salutation: optionalText,
  fullName: optionalText,
  email: optionalText,
  position: optionalText,
  loginAccountStatus: optionalText,
  /** ISO 8601; absent when the contact never signed in. */
  lastLogin: z.string().nullish(),
  /** The sum of the held role ids, where the API tells it. */
  myPortalRole: z.number().int().nonnegative().nullish().catch(undefined),
});
export type ContactListItem = z.output<typeof contactListItem>;

/** The rules of the contact form. */
export const getContactRules = validationRules("Contact/GetValidationRules");

/** Sorts by `salutation`, `fullName`, `email`, `position` or `lastLogin`; needs MyPortal Admin. */
export const listContacts = operation({
  method: "GET",
  path: "Contact/ContactsByCurrentClientId",
  query: listRequest,
  answer: listOf(contactListItem),
  failure: "There was an error loading contacts.",
});

/** Everybody of the account, as one line of text each. */
export const listContactsForDropdown = operation({
  method: "GET",
  path: "Contact/ContactsByCurrentClientIdForDropdown",
  answer: itemsOf(z.object({ contactId: textId, formattedContactDetails: optionalText })),
  failure: "There was an error loading contacts.",
});

/** One contact to look at; {@link getContactToEdit} serves the form. */
export const getContactDetails = operation({
  method: "GET",
  path: "contact/details/{id}",
  params: z.object({ id: z.string() }),
  answer: knownContact,
  failure: "We couldn't find the associated contact.",
});

/** The contact of who is signed in: the account details form. */
export const getCurrentContact = operation({
  method: "GET",
  path: "Contact/EditCurrentContact",
  answer: knownContact.extend(roles),
  failure: "There was an error loading your details.",
});

/** Takes one's own contact whole; a stale `rowVersion` is refused with 409. */
export const updateCurrentContact = operation({
  method: "PUT",
  path: "Contact/EditCurrentContact/",
  body: contact,
  answer: saved({ contactId: savedId.transform(String) }),
  failure: "There was an error updating your details.",
});

/** A blank contact with its roles: nothing selected, validated, not locked out. */
export const getBlankContact = operation({
  method: "GET",
  path: "Contact/Create",
  answer: contact.extend(roles),
  failure: "There was an error loading the form.",
});

/** Answers the new contact's id where the API tells it. */
export const createContact = operation({
  method: "POST",
  path: "Contact/Create",
  body: contact,
  answer: saved({ contactId: savedId.transform(String) }),
  failure: "There was an error creating a contact.",
});

/** One contact with what its viewer may change of it; needs MyPortal Admin. */
export const getContactToEdit = operation({
  method: "GET",
  path: "Contact/Edit/{id}",
  params: z.object({ id: z.string() }),
  answer: knownContact.extend(roles),
  failure: "There was an error loading contact to edit.",
});

/** `contactRoles` is sent empty: `myPortalRole` counts (spec 1 §7). */
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
