import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { whenAsked } from "#app/forms/asked-reload.ts";
import { formTitled } from "#app/forms/form-title.ts";
import { newOnce, ONCE_FIELD } from "#app/forms/only-once.server.ts";
import { requireRole } from "#app/request/require.ts";
import { ContactFormPage } from "./contact-form-page.tsx";
import { placeOfRequest } from "./contact-list.ts";
import { ContactSaved } from "./contact-saved.tsx";
import { contactSource } from "./contact-source.server.ts";
import { contactView } from "./contact-view.server.ts";
import { addContact } from "./create-contact.server.ts";
import { requireSaved } from "./saved-contacts.server.ts";

export const meta = formTitled((data) =>
  (data as { added?: boolean } | null)?.added ? "New Contact Added" : "Add New Contact",
);

/** A half-typed form must not be reloaded. */
export const shouldRevalidate = whenAsked("added");

/** A blank form; with `?added` the confirmation, if this session added it. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "MyPortal Admin");
  const added = new URL(args.request.url).searchParams.get("added");
  if (added !== null) {
    await requireSaved(portal, added);
    return { added: true as const, id: added || undefined, place: placeOfRequest(args.request) };
  }
  const source = await contactSource(args, portal, undefined);
  return { added: false as const, ...contactView(args, portal, source, { [ONCE_FIELD]: newOnce() }) };
}

/** Adds the contact, once for each filling-in of the form. */
export async function action(args: ActionFunctionArgs) {
  return addContact(args, await requireRole(args, "MyPortal Admin"));
}

/** Add New Contact, or the confirmation. */
export default function NewContact() {
  const view = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (view.added)
    return <ContactSaved heading="New Contact Added" text="New Contact Added Successfully." {...view} />;
  return <ContactFormPage view={view} reply={reply} />;
}
