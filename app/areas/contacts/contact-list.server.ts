import { defineList } from "#app/grid/define-list.server.ts";
import { formatDate } from "#app/ui/format.ts";
import type { Tone } from "#app/ui/tone.ts";
import { paths } from "#shared/paths.ts";
import { listContacts } from "#shared/portal-api/contacts.ts";

const tones: Readonly<Record<string, Tone>> = {
  Active: "success",
  New: "info",
  "Not validated": "warning",
  Locked: "error",
};

/** The contacts of the account (docs/domain.md, Contacts). */
export const contactList = defineList({
  id: "contacts",
  path: paths.contacts(),
  caption: "Contacts for this account",
  empty: "There are no contacts yet.",
  emptyIcon: "users",
  role: "MyPortal Admin",
  operation: listContacts,
  columns: [
    { key: "salutation", label: "Title", sort: "salutation" },
    { key: "fullName", label: "Full Name", sort: "fullName", text: ({ fullName }) => fullName || "No name" },
    { key: "email", label: "Email", sort: "email" },
    { key: "position", label: "Position", sort: "position" },
    {
      key: "status",
      label: "Account Status",
      text: ({ loginAccountStatus }) => loginAccountStatus,
      tone: ({ loginAccountStatus }) => tones[loginAccountStatus] ?? "neutral",
    },
    {
      key: "lastLogin",
      label: "Last Login",
      sort: "lastLogin",
      date: ({ lastLogin }) => lastLogin,
      text: ({ lastLogin }) => formatDate(lastLogin) ?? "Never",
    },
    { key: "edit", label: "Edit", icon: "pencil" },
  ],
  onPhone: { title: "fullName", facts: ["position", "email", "status", "lastLogin"] },
  link: "fullName",
  defaultSort: "fullName",
  sizes: [5, 8, 20, 50, 100],
  search: { label: "Search Contacts", delayMs: 1000 },
  keyOf: ({ contactId }) => contactId,
  nameOf: ({ fullName }) => fullName || "contact",
  to: ({ contactId }, place) => paths.contact(contactId, place),
});
