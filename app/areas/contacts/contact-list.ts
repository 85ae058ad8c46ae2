import { defineList } from "#app/grid/define-list.ts";
import { placeIn } from "#app/grid/list-place.ts";

/** The list of Manage Contacts. */
export const contactList = defineList({
  id: "contacts",
  columns: [
    { key: "salutation", label: "Title", sort: "salutation" },
    { key: "fullName", label: "Full Name", sort: "fullName" },
    { key: "email", label: "Email", sort: "email" },
    { key: "position", label: "Position", sort: "position" },
    { key: "status", label: "Account Status" },
    { key: "lastLogin", label: "Last Login", sort: "lastLogin" },
    { key: "edit", label: "Edit", icon: true },
  ],
  defaultSort: "fullName",
  defaultSize: 8,
  sizes: [5, 8, 20, 50, 100],
  search: { label: "Search Contacts", delayMs: 1000 },
});

/** Where in the list this request's page was opened from. */
export const placeOfRequest = ({ url }: Request): string | undefined => placeIn(contactList, url);
