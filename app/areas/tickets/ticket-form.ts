import { defineForm, PERHAPS_SAVED, withPlainBreaks } from "#app/forms/define-form.ts";

/** Buttons of the history, without scripts: all notes open, or none. */
export const NOTES_FIELD = "notes";

/** A ticket as it is edited. `message` is what is added to its history. */
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
  also: [NOTES_FIELD],
  // 'Close Ticket' and 'Reopen Ticket' say it, too.
  pressed: ["statusId"],
  button: "Save Changes",
  perhapsSaved: `${PERHAPS_SAVED} Its history shows it.`,
  tidy: { details: withPlainBreaks, message: withPlainBreaks },
});

/** A new ticket. Not every service asks for all of it. */
export const newTicketForm = defineForm({
  id: "new-ticket",
  fields: {
    contractCover: "Contract",
    affectedUsers: "Number of Users Affected",
    errorcodes: "Error Code (if applicable)",
    contractItemId: "Related Device",
    contactId: "Contact",
    addressId: "Address",
    subject: "Summary",
    message: "Details",
  },
  files: "files",
  mostFiles: 3,
  button: "Send Ticket",
  sending: "submitting",
  perhapsSaved: "Please look at your tickets before you send it again.",
  tidy: { message: withPlainBreaks },
});
