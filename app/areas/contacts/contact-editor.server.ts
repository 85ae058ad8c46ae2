import { flowState } from "#app/flows/flow.server.ts";
import { defineEdit, type Source } from "#app/forms/edit.server.ts";
import { definePost } from "#app/forms/post.server.ts";
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
  loginStatuses,
  updateContact,
  type EditedContact,
} from "#shared/portal-api/contacts.ts";
import { toText, toWord, trimmedText } from "#shared/portal-api/shapes.ts";
import { hasAnyRole } from "#shared/roles.ts";
import { contactForm, type ContactFacts } from "./contact-form.ts";
import { contactList } from "./contact-list.server.ts";
import { hiddenSum, roleOptions, shownRoleIds, sumRoleIds, withOr } from "./contact-roles.ts";
import { isLastAdministrator, LAST_ADMINISTRATOR } from "./last-administrator.server.ts";
import { noteRoleSum } from "./roles-view.server.ts";

type ContactSource = Source<EditedContact, readonly Address[]>;

/** The form's banner for each status of the login account. 'Active' has none. */
const banners: ReadonlyMap<string, string> = new Map([
  ["Not registered", "This contact has not registered to log in to the Customer Portal."],
  [
    "Not validated",
    "This contact's account has not been validated. Tick 'Validate account' and save to give access to the Customer Portal.",
  ],
  [
    "Locked",
    "This contact's account has been locked out. Untick 'Account locked out' and save to reinstate access to the Customer Portal.",
  ],
  ["New", "This contact has registered but has never logged in to the Customer Portal."],
]);

/** The API's flag for each field, which says whether the person editing may change it. */
const writeFlags = {
  email: "canWriteEmailProperty",
  roles: "canWriteMyPortalRoleProperty",
  myPortalIsLockedOut: "canWriteMyPortalIsLockedOutProperty",
  myPortalIsValidated: "canWriteMyPortalIsValidatedProperty",
} as const;

/** The contact that this session saved last, and what changed, for the confirmation page. */
export const savedContact = flowState<{ readonly name: string; readonly changes: readonly string[] }>(
  "saved contact",
);

const contact = defineEdit({
  form: contactForm,
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
  // People can't correct a field that they can't change, so we leave checking it to the API.
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
  describeValue: (_source, name, value) =>
    name.startsWith("myPortalIs") ? (value === "on" ? "Yes" : "No") : undefined,
  linkedFields: { confirmEmail: "email" },
});

/** Edits or adds a contact (docs/domain.md, Contacts). */
export const contactEditor = definePost({
  ...contact,
  role: "MyPortal Admin",
  rules: getContactRules,
  async ruleContext(source, request, values) {
    const { item, isNew } = source;
    const { rules, serverFindings: unofferedValues } = contact.ruleContext(source, request, values);
    const isLocked = mayWrite(source, "myPortalIsLockedOut") && values?.myPortalIsLockedOut === "on";
    const isLast =
      values &&
      mayWrite(source, "roles") &&
      (await isLastAdministrator(request.portal, item, { roles: values.roles, isLocked }));
    const facts: ContactFacts = {
      originalEmail: isNew ? "" : trimmedText(item.originalEmail ?? item.email),
      hiddenRoleSum: hiddenRoleSum(source),
    };
    const serverFindings = isLast ? { ...unofferedValues, roles: [LAST_ADMINISTRATOR] } : unofferedValues;
    return { rules, facts, serverFindings };
  },
  view({ item, isNew, id }, { args: { request } }) {
    const firstNames = trimmedText(item.firstNames);
    const date = trimmedText(item.myPortalIsValidatedDate);
    const validatedText = readable(date)
      ? `Account validated on ${formatDate(date)}`
      : ["Account validated", formatDate(date)].filter(Boolean).join(". ");
    return {
      id,
      row: { name: nameOf(item) },
      shortName: firstNames.split(/\s+/)[0] || "this contact",
      banner: isNew ? undefined : banners.get(toWord(loginStatuses, item.loginAccountStatus)),
      roles: roleOptions(item.contactRoles ?? []),
      savedRoles: isNew ? undefined : shownRoleIds(item.contactRoles ?? [], item.myPortalRole ?? 0),
      validatedText: !isNew && item.myPortalIsValidated ? validatedText : undefined,
      backTo: previousListUrl(contactList, request.url),
    };
  },
  async save(posted) {
    const { item, id } = posted.source;
    const email = toText(item.originalEmail) || toText(item.email);
    // Recorded before the save, so that we have the old email address even if the API's answer is lost.
    if (id && email) await earlierEmailsOf(posted.args, posted.portal, id).add([email]);
    return contact.save(posted);
  },
  async saved({ source, args, portal, values }, id) {
    await recordCompleted(portal, "contact saved", id);
    const name = `${values.firstNames} ${values.surname}`.trim();
    savedContact.save(portal, { name, changes: changesOf(source, name, values) }, id);
    noteRoleSum(portal, id, roleSumOf(source, values.roles));
    // It may be their own contact, whose name we greet them by.
    portal.session.forgetSummary(portal.account.clientId);
    if (values.myPortalIsLockedOut === "on" && mayWrite(source, "myPortalIsLockedOut"))
      await endSessions(args, portal, id);
    const place = readListPlace(contactList, args.request.url);
    return { to: source.isNew ? paths.contactAdded(id, place) : paths.contactSaved(id, place) };
  },
});

export type ContactView = Awaited<ReturnType<NonNullable<typeof contactEditor.view>>>;

export const nameOf = ({ fullName, firstNames, surname }: EditedContact) =>
  trimmedText(fullName) || `${trimmedText(firstNames)} ${toText(surname)}`.trim();

/** What a save changes about the contact's access, one sentence each. */
function changesOf(
  { item, isNew }: ContactSource,
  name: string,
  { roles, myPortalIsLockedOut }: { readonly roles: readonly string[]; readonly myPortalIsLockedOut: string },
): string[] {
  const held = isNew ? [] : shownRoleIds(item.contactRoles ?? [], item.myPortalRole ?? 0);
  const when = `the ${isNew ? "first" : "next"} time they sign in`;
  const changes = roleOptions(item.contactRoles ?? []).map(({ value, label, allows, restriction }) => {
    if (held.includes(value) === roles.includes(value)) return "";
    if (held.includes(value)) {
      const lost = allows ? `be able to ${withOr(allows)}` : `have ${label}`;
      return `won't ${lost} ${when}`;
    }
    return allows ? `will be able to ${allows} ${when}` : restriction && `${restriction}, from ${when}`;
  });
  const isLocked = myPortalIsLockedOut === "on";
  const lock = isLocked ? "has been locked out and signed out" : isNew ? "" : "can sign in again now";
  return [
    ...changes.filter(Boolean),
    ...(lock && isLocked !== (item.myPortalIsLockedOut ?? false) ? [lock] : []),
  ].map((change) => `${name} ${change}.`);
}

/** A new contact's email and roles can always be set. A validation can't be undone. */
function mayWrite({ item, isNew }: ContactSource, name: keyof typeof writeFlags) {
  if (isNew && (name === "email" || name === "roles")) return true;
  if (!isNew && name === "myPortalIsValidated" && item.myPortalIsValidated) return false;
  const flag = item[writeFlags[name]];
  return flag === true || (isNew && (flag === null || flag === undefined));
}

const roleSumOf = (source: ContactSource, roles: readonly string[]) =>
  mayWrite(source, "roles") ? sumRoleIds(roles) + hiddenRoleSum(source) : source.item.myPortalRole;

const hiddenRoleSum = ({ item, isNew }: ContactSource) =>
  isNew ? 0 : hiddenSum(item.contactRoles ?? [], item.myPortalRole ?? 0);

/** The email addresses that the contact had before each save. */
function earlierEmailsOf({ context }: RouteArgs, { account }: Portal, id: string) {
  return context.services.persons.addressesOf(`contact ${id} of ${account.clientId}`);
}

/**
 * Ends a locked-out contact's sessions if they have a role in this account, before we say that it's saved. Not an
 * employee's, because a customer's administrator can give a contact any email address.
 */
async function endSessions(args: RouteArgs, portal: Portal, id: string): Promise<void> {
  const { services, log } = args.context;
  try {
    const isContact = (user: SignedInUser) => user.b2c && hasAnyRole(user, portal.account.clientId);
    for (const email of await earlierEmailsOf(args, portal, id).members())
      await services.persons.endByEmail(email, isContact);
  } catch (error) {
    // The contact is already saved. If the session store is down, their sessions last until their tokens expire (docs/runbook.md).
    log.error({ err: error }, "sessions of a locked-out person could not be ended");
  }
}
