import { expect, it } from "vitest";
import { startPrism } from "./prism.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { headingOf } from "../support/visitor.ts";

const prism = await startPrism();
startWithAnna(prism.world);

const pages = [
  ["/account/contacts", "Edit Contact"],
  ["/account/locations", "Manage Locations"],
  ["/invoices", "Invoice "],
  ["/invoices/manage-direct-debit", "Edit Direct Debit"],
  ["/products/quotes", "Quote "],
  ["/products/returns", "Return "],
  ["/products/subscriptions", " Subscription"],
  ["/tickets", "Tickets"],
  ["/notifications", "Notification"],
] as const;

it("reading: calls and answers follow the contract", async () => {
  expect(headingOf(await anna.get("/dashboard"))).toBe("Dashboard");
  for (const [list, heading] of pages) {
    const { $ } = await anna.get(list);
    const row = await anna.open($("[data-row-link]").first().attr("href") ?? "");
    expect([row.status, headingOf(row)]).toEqual([200, expect.stringContaining(heading)]);
  }
  expect(prism.complaints()).toEqual([]);
});

it("saving a location: calls and answers follow the contract", async () => {
  const { $ } = await anna.get("/account/locations");
  const form = await anna.get($("[data-row-link]").first().attr("href") ?? "");
  const saved = await anna.submit(form, "main form:has(input[name=intent])", { notes: "Ring three times" });
  expect([saved.status, prism.complaints()]).toEqual([303, []]);
});
