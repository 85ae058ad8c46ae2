import { submitOrCompare, type Latest } from "#app/forms/conflict.server.ts";
import { VERSION_FIELD } from "#app/forms/conflict.ts";
import { paths } from "#app/paths.ts";
import { addressText } from "#app/portal-api/addresses.ts";
import { getContactToEdit, updateContact } from "#app/portal-api/contacts.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { judgingOf, permitsOf, valuesOf } from "./contact-facts.ts";
import { editForm } from "./contact-form.ts";
import { placeOfRequest } from "./contact-list.ts";
import { contactSource, otherAdministrators, type ContactSource } from "./contact-source.server.ts";
import { administratorRole, heldRoles, hiddenSum, roleOptions } from "./role-grants.ts";
import { noteSaved } from "./saved-contacts.server.ts";
import { toContact } from "./to-contact.ts";

/** Saves a contact and leads to the confirmation; anything else comes back on the form. */
export async function saveContact(args: RouteArgs, portal: Portal, id: string) {
  const body = await args.request.formData();
  let asked: Promise<ContactSource> | undefined;
  const source = () => (asked ??= contactSource(args, portal, id));
  return submitOrCompare(args, portal, editForm, {
    body,
    saved: { to: paths.contactSaved(id, placeOfRequest(args.request)) },
    together: { confirmEmail: "email" },
    async judging() {
      const current = await source();
      const others = mayLoseAdministrator(current, body)
        ? await otherAdministrators(portal, current)
        : undefined;
      return judgingOf(current, others);
    },
    async save({ values, confirmed, hidden }) {
      const current = await source();
      const { contact, addresses } = current;
      const hiddenRoles = hiddenSum(contact.contactRoles ?? [], contact.myPortalRole ?? 0);
      const may = permitsOf(current);
      const rowVersion = hidden(VERSION_FIELD);
      const edited = { contact, addresses, values, may, hiddenRoles, confirmed, rowVersion };
      await portal.api.call(updateContact, { body: toContact(edited) });
      await noteSaved(portal, id);
    },
    latest: async () => latestOf(portal, await source(), id),
  });
}

/** The contact is an administrator, and the post takes the role or locks them out. */
function mayLoseAdministrator({ contact }: ContactSource, body: FormData): boolean {
  const roles = contact.contactRoles ?? [];
  const role = administratorRole(roles);
  const isOne = role !== undefined && heldRoles(roles, contact.myPortalRole ?? 0).includes(role);
  const remains = body.getAll("roles").includes(role ?? "") && body.get("myPortalIsLockedOut") !== "on";
  return isOne && !remains;
}

async function latestOf({ api }: Portal, { addresses }: ContactSource, id: string): Promise<Latest> {
  const contact = await api.call(getContactToEdit, { params: { id } });
  const roles = roleOptions(contact.contactRoles ?? []);
  const labelsOf = (values: readonly string[]) =>
    roles.filter(({ value }) => values.includes(value)).map(({ label }) => label);
  return {
    values: valuesOf(contact, false),
    rowVersion: contact.rowVersion,
    show(name, value) {
      if (typeof value !== "string") return labelsOf(value).join(", ");
      const address = addresses.find(({ addressId }) => String(addressId) === value);
      if (name === "addressId") return address && addressText(address);
      if (name.startsWith("myPortalIs")) return value === "on" ? "Yes" : "No";
      return undefined;
    },
  };
}
