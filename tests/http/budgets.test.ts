import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import type { Script } from "../support/api-tap.ts";
import { numberOf } from "../support/invoices.ts";
import { world } from "../support/world.ts";

startWithAnna();

const BELL = "/Notification/MyNotifications";
const INVOICES = "/Invoice/MyInvoices";
const DEBITS = "/DirectDebit/GetDirectDebits";
const firstTicket = async () => (await anna.get("/tickets")).$("[data-row-link]").first().attr("href") ?? "";

it.each<[string, () => string | Promise<string>, string[]]>([
  ["the dashboard", () => "/dashboard", [INVOICES, "/SupportTicket/MyLatestTickets"]],
  ["invoices", () => "/invoices", [INVOICES, INVOICES, INVOICES, DEBITS]],
  ["an invoice", () => `/invoices/${numberOf("Nothing to pay")}`, ["/Invoice/Details", DEBITS]],
  ["Make a Payment", () => "/invoices/make-a-payment", [INVOICES, INVOICES, DEBITS]],
  ["the form of a new contact", () => "/account/contacts/new", ["/Contact/Create", "/Address/Index"]],
  [
    "a ticket",
    firstTicket,
    [
      "/SupportTicket/Details",
      "/Contact/ContactsByCurrentClientIdForDropdown",
      "/Contact/EditCurrentContact",
      "/Address/Index",
      BELL,
    ],
  ],
])("%s makes its calls in one round", async (_page, pathOf, own) => {
  const path = await pathOf();
  // What's asked for once a session, such as the rules of a form, isn't counted.
  await anna.get(path);
  const expected = [...own, BELL].toSorted();
  const asked: string[] = [];
  const all = Promise.withResolvers<void>();
  // None is answered before the last is there.
  const script: Script = async (call) => {
    if (call.method !== "GET") return undefined;
    asked.push(call.path);
    if (asked.length >= expected.length) all.resolve();
    await all.promise;
    return undefined;
  };
  const { status } = await world.api.scripted(script, () => anna.get(path));
  expect([status, asked.toSorted()]).toEqual([200, expected]);
});
