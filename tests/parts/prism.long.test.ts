import { expect, it } from "vitest";
import { startPrism } from "./prism.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { callbackFor } from "../support/availability-pages.ts";
import { bookAppointment } from "../support/booking-pages.ts";
import { ContactPages } from "../support/contact-pages.ts";
import { DirectDebitPages, sample } from "../support/direct-debit-pages.ts";
import { Payment, unpaidInvoices } from "../support/payment-pages.ts";
import { addressOf, routeTable } from "../support/route-table.ts";
import { headingOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

const prism = await startPrism();
startWithAnna(prism.world);

const routes = Object.entries(routeTable).filter(([, guard]) => guard !== "open");
const form = "main form:has(input[name=intent])";
const firstOf = async (list: string) => {
  const { $ } = await anna.get(list);
  return anna.open($("[data-row-link]").first().attr("href") ?? "");
};

it.each(routes)("reading %s: calls and answers follow the contract", async (route) => {
  expect((await anna.get(addressOf(route))).status).toBeLessThan(500);
  expect(prism.complaints()).toEqual([]);
});

/** What Anna sends, the heading of the page that she sees after it, and how she sends it. */
const deeds: readonly (readonly [what: string, heading: string, deed: () => Promise<Page>])[] = [
  [
    "her details",
    "Saved",
    async () => anna.submit(await anna.get("/account"), form, { position: "Director" }),
  ],
  [
    "a contact",
    "Saved",
    async () => {
      const contacts = new ContactPages(world, anna);
      return contacts.save(await contacts.open("Hugo"), { position: "Buyer" });
    },
  ],
  [
    "a location",
    "Manage Locations",
    async () => {
      const typed = { line1: "1 High Street", town: "Whitby", postCode: "YO21 3PU" };
      return anna.submit(await anna.get("/account/locations/new"), form, typed);
    },
  ],
  [
    "a reply to a ticket",
    "Tickets",
    async () => anna.submit(await anna.get("/tickets/1"), "#ticket", { message: "Thanks" }),
  ],
  [
    "a question about a quote",
    "Have a Question",
    async () =>
      anna.submit(await anna.get("/products/quotes/21001/question"), "#quote-question", { message: "When?" }),
  ],
  [
    "the acceptance of a quote",
    "Ready to Accept",
    async () => anna.submit(await anna.get("/products/quotes/29019/accept"), "main form"),
  ],
  [
    "the archiving of a notification",
    "Notification",
    async () => anna.submit(await firstOf("/notifications"), "main form[method=post]", { intent: "archive" }),
  ],
  [
    "a callback",
    "FTTP Availability Checker",
    async () =>
      anna.submit(await callbackFor("YO99 9AA", "No Fibre Yet House"), "main form", {
        phoneNumber: "01947 600123",
      }),
  ],
  ["a line test and a trouble report", "Success", async () => (await bookAppointment(world, anna)).at(-1)!],
  [
    "a direct debit",
    "Direct Debit saved",
    async () => {
      const pages = new DirectDebitPages(anna);
      return pages.complete(await pages.confirm(sample));
    },
  ],
  ["a payment", "Payment received", () => new Payment(anna).through(unpaidInvoices(world)(2), "paid")],
];

it.each(deeds)("calls and answers follow the contract when Anna sends %s", async (_, heading, deed) => {
  const page = await anna.follow(await deed());
  expect([page.status, headingOf(page)]).toEqual([200, heading]);
  expect(prism.complaints()).toEqual([]);
});
