import type { Judging } from "#app/forms/define-form.ts";
import { defineEditor, type Source } from "#app/forms/editor.server.ts";
import { fieldsOf, written } from "#app/forms/object-fields.ts";
import { backTo, placeIn } from "#app/grid/list-place.ts";
import { shapeOf } from "#app/grid/list.server.ts";
import { paths } from "#app/paths.ts";
import { addressChoice, listAddresses, type Address } from "#app/portal-api/addresses.ts";
import {
  createContact,
  getBlankContact,
  getContactRules,
  getContactToEdit,
  listContacts,
  updateContact,
  type EditedContact,
} from "#app/portal-api/contacts.ts";
import { wordsOf } from "#app/portal-api/shapes.ts";
import { noteDone } from "#app/request/done-here.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { hasAnyRole } from "#app/request/roles.ts";
import { formatDate } from "#app/ui/format.ts";
import { contactForm, type ContactFacts, type ContactValues } from "./contact-form.ts";
import { contactList } from "./contact-list.server.ts";
import {
  administratorRole,
  heldRoles,
  hiddenSum,
  holds,
  namesOf,
  roleOptions,
  sumOf,
} from "./role-grants.ts";

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
  choices: choicesOf,
  withheld: withheldFrom,
  read: contactValues,
  write: toContact,
  judging: async (source, portal, body) =>
    judgingBy(
      source,
      body && mayLoseAdministrator(source, body) ? await otherAdministrators(portal, source) : undefined,
    ),
  inWords({ item }, name, value) {
    if (typeof value !== "string") return namesOf(roleOptions(item.contactRoles ?? []), value);
    return name.startsWith("myPortalIs") ? (value === "on" ? "Yes" : "No") : undefined;
  },
  together: { confirmEmail: "email" },
  async saved({ id, isNew, args, portal }, { source, values }) {
    await noteDone(portal, "contact saved", id);
    if (values.myPortalIsLockedOut === "on" && permitsOf(source).lock)
      await endSessions(args, portal, source);
    const place = placeIn(shapeOf(contactList), args.request.url);
    return { to: isNew ? paths.contactAdded(id, place) : paths.contactSaved(id, place) };
  },
  view(source, { request }) {
    const { item, isNew } = source;
    const { firstNames, surname } = contactValues(source);
    const date = formatDate(wordsOf(item.myPortalIsValidatedDate));
    return {
      fullName: wordsOf(item.fullName).trim() || `${firstNames} ${surname}`.trim(),
      calledName: firstNames.split(/\s+/)[0] || "this contact",
      banner: isNew ? undefined : banners.get(wordsOf(item.loginAccountStatus).trim().toLowerCase()),
      roles: roleOptions(item.contactRoles ?? []),
      may: permitsOf(source),
      validated:
        !isNew && item.myPortalIsValidated ? `Account validated${date ? ` on ${date}` : ""}` : undefined,
      back: backTo(shapeOf(contactList), request.url),
    };
  },
});

function choicesOf({ related }: Pick<ContactSource, "related">) {
  return { addressId: related.map(addressChoice) };
}

export interface Permits {
  readonly email: boolean;
  readonly role: boolean;
  readonly lock: boolean;
  /** Also false once validated: the date stands in its place. */
  readonly validate: boolean;
}

/** The API's can-write flags; a new contact's e-mail and role can always be written. */
export function permitsOf({ item, isNew }: Pick<ContactSource, "item" | "isNew">): Permits {
  const allowed = (flag: unknown) => flag === true || (isNew && (flag === null || flag === undefined));
  return {
    email: isNew || allowed(item.canWriteEmailProperty),
    role: isNew || allowed(item.canWriteMyPortalRoleProperty),
    lock: allowed(item.canWriteMyPortalIsLockedOutProperty),
    validate: allowed(item.canWriteMyPortalIsValidatedProperty) && (isNew || !item.myPortalIsValidated),
  };
}

/** Nobody can mend what they may not write: the API judges that when it saves. */
function withheldFrom(source: Pick<ContactSource, "item" | "isNew">) {
  const may = permitsOf(source);
  return [
    ...(may.email ? [] : (["email", "confirmEmail"] as const)),
    ...(may.role ? [] : (["roles"] as const)),
    ...(may.lock ? [] : (["myPortalIsLockedOut"] as const)),
    ...(may.validate ? [] : (["myPortalIsValidated"] as const)),
  ];
}

export function contactValues({ item, isNew }: Pick<ContactSource, "item" | "isNew">): ContactValues {
  const values = fieldsOf(contactForm, item);
  return {
    ...values,
    confirmEmail: values.email,
    myPortalIsValidated: isNew ? "on" : values.myPortalIsValidated,
    myPortalIsLockedOut: isNew ? "" : values.myPortalIsLockedOut,
    roles: isNew ? [] : heldRoles(item.contactRoles ?? [], item.myPortalRole ?? 0),
  };
}

/** What the form can't change; `others` counts the other administrators where that matters. */
export function judgingBy(source: Pick<ContactSource, "item" | "isNew">, others?: number): Judging {
  const { item, isNew } = source;
  const roles = item.contactRoles ?? [];
  const facts: ContactFacts = {
    originalEmail: isNew ? "" : wordsOf(item.originalEmail ?? item.email).trim(),
    hiddenRoles: isNew ? 0 : hiddenSum(roles, item.myPortalRole ?? 0),
    offeredRoles: roleOptions(roles).map(({ value }) => value),
    ...(others === undefined
      ? {}
      : { otherAdministrators: others, administratorRole: administratorRole(roles) ?? "" }),
  };
  return { fixed: { ...facts } };
}

/** The contact that goes back to the API: whole, and `contactRoles` empty, for the sum in `myPortalRole` counts. */
export function toContact(
  source: Pick<ContactSource, "item" | "isNew" | "related">,
  { values, confirmed }: { readonly values: ContactValues; readonly confirmed: boolean },
): EditedContact {
  const { item, isNew } = source;
  const may = permitsOf(source);
  const { email, confirmEmail, roles, myPortalIsValidated, myPortalIsLockedOut, ...texts } = values;
  const hidden = isNew ? 0 : hiddenSum(item.contactRoles ?? [], item.myPortalRole ?? 0);
  return {
    ...written(item, texts, choicesOf(source)),
    ...(may.email ? { email, confirmEmail } : {}),
    ...(may.role ? { myPortalRole: sumOf(roles) + hidden } : {}),
    ...(may.lock ? { myPortalIsLockedOut: myPortalIsLockedOut === "on" } : {}),
    ...(may.validate ? { myPortalIsValidated: myPortalIsValidated === "on" } : {}),
    contactRoles: [],
    isSaveConfirmed: confirmed,
  };
}

/** The person looked at is an administrator, and the form as sent takes the role or locks the account. */
function mayLoseAdministrator({ item }: ContactSource, body: FormData): boolean {
  const roles = item.contactRoles ?? [];
  const role = administratorRole(roles);
  const isOne = role !== undefined && heldRoles(roles, item.myPortalRole ?? 0).includes(role);
  const remains = body.getAll("roles").includes(role ?? "") && body.get("myPortalIsLockedOut") !== "on";
  return isOne && !remains;
}

const PAGE_SIZE = 100;
const MOST_PAGES = 10;

/** 1 where the account has another administrator, 0 where not; undefined where the API's list tells no roles. */
async function otherAdministrators({ api }: Portal, { item }: ContactSource): Promise<number | undefined> {
  const role = Number(administratorRole(item.contactRoles ?? []) ?? 0);
  if (role === 0) return undefined;
  let seen = 0;
  for (let pageNumber = 1; pageNumber <= MOST_PAGES; pageNumber += 1) {
    const query = { pageNumber, pageSize: PAGE_SIZE, sortBy: "lastLogin DESC" };
    const { items, totalCount } = await api.call(listContacts, { query });
    if (items.some(({ myPortalRole }) => typeof myPortalRole !== "number")) return undefined;
    const others = items.filter(
      ({ contactId, loginAccountStatus }) =>
        contactId !== String(item.contactId) && loginAccountStatus.toLowerCase() !== "locked",
    );
    if (others.some(({ myPortalRole }) => holds(myPortalRole ?? 0, role))) return 1;
    // Pages may be shorter than asked for.
    seen += items.length;
    if (items.length === 0 || seen >= totalCount) return 0;
  }
  return undefined;
}

/** Signs out who was locked out, wherever they work for this account, before anybody is told that it is done. */
async function endSessions(
  { context }: RouteArgs,
  { account }: Portal,
  { item }: ContactSource,
): Promise<void> {
  const email = wordsOf(item.originalEmail) || wordsOf(item.email);
  if (!email) return;
  try {
    await context.services.persons.endByEmail(email, (user) => hasAnyRole(user, account.clientId));
  } catch (error) {
    // The contact is saved and locked: without a store the sessions last until their tokens end (docs/runbook.md).
    context.log.error({ err: error }, "sessions of a locked-out person could not be ended");
  }
}
