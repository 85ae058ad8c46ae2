import { expect, it } from "vitest";
import { toListRow } from "#app/grid/define-list.server.ts";
import { listContacts } from "#shared/portal-api/contacts.ts";
import { contactList } from "./contact-list.server.ts";

it.each([
  ["2026-11-25T10:00:00Z", "25/11/2026"],
  ["soon", "We can't read this date"],
  ["", "Never"],
  [null, "Never"],
  [undefined, "Never"],
  ["0001-01-01T00:00:00", "Never"],
])("shows the last login %j as '%s'", (lastLogin, text) => {
  const { items } = listContacts.answer.parse({ items: [{ contactId: 1, lastLogin }], totalCount: 1 });
  expect(items.map((item) => toListRow(contactList, item).text.lastLogin)).toEqual([text]);
});
