import { flowState } from "#app/flows/flow.server.ts";
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
import { contactForm, type ContactFacts } from "./contact-form.ts";
import { contactList } from "./contact-list.server.ts";
import { hiddenSum, roleOptions, shownRoleIds, sumRoleIds } from "./contact-roles.ts";
import { isLastAdministrator, LAST_ADMINISTRATOR } from "./last-administrator.server.ts";
import { noteRoleSum } from "./roles-view.server.ts";

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

/** For each field, the API's flag that says whether the viewer may change it. */
const writeFlags = {
  email: "canWriteEmailProperty",
  roles: "canWriteMyPortalRoleProperty",
  myPortalIsLockedOut: "canWriteMyPortalIsLockedOutProperty",
  myPortalIsValidated: "canWriteMyPortalIsValidatedProperty",
} as const;

/** Whom this session's last save of a contact was about, and what it changed, for its confirmation. */
export const savedContact = flowState<{ readonly name: string; readonly changes: readonly string[] }>(
  "saved contact",
);

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
  // The viewer could not correct a read-only field, so only the API checks it, on saving.
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
      myPortalRole: roleSumOf(source, roles),
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
  // Before, so that no lost answer loses it.
  async beforeSave({ item, id }, { args, portal }) {
    const email = toText(item.originalEmail) || toText(item.email);
    if (id && email) await addressesOf(args, portal, id).add([email]);
  },
  async afterSave(id, { source, args, portal, values }) {
    await recordCompleted(portal, "contact saved", id);
    const name = `${values.firstNames} ${values.surname}`.trim();
    savedContact.save(portal, { name, changes: changesOf(source, name, values) }, id);
    noteRoleSum(portal, id, roleSumOf(source, values.roles) ?? 0);
    // It may be the person's own, whose name greets them.
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

export const nameOf = ({ fullName, firstNames, surname }: EditedContact) =>
  trimmedText(fullName) || `${trimmedText(firstNames)} ${toText(surname)}`.trim();

/** What a save changes about what the contact can do, a sentence for each. */
function changesOf(
  { item, isNew }: ContactSource,
  name: string,
  { roles, myPortalIsLockedOut }: { readonly roles: readonly string[]; readonly myPortalIsLockedOut: string },
): string[] {
  const held = isNew ? [] : shownRoleIds(item.contactRoles ?? [], item.myPortalRole ?? 0);
  const changes = roleOptions(item.contactRoles ?? []).map(({ value, label, allows, restriction }) => {
    if (held.includes(value) === roles.includes(value)) return "";
    if (!held.includes(value)) return allows ? `can ${allows}` : restriction;
    return allows ? `can no longer ${allows}` : `no longer has ${label}`;
  });
  const isLocked = myPortalIsLockedOut === "on";
  const lock = isLocked ? "is locked out and signed out now" : isNew ? "" : "can sign in again now";
  return [
    ...changes.filter(Boolean).map((change) => `${change}, from their ${isNew ? "first" : "next"} sign-in`),
    ...(lock && isLocked !== (item.myPortalIsLockedOut ?? false) ? [lock] : []),
  ].map((change) => `${name} ${change}.`);
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

const roleSumOf = (source: Pick<ContactSource, "item" | "isNew">, roles: readonly string[]) =>
  mayWrite(source, "roles") ? sumRoleIds(roles) + hiddenRoleSum(source) : source.item.myPortalRole;

function hiddenRoleSum({ item, isNew }: Pick<ContactSource, "item" | "isNew">): number {
  return isNew ? 0 : hiddenSum(item.contactRoles ?? [], item.myPortalRole ?? 0);
}

/** The e-mail addresses that the contact had before each save. */
function addressesOf({ context }: RouteArgs, { account }: Portal, id: string) {
  return context.services.persons.addressesOf(`contact ${id} of ${account.clientId}`);
}

/**
 * Ends a locked-out contact's sessions if they have a role for this account, before the save is confirmed. An employee's go
 * on, since whoever administers a customer's contacts may write any address.
 */
async function endSessions(args: RouteArgs, portal: Portal, id: string): Promise<void> {
  const { services, log } = args.context;
  try {
    const isContact = (user: SignedInUser) => user.b2c && hasAnyRole(user, portal.account.clientId);
    for (const email of await addressesOf(args, portal, id).members())
      await services.persons.endByEmail(email, isContact);
  } catch (error) {
    // The contact is already saved. If the session store is down, sessions last until their tokens expire (docs/runbook.md).
    log.error({ err: error }, "sessions of a locked-out person could not be ended");
  }
}
