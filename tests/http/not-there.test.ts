import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { world } from "../support/world.ts";

startWithAnna();

const pages = [
  ["/invoices/999999", "Invoice/Details"],
  ["/tickets/999999", "SupportTicket/Details"],
  ["/products/quotes/999999", "Quote/QuoteById"],
  ["/account/contacts/99999", "Contact/Edit/99999"],
  ["/account/locations/99999", "Address/Edit/99999"],
  ["/notifications/99999", "Notification/Details"],
  ["/invoices/manage-direct-debit/99999", "DirectDebit/Edit/99999"],
] as const;
const open = (path: string, call: string, answer: { status: number; body: string }) =>
  world.api.answering(
    (asked) => asked.path.endsWith(call),
    answer,
    () => anna.get(path),
  );

// ASP.NET Core answers null, or what doesn't exist, with 204.
it.each(pages)("%s is Page Not Found if the API answers 204 or null", async (path, call) => {
  for (const answer of [
    { status: 204, body: "" },
    { status: 200, body: "null" },
  ]) {
    const page = await open(path, call, answer);
    expect([page.status, page.$("h1").text()]).toEqual([404, "Page Not Found"]);
  }
});

it("an answer of status 200 without a body is a failure, because a gateway may have sent it", async () => {
  expect((await open("/tickets/999999", "SupportTicket/Details", { status: 200, body: "" })).status).toBe(
    502,
  );
});

it("a list or the own contact that comes as 204 is a failure", async () => {
  const nothing = { status: 204, body: "" };
  expect((await open("/account", "Contact/EditCurrentContact", nothing)).status).toBe(502);
});
