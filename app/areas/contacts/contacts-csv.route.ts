import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvResponse } from "#app/grid/csv.server.ts";
import { readListState } from "#app/grid/define-list.ts";
import { everyRow } from "#app/grid/load-list.ts";
import { listContacts, type ContactListItem } from "#app/portal-api/contacts.ts";
import { requireRole } from "#app/request/require.ts";
import { contactList } from "./contact-list.ts";
import { toContactRow, type ContactRow } from "./contact-row.ts";

type Column = Exclude<(typeof contactList.columns)[number]["key"], "edit">;

/** Every page of the list, by its search and sort. */
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
