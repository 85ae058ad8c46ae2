import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { cardText, signedIn } from "../support/signed-in.ts";
import { textOf } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

/** The first of July in London already, by summer time; neither in UTC nor on the server. */
const NOW = "2022-06-30T23:01:00Z";
const clock = fileURLToPath(new URL("../support/shifted-clock.ts", import.meta.url));

let world: World;
beforeAll(async () => {
  // The identity provider runs in this process, and must issue its tokens by the portal's clock.
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ["Date"] });
  world = await createWorld({
    ownProcess: true,
    environment: { SHIFTED_NOW: NOW, NODE_OPTIONS: `--import "${clock}"`, TZ: "America/Los_Angeles" },
    provider: { now: () => new Date(Date.parse(NOW)) },
  });
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

const pageWith = async (path: string, call: string, items: readonly object[]) => {
  const anna = await signedIn(world, "anna", "1001");
  const body = JSON.stringify({ items, totalCount: items.length });
  return world.api.answering(
    (asked) => asked.path === call,
    { body },
    () => anna.get(path),
  );
};

it("the banner is the one for the day in London", async () => {
  const page = await (await signedIn(world, "ben")).get("/dashboard");
  expect(page.$("[aria-label=Announcement] a").text()).toBe("Turn on browser notifications");
});

it("the days until quotes end are London's, and what has no zone is London time", async () => {
  // The second ends at 11:45 UTC.
  const ends = ["2022-07-01T12:30:00Z", "2022-07-01T12:45:00", "2022-07-02T00:30:00"];
  const quotes = ends.map((validThrough, index) => ({ quoteId: index + 1, status: 1, validThrough }));
  const page = await pageWith("/dashboard", "/Quote/QuotesByCurrentClientId", quotes);
  expect(cardText(page, "Needs your attention").match(/Quote \d expires ?(today|tomorrow)/g)).toEqual([
    "Quote 2 expirestoday",
    "Quote 1 expirestoday",
    "Quote 3 expirestomorrow",
  ]);
});

it("working days are counted from the day in London", async () => {
  // Saturday there, so that the next Friday is the fifth; Friday on the server.
  const invoice = {
    invoiceNumber: "1",
    accountNumber: "HAR001",
    status: 0,
    dateIssued: "2022-06-24T23:30:00Z",
  };
  const amounts = { total: 10, outstandingAmount: 10, isCardPaymentPending: false };
  const page = await pageWith("/invoices", "/Invoice/MyInvoices", [{ ...invoice, ...amounts }]);
  expect(textOf(page)).toContain("25/06/2022");
  expect(textOf(page)).toContain("Direct Debit on or after 01/07/2022");
});

it("a statement ends with the day in London", async () => {
  const page = await (await signedIn(world, "anna", "1001")).get("/invoices/statement");
  expect(page.$("input[name=from]").val()).toBe("2022-05-01");
  expect(page.$("input[name=to]").val()).toBe("2022-07-01");
});
