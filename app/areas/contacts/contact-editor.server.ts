import type { Source } from "#app/forms/editor-values.server.ts";
import { defineEditor } from "#app/forms/editor.server.ts";
import { previousListAddress, readListPlace } from "#app/grid/list-place.ts";
import { toListDefinition } from "#app/grid/list.server.ts";
import { paths } from "#app/paths.ts";
import { addressChoice, listAddresses, type Address } from "#app/portal-api/addresses.ts";
import {
  createContact,
  getBlankContact,
  getContactRules,
  getContactToEdit,
  updateContact,
  type EditedContact,
} from "#app/portal-api/contacts.ts";
import { toText } from "#app/portal-api/shapes.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { hasAnyRole } from "#app/request/roles.ts";
import { formatDate } from "#app/ui/format.ts";
import { contactForm } from "./contact-form.ts";
import { contactList } from "./contact-list.server.ts";
import { administratorsLeft, lastAdministrator } from "./last-administrator.server.ts";
import { heldRoles, hiddenSum, roleOptions, sumOf } from "./role-grants.ts";

type ContactSource = Source<EditedContact, readonly Address[]>;

/** What the form says of the login account, by its status; nothing for 'Active'. */
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

/** The API's flags of what may be written, by the field that writes it. */
const permits = {
  email: "canWriteEmailProperty",
  roles: "canWriteMyPortalRoleProperty",
  myPortalIsLockedOut: "canWriteMyPortalIsLockedOutProperty",
  myPortalIsValidated: "canWriteMyPortalIsValidatedProperty",
} as const;

/** One contact of the account, or a new one (docs/domain.md, Contacts). */
export const contactEditor = defineEditor({
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
    addressId: related.map(addressChoice),
    roles: roleOptions(item.contactRoles ?? []),
  }),
  // Nobody can mend what they may not write: the API judges that when it saves.
  withheld: (source) => [
    ...(Object.keys(permits) as (keyof typeof permits)[]).filter((name) => !mayWrite(source, name)),
    ...(mayWrite(source, "email") ? [] : (["confirmEmail"] as const)),
  ],
  read(source, { email, confirmEmail }) {
    const { item, isNew } = source;
    return {
      confirmEmail: mayWrite(source, "email") ? email : confirmEmail,
      roles: isNew ? [] : heldRoles(item.contactRoles ?? [], item.myPortalRole ?? 0),
      ...(isNew && { myPortalIsValidated: "on", myPortalIsLockedOut: "" }),
    };
  },
  write(source, { roles, ...flags }) {
    const { item } = source;
    const flag = (name: "myPortalIsLockedOut" | "myPortalIsValidated") =>
      mayWrite(source, name) ? flags[name] === "on" : item[name];
    return {
      myPortalRole: mayWrite(source, "roles") ? sumOf(roles) + hiddenRoles(source) : item.myPortalRole,
      myPortalIsLockedOut: flag("myPortalIsLockedOut"),
      myPortalIsValidated: flag("myPortalIsValidated"),
      // Empty, for the sum in `myPortalRole` counts.
      contactRoles: [],
    };
  },
  async judging(source, { api }, values) {
    const { item, isNew, rules } = source;
    const isLocked = mayWrite(source, "myPortalIsLockedOut") && values?.myPortalIsLockedOut === "on";
    const left = values && (await administratorsLeft({ api }, item, { roles: values.roles, isLocked }));
    return {
      rules: [...rules, lastAdministrator],
      fixed: {
        originalEmail: isNew ? "" : toText(item.originalEmail ?? item.email).trim(),
        hiddenRoles: hiddenRoles(source),
        ...(left !== undefined && { administratorsLeft: left }),
      },
    };
  },
  inWords: (_source, name, value) =>
    name.startsWith("myPortalIs") ? (value === "on" ? "Yes" : "No") : undefined,
  together: { confirmEmail: "email" },
  confirmation: "contact saved",
  async saved({ id, isNew, args, portal }, { source, values }) {
    if (values.myPortalIsLockedOut === "on" && mayWrite(source, "myPortalIsLockedOut"))
      await endSessions(args, portal, source);
    const place = readListPlace(toListDefinition(contactList), args.request.url);
    return { to: isNew ? paths.contactAdded(id, place) : paths.contactSaved(id, place) };
  },
  view({ item, isNew }, { request }) {
    const firstNames = toText(item.firstNames).trim();
    const date = formatDate(toText(item.myPortalIsValidatedDate));
    return {
      fullName: toText(item.fullName).trim() || `${firstNames} ${toText(item.surname)}`.trim(),
      calledName: firstNames.split(/\s+/)[0] || "this contact",
      banner: isNew ? undefined : banners.get(toText(item.loginAccountStatus).trim().toLowerCase()),
      roles: roleOptions(item.contactRoles ?? []),
      validated:
        !isNew && item.myPortalIsValidated ? `Account validated${date ? ` on ${date}` : ""}` : undefined,
      back: previousListAddress(toListDefinition(contactList), request.url),
    };
  },
});

/** A new contact's e-mail and role can always be written; who is validated stays so. */
function mayWrite(
  { item, isNew }: Pick<ContactSource, "item" | "isNew">,
  name: keyof typeof permits,
): boolean {
  if (isNew && (name === "email" || name === "roles")) return true;
  if (!isNew && name === "myPortalIsValidated" && item.myPortalIsValidated) return false;
  const flag = item[permits[name]];
  return flag === true || (isNew && (flag === null || flag === undefined));
}

/** The sum of the held roles that the form does not show. */
function hiddenRoles({ item, isNew }: Pick<ContactSource, "item" | "isNew">): number {
  return isNew ? 0 : hiddenSum(item.contactRoles ?? [], item.myPortalRole ?? 0);
}

/** Signs out who was locked out, wherever they work for this account, before anybody is told that it is done. */
async function endSessions(
  { context }: RouteArgs,
  { account }: Portal,
  { item }: ContactSource,
): Promise<void> {
  const email = toText(item.originalEmail) || toText(item.email);
  if (!email) return;
  try {
    await context.services.persons.endByEmail(email, (user) => hasAnyRole(user, account.clientId));
  } catch (error) {
    // The contact is saved and locked: without a store the sessions last until their tokens end (docs/runbook.md).
    context.log.error({ err: error }, "sessions of a locked-out person could not be ended");
  }
}
