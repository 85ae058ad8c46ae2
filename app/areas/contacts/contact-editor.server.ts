import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { defineEdit, type Source } from "#app/forms/edit.server.ts";
import { toListDefinition } from "#app/grid/define-list.server.ts";
import { previousListUrl, readListPlace } from "#app/grid/list-state.ts";
import { recordCompleted } from "#app/request/completed-actions.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDate, readable } from "#app/ui/format.ts";
import type { SignedInUser } from "#server/session/portal-session.ts";
import { paths } from "#shared/paths.ts";
import { addressChoices, listAddresses, type Address } from "#shared/portal-api/addresses.ts";
import {
  createContact,
  getBlankContact,
  getContactRules,
  getContactToEdit,
  updateContact,
  type EditedContact,
} from "#shared/portal-api/contacts.ts";
import { toText, trimmedText } from "#shared/portal-api/shapes.ts";
import { hasAnyRole } from "#shared/roles.ts";
import { contactChanges, describeChanges, nameOf } from "./contact-changes.server.ts";
import { contactForm, type ContactFacts } from "./contact-form.ts";
import { contactList } from "./contact-list.server.ts";
import { hiddenSum, roleOptions, shownRoleIds, sumRoleIds } from "./contact-roles.ts";
import { isLastAdministrator, LAST_ADMINISTRATOR } from "./last-administrator.server.ts";

type ContactSource = Source<EditedContact, readonly Address[]>;

/** The form's banner for each status of the login account. 'Active' has none. */
const banners: ReadonlyMap<string, string> = new Map([
  ["not registered", "This contact has not registered to log in to the Customer Portal."],
  [
    "not validated",
    "This contact's account has not been validated. Tick 'Validate account' and save to give access to the Customer Portal.",
  ],
  [
    "locked",
    "This contact's account has been locked out. Untick 'Account locked out' and save to reinstate access to the Customer Portal.",
  ],
  ["new", "This contact has registered but has never logged in to the Customer Portal."],
]);

/** The API's flag for each field, which says whether the person editing may change it. */
const writeFlags = {
  email: "canWriteEmailProperty",
  roles: "canWriteMyPortalRoleProperty",
  myPortalIsLockedOut: "canWriteMyPortalIsLockedOutProperty",
  myPortalIsValidated: "canWriteMyPortalIsValidatedProperty",
} as const;

/** Edits or adds a contact (docs/domain.md, Contacts). */
export const contactEditor = defineEdit({
  form: contactForm,
  role: "MyPortal Admin",
  rules: getContactRules,
  get: getContactToEdit,
  update: updateContact,
  blank: getBlankContact,
  create: createContact,
  idName: "contactId",
  related: ({ api }) => api.call(listAddresses, {}),
  choices: ({ item, related }) => ({
    addressId: addressChoices(related),
    roles: roleOptions(item.contactRoles ?? []),
  }),
  // They couldn't correct a read-only field, so only the API checks it, when saving.
  withheld: (source) => [
    ...(Object.keys(writeFlags) as (keyof typeof writeFlags)[]).filter((name) => !mayWrite(source, name)),
    ...(mayWrite(source, "email") ? [] : (["confirmEmail"] as const)),
  ],
  read(source, { email, confirmEmail }) {
    const { item, isNew } = source;
    return {
      confirmEmail: mayWrite(source, "email") ? email : confirmEmail,
      roles: isNew ? [] : shownRoleIds(item.contactRoles ?? [], item.myPortalRole ?? 0),
      ...(isNew && { myPortalIsValidated: "on", myPortalIsLockedOut: "" }),
    };
  },
  write(source, { roles, ...flags }) {
    const { item } = source;
    const flag = (name: "myPortalIsLockedOut" | "myPortalIsValidated") =>
      mayWrite(source, name) ? flags[name] === "on" : item[name];
    return {
      myPortalRole: mayWrite(source, "roles") ? sumRoleIds(roles) + hiddenRoleSum(source) : item.myPortalRole,
      myPortalIsLockedOut: flag("myPortalIsLockedOut"),
      myPortalIsValidated: flag("myPortalIsValidated"),
    };
  },
  async extraRules(source, { portal: { api } }, values) {
    const { item, isNew } = source;
    const isLocked = mayWrite(source, "myPortalIsLockedOut") && values?.myPortalIsLockedOut === "on";
    const isLast =
      values &&
      mayWrite(source, "roles") &&
      (await isLastAdministrator({ api }, item, { roles: values.roles, isLocked }));
    const facts: ContactFacts = {
      originalEmail: isNew ? "" : trimmedText(item.originalEmail ?? item.email),
      hiddenRoleSum: hiddenRoleSum(source),
    };
    return { facts, ...(isLast && { serverFindings: { roles: [LAST_ADMINISTRATOR] } }) };
  },
  describeValue: (_source, name, value) =>
    name.startsWith("myPortalIs") ? (value === "on" ? "Yes" : "No") : undefined,
  linkedFields: { confirmEmail: "email" },
  // Recorded before the save, so that a lost answer doesn't lose it.
  async beforeSave({ item, id }, { args, portal }) {
    const email = toText(item.originalEmail) || toText(item.email);
    if (id && email) await addressesOf(args, portal, id).add([email]);
  },
  async afterSave(id, { source, args, portal, values }) {
    await recordCompleted(portal, "contact saved", id);
    const changes = describeChanges(source, values);
    contactChanges.save(portal, changes, id);
    // It may be their own contact, whose name we greet them by.
    portal.session.forgetSummary(portal.account.clientId);
    if (values.myPortalIsLockedOut === "on" && mayWrite(source, "myPortalIsLockedOut"))
      await endSessions(args, portal, id);
    const place = readListPlace(toListDefinition(contactList), args.request.url);
    return { to: source.isNew ? paths.contactAdded(id, place) : paths.contactSaved(id, place) };
  },
  beside({ item, isNew }, { args: { request } }) {
    const firstNames = trimmedText(item.firstNames);
    const date = trimmedText(item.myPortalIsValidatedDate);
    const validatedText = readable(date)
      ? `Account validated on ${formatDate(date)}`
      : ["Account validated", formatDate(date)].filter(Boolean).join(". ");
    return {
      fullName: nameOf(item),
      shortName: firstNames.split(/\s+/)[0] || "this contact",
      banner: isNew ? undefined : banners.get(trimmedText(item.loginAccountStatus).toLowerCase()),
      roles: roleOptions(item.contactRoles ?? []),
      savedRoles: isNew ? undefined : shownRoleIds(item.contactRoles ?? [], item.myPortalRole ?? 0),
      validatedText: !isNew && item.myPortalIsValidated ? validatedText : undefined,
      backTo: previousListUrl(toListDefinition(contactList), request.url),
    };
  },
});

/** The name for the confirmation page; undefined if it can't be loaded. */
export async function findContactName({ api }: Portal, id: string): Promise<string | undefined> {
  if (!id) return undefined;
  const contact = await tolerate(api.call(getContactToEdit, { params: { id } }, optionalCallOptions));
  return contact.ok ? nameOf(contact.value) || undefined : undefined;
}

/** A new contact's email and roles can always be set. A validation can't be undone. */
function mayWrite(
  { item, isNew }: Pick<ContactSource, "item" | "isNew">,
  name: keyof typeof writeFlags,
): boolean {
  if (isNew && (name === "email" || name === "roles")) return true;
  if (!isNew && name === "myPortalIsValidated" && item.myPortalIsValidated) return false;
  const flag = item[writeFlags[name]];
  return flag === true || (isNew && (flag === null || flag === undefined));
}

function hiddenRoleSum({ item, isNew }: Pick<ContactSource, "item" | "isNew">): number {
  return isNew ? 0 : hiddenSum(item.contactRoles ?? [], item.myPortalRole ?? 0);
}

/** The email addresses that the contact had before each save. */
function addressesOf({ context }: RouteArgs, { account }: Portal, id: string) {
  return context.services.persons.addressesOf(`contact ${id} of ${account.clientId}`);
}

/**
 * Ends a locked-out contact's sessions if they have a role in this account, before the save is confirmed. Not an
 * employee's, because a customer's administrator can give a contact any email address.
 */
async function endSessions(args: RouteArgs, portal: Portal, id: string): Promise<void> {
  const { services, log } = args.context;
  try {
    const isContact = (user: SignedInUser) => user.b2c && hasAnyRole(user, portal.account.clientId);
    for (const email of await addressesOf(args, portal, id).members())
      await services.persons.endByEmail(email, isContact);
  } catch (error) {
    // The contact is already saved. If the session store is down, their sessions last until their tokens expire (docs/runbook.md).
    log.error({ err: error }, "sessions of a locked-out person could not be ended");
  }
}
