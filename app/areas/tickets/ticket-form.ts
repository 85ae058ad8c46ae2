import { defineForm, PERHAPS_SAVED_ADVICE } from "#app/forms/define-form.ts";
import { localRule } from "#app/forms/validate.ts";

/** The Expand all and Collapse all buttons, which work without scripts. */
export const NOTES_FIELD = "notes";

/** The query parameter, and the button, for editing formatted details as text. */
export const EDIT_FIELD = "edit";

/** `message` is a reply, which is added to the ticket's history. */
export const ticketForm = defineForm({
  id: "ticket",
  fields: {
    statusId: "Ticket Status",
    contactId: "Contact",
    addressId: "Address",
    details: "Details",
    message: "Reply",
  },
  files: "files",
  otherNames: [NOTES_FIELD, EDIT_FIELD],
  // The 'Close ticket' and 'Reopen ticket' buttons set it too.
  button: "Save Changes",
  perhapsSavedAdvice: `${PERHAPS_SAVED_ADVICE} You'll see it in the ticket's history.`,
  kinds: { details: "text", message: "text" },
});

/** The service decides which of these fields are shown. */
export const newTicketForm = defineForm({
  id: "new-ticket",
  fields: {
    subject: "Summary",
    message: "Details",
    contractCover: "Contract",
    affectedUsers: "Number of Users Affected",
    errorcodes: "Error Code (if applicable)",
    contractItemId: "Related Device",
    contactId: "Contact",
    addressId: "Address",
  },
  files: "files",
  maxFileCount: 3,
  button: "Send Ticket",
  bannerVerb: "submitting",
  perhapsSavedAdvice: "Please check your tickets before you send it again.",
  kinds: { message: "text", affectedUsers: "count" },
  rules: [localRule("AffectedUsers", "Digit", "Enter a whole number, such as 12")],
});

/** The ticket's name in page titles. */
export function ticketName(data: unknown): string | undefined {
  const { id } = (data ?? {}) as { id?: string };
  return id && `Ticket ${id}`;
}
