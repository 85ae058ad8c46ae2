import type { LoaderFunctionArgs } from "@remix-run/node";
import { contactList } from "./contact-list.ts";
import { type ContactRow, toContactRow } from "./contact-row.ts";
import { csvResponse } from "../../grid/csv.server.ts";
import { readListState } from "../../grid/define-list.ts";
import { everyRow } from "../../grid/load-list.ts";
import { type ContactListItem, listContacts } from "../../portal-api/contacts.ts";
import { requireRole } from "../../request/require.ts";

type Column = Exclude<(typeof contactList.columns)[number]["key"], "edit">;

/** Manage Contacts as a file: every row of the current search, in the current order. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireRole(args, "MyPortal Admin");
  const state = readListState(args.request.url, contactList);
  const contacts = everyRow(contactList, state, (query) =>
    api.call(listContacts, { query }, { fresh: true }),
  );
  const columns = contactList.columns.filter(({ icon }) => !icon);
  return csvResponse(
    "contacts",
    columns.map(({ key, label }) => ({ label, value: (row: ContactRow) => row[key as Column] })),
    rowsOf(contacts),
  );
}

async function* rowsOf(contacts: AsyncIterable<ContactListItem>): AsyncGenerator<ContactRow> {
  for await (const contact of contacts) yield toContactRow(contact);
}
