import { expect, it } from "vitest";
import { contactList } from "#app/areas/contacts/contact-list.server.ts";
import { invoiceList } from "#app/areas/invoices/invoice-list.server.ts";
import { notificationList } from "#app/areas/notifications/notification-list.server.ts";
import { unpaidList } from "#app/areas/payments/unpaid-list.server.ts";
import { quoteList } from "#app/areas/quotes/quote-list.server.ts";
import { subscriptionList } from "#app/areas/subscriptions/subscription-list.server.ts";
import { ticketList } from "#app/areas/tickets/ticket-list.server.ts";
import type { List } from "#app/grid/define-list.server.ts";
import { showItems } from "#app/grid/list-loader.server.ts";

type AnyList = List<never, string, unknown>;
const money = { total: 1, outstandingAmount: 1, isCardPaymentPending: false };

/** Each list with a date: the column, the API's field, and what a row can't be without. */
const datedLists: readonly [AnyList, string, string, (id: number) => object][] = [
  [ticketList as AnyList, "issued", "time", (id) => ({ supportTicketId: id })],
  [invoiceList as AnyList, "date", "dateIssued", (id) => ({ invoiceNumber: id, ...money })],
  [unpaidList as AnyList, "date", "dateIssued", (id) => ({ invoiceNumber: id, ...money })],
  [quoteList as AnyList, "date", "quoteDateTime", (id) => ({ quoteId: id })],
  [notificationList as AnyList, "issued", "issuedOn", (id) => ({ notificationId: id })],
  [contactList as AnyList, "lastLogin", "lastLogin", (id) => ({ contactId: id })],
  [subscriptionList as AnyList, "issued", "issueDate", (id) => ({ licenseId: id })],
  [subscriptionList as AnyList, "expires", "expiryDate", (id) => ({ licenseId: id })],
];

it.each(datedLists.map(([list, column, ...row]) => [list.id, column, list, row] as const))(
  "the list %s has the newest first by %s, whatever the text",
  async (_id, column, list, [field, required]) => {
    const dates = [
      "2026-06-30T12:00:00Z",
      "2026-11-24T12:00:00Z",
      "24.11.2026",
      "2025-12-31T12:00:00Z",
      null,
    ];
    const rows = dates.map((date, index) => ({ ...required(index + 1), [field]: date }));
    const answer = list.operation!.answer.parse({ items: rows, totalCount: rows.length });
    const items = "items" in answer ? answer.items : answer;
    const request = new Request(`http://portal.example${list.path}?sort=-${column}`);
    const view = await showItems(list, { request }, items);
    const texts = view.rows.map(({ text }) => text[column]?.slice(0, 10));
    expect(texts.slice(0, 4)).toEqual(["24/11/2026", "30/06/2026", "31/12/2025", "We can't r"]);
    expect(texts[4]).toBe(column === "lastLogin" ? "Never" : "");
  },
);
