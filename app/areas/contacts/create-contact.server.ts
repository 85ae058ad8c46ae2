import { ONCE_FIELD, onlyOnce } from "#app/forms/only-once.server.ts";
import { submitForm } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { createContact } from "#app/portal-api/contacts.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { judgingOf, permitsOf } from "./contact-facts.ts";
import { newForm } from "./contact-form.ts";
import { placeOfRequest } from "./contact-list.ts";
import { contactSource, type ContactSource } from "./contact-source.server.ts";
import { noteSaved } from "./saved-contacts.server.ts";
import { toContact } from "./to-contact.ts";

/** Adds a contact, once however often the button was pressed, and leads to the confirmation. */
export async function addContact(args: RouteArgs, portal: Portal) {
  let asked: Promise<ContactSource> | undefined;
  const source = () => (asked ??= contactSource(args, portal, undefined));
  return submitForm(args, portal, newForm, {
    judging: async () => judgingOf(await source()),
    async save({ values, confirmed, hidden }) {
      const current = await source();
      const { contact, addresses } = current;
      const edited = { contact, addresses, values, may: permitsOf(current), hiddenRoles: 0, confirmed };
      const body = toContact(edited);
      const id = await onlyOnce(portal.session, hidden(ONCE_FIELD), body, async () => {
        const created = await portal.api.call(createContact, { body });
        return created?.contactId ?? "";
      });
      await noteSaved(portal, id);
      return { to: paths.contactAdded(id, placeOfRequest(args.request)) };
    },
  });
}
