import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { whenAsked } from "#app/forms/asked-reload.ts";
import { formTitled } from "#app/forms/form-title.ts";
import { requireRole } from "#app/request/require.ts";
import { ContactFormPage } from "./contact-form-page.tsx";
import { placeOfRequest } from "./contact-list.ts";
import { ContactSaved } from "./contact-saved.tsx";
import { contactSource } from "./contact-source.server.ts";
import { contactView } from "./contact-view.server.ts";
import { saveContact } from "./save-contact.server.ts";
import { requireSaved } from "./saved-contacts.server.ts";

export const meta = formTitled((data) =>
  (data as { saved?: boolean } | null)?.saved ? "Saved" : "Edit Contact",
);

/** A half-typed form must not be reloaded. */
export const shouldRevalidate = whenAsked("saved");

/** The form of a contact; with `?saved` the confirmation, if this session saved it. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "MyPortal Admin");
  const { id = "" } = args.params;
  if (new URL(args.request.url).searchParams.has("saved")) {
    await requireSaved(portal, id);
    return { saved: true as const, id, place: placeOfRequest(args.request) };
  }
  const view = contactView(args, portal, await contactSource(args, portal, id));
  return { saved: false as const, id, ...view };
}

/** Saves the contact. */
export async function action(args: ActionFunctionArgs) {
  const portal = await requireRole(args, "MyPortal Admin");
  return saveContact(args, portal, args.params.id ?? "");
}

/** Edit Contact, or the confirmation. */
export default function EditContact() {
  const view = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (view.saved) return <ContactSaved heading="Saved" text="Contact updated successfully." {...view} />;
  return <ContactFormPage key={view.id} view={view} reply={reply} />;
}
