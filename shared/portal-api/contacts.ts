import { z } from "zod";
import { brokenRule } from "./errors.ts";
import { listRequest } from "./list-request.ts";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { saved, savedId } from "./saved.ts";
import { apiId, idAsSent, idAsText, itemsOf, listOf, shown, wholeNumber, withApiId } from "./shapes.ts";

const text = shown.unchanged();
const flag = z.boolean().nullish();
const permit = shown.unchangedFlag();
/** The states of a contact's sign-in that the portal explains. */
export const loginStatuses = ["Active", "New", "Not registered", "Not validated", "Locked"];

const contactRole = z.looseObject({
  roleId: wholeNumber(1).describe("A power of two."),
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

/** A contact for editing. We send it back whole, with unknown fields. Ids of 0 and -1 mean none. */
const editedContact = z.looseObject({
  contactId: idAsSent.nullish(),
  rowVersion: idAsSent.nullish(),
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
  addressId: shown.unchanged(),
  myPortalRole: wholeNumber(0)
    .nullish()
    .describe("The sum of the contact's role ids, including hidden roles."),
  contactRoles: z.array(contactRole).nullish(),
  myPortalIsLockedOut: flag,
  myPortalIsValidated: flag,
  myPortalIsValidatedDate: shown.unchangedDate(),
  canWriteEmailProperty: permit,
  canWriteMyPortalRoleProperty: permit,
  canWriteMyPortalIsLockedOutProperty: permit,
  canWriteMyPortalIsValidatedProperty: permit,
  loginAccountStatus: shown.unchangedWord(loginStatuses),
  isSaveConfirmed: shown.unchangedFlag(),
});
export type EditedContact = z.output<typeof editedContact>;

export const contact = editedContact.extend({
  billingPreferences: z.looseObject({ isPaperBilling: shown.unchangedFlag() }).nullish(),
  marketingPreferences: z.array(marketingPreference).nullish(),
  brokenRulesCollection: z.array(brokenRule).nullish().catch(undefined),
});
export type Contact = z.output<typeof contact>;

/** Required, because saving a form without them would remove the contact's roles. */
const requiredRoles = { contactRoles: z.array(contactRole) };
const savedFields = { ...requiredRoles, contactId: savedId };

const contactListItem = z.object({
  contactId: idAsText,
  salutation: shown.text(),
  fullName: shown.text(),
  email: shown.text(),
  position: shown.text(),
  loginAccountStatus: shown.word(loginStatuses),
  lastLogin: shown.date(),
  myPortalRole: wholeNumber(0).nullish().catch(undefined),
});

export const getContactRules = validationRules("Contact/GetValidationRules");

export const listContacts = operation({
  method: "GET",
  path: "Contact/ContactsByCurrentClientId",
  query: listRequest,
  answer: listOf(contactListItem),
  isList: true,
  failure: "There was an error loading contacts.",
});

export const listContactsForDropdown = operation({
  method: "GET",
  path: "Contact/ContactsByCurrentClientIdForDropdown",
  answer: itemsOf(
    z.object({ contactId: apiId, formattedContactDetails: shown.text() }).transform(withApiId("contactId")),
  ),
  isList: true,
  failure: "There was an error loading contacts.",
});

export const getContactDetails = operation({
  method: "GET",
  path: "contact/details/{id}",
  params: z.object({ id: z.string() }),
  answer: z.object({
    fullName: shown.text(),
    email: shown.text(),
    telephone: shown.text(),
    mobile: shown.text(),
  }),
  failure: "We couldn't find the associated contact.",
});

export const getCurrentContact = operation({
  method: "GET",
  path: "Contact/EditCurrentContact",
  answer: contact.extend({ contactId: savedId }),
  failure: "There was an error loading your details.",
});

export const updateCurrentContact = operation({
  method: "PUT",
  path: "Contact/EditCurrentContact/",
  body: contact,
  allowsPlainText: true,
  answer: saved({ contactId: savedId.transform(String) }),
  failure: "There was an error updating your details.",
});

export const getBlankContact = operation({
  method: "GET",
  path: "Contact/Create",
  answer: editedContact.extend(requiredRoles),
  failure: "There was an error loading the form.",
});

/** The API takes the roles from `myPortalRole`, and expects an empty list of them. */
const savedContact = editedContact.extend({
  contactRoles: z
    .array(contactRole)
    .nullish()
    .transform((): ContactRole[] => []),
});

export const createContact = operation({
  method: "POST",
  path: "Contact/Create",
  body: savedContact,
  allowsPlainText: true,
  answer: saved({ contactId: savedId.transform(String) }),
  failure: "There was an error creating a contact.",
});

export const getContactToEdit = operation({
  method: "GET",
  path: "Contact/Edit/{id}",
  isOneById: true,
  params: z.object({ id: z.string() }),
  answer: editedContact.extend(savedFields),
  failure: "There was an error loading contact to edit.",
});

export const updateContact = operation({
  method: "PUT",
  path: "Contact/Edit/",
  body: savedContact,
  allowsPlainText: true,
  answer: saved({ contactId: savedId.transform(String) }),
  failure: "There was an error updating the contact.",
});
