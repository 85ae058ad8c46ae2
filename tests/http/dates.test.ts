import { expect, it } from "vitest";
import { signedIn } from "../support/signed-in.ts";
import { textOf } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

// Has its own world, because the log names each field only once.
startWorld({});

const SENTENCE = "We can't read this date";
const money = { total: 1, outstandingAmount: 1, isCardPaymentPending: false };

/** Opens the page while the API answers this call with the body. */
async function pageWith(path: string, call: string, body: unknown) {
  const anna = await signedIn(world, "anna", "1001");
  return world.api.answering(
    (asked) => asked.path === call,
    { body: JSON.stringify(body) },
    () => anna.get(path),
  );
}

/** The log's lines about this field. */
const linesOn = (field: string) =>
  world.portal.log.filter(
    (line) => line.msg === "response deviates from the contract" && line["field"] === field,
  );

it("the pages of one thing say so too", async () => {
  const ticket = await pageWith("/tickets/1", "/SupportTicket/Details", {
    supportTicketId: 1,
    subject: "Slow",
    time: "yesterday",
  });
  expect(textOf(ticket)).toContain(SENTENCE);
  expect(linesOn("time")).toHaveLength(1);
});

it.each([
  [
    "/products/quotes/1",
    "/Quote/QuoteById",
    { quoteId: 1, status: 0, validThrough: "soon" },
    "this quote's expiry date",
  ],
  [
    "/invoices/1/calls",
    "/Invoice/Details",
    { invoiceNumber: "1", status: 0, ...money, dateIssued: "soon" },
    "All times are UK time",
  ],
])("no sentence of %s has the sentence on a date inside it", async (path, call, body, text) => {
  const page = textOf(await pageWith(path, call, body));
  expect(page).toContain(text);
  expect(page).not.toMatch(/(?:through|on) We can't read/);
});
