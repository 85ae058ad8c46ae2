import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { signedIn } from "../support/signed-in.ts";
import { firstTicketOf } from "../support/ticket-pages.ts";
import { headingOf, textOf, textsOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

describe("a number in the search", () => {
  it.each(["", "#"])("leads straight to its ticket, from one digit on (after '%s')", async (sign) => {
    const ticket = firstTicketOf("1001");
    expect(ticket.length).toBeLessThan(3);
    const found = await anna.get(`/search?q=${encodeURIComponent(sign + ticket)}`);
    expect(found.location).toBe(`/tickets/${ticket}`);
  });

  it("that's too short for the list's search gets a link to its ticket there", async () => {
    const link = (await anna.get(`/tickets?search=${firstTicketOf("1001")}`)).$(
      "form[role=search] a:contains('Open')",
    );
    expect((await anna.get(link.attr("href") ?? "")).location).toBe(`/tickets/${firstTicketOf("1001")}`);
  });

  it("that nothing in the account has says so; a word of two letters is still too short", async () => {
    expect(textOf(await anna.get("/search?q=99"))).toContain(
      "There's nothing in this account with the number 99.",
    );
    expect(textOf(await anna.get("/search?q=ab"))).toContain("Type at least 3 characters to search");
  });

  it("that a ticket and a quote have offers both", async () => {
    const page = await world.api.answering(
      "/Quote/QuoteById",
      { body: JSON.stringify({ quoteId: 1, status: 1 }) },
      () => anna.get(`/search?q=${firstTicketOf("1001")}`),
    );
    expect(textsOf(page, "#exact a")).toEqual([
      `Ticket ${firstTicketOf("1001")}`,
      `Quote ${firstTicketOf("1001")}`,
    ]);
  });

  it("asks for nothing that the person may not see", async () => {
    const carla = await signedIn(world, "carla");
    const [, calls] = await world.api.record(() => carla.get(`/search?q=${firstTicketOf("1001")}`));
    expect(calls.filter(({ path }) => path.startsWith("/SupportTicket"))).toEqual([]);
  });
});

describe("a ticket of another account", () => {
  it("to which the person belongs names that account; one press switches and opens the ticket", async () => {
    const theirs = firstTicketOf("1002");
    for (const address of [`/tickets/${theirs}`, `/search?q=${theirs}`]) {
      const page = await anna.get(address);
      expect(textOf(page)).toMatch(
        new RegExp(`Ticket ${theirs} is in another of your accounts, Harbour & Pine \\(Retail\\) Ltd`),
      );
      const opened = await anna.follow(await anna.submit(page, "main form[action^='/switch-account']"));
      expect([new URL(opened.url).pathname, opened.status]).toEqual([`/tickets/${theirs}`, 200]);
      await anna.post("/switch-account", { account: "1001" });
    }
    expect((await anna.get(`/tickets/${theirs}`)).status).toBe(404);
  });

  it("has a card of its own beside a quote with the same number", async () => {
    const page = await world.api.answering(
      ({ path, headers }) => path === "/Quote/QuoteById" && headers["x-client-id"] === "1002",
      { body: JSON.stringify({ quoteId: 1, status: 1 }) },
      () => anna.get(`/search?q=${firstTicketOf("1002")}`),
    );
    const cards = page.$("main section:has(form[action^='/switch-account'])");
    const ids = cards.map((_, card) => page.$(card).attr("id")).get();
    expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
  });

  it("to which she doesn't belong answers exactly like a ticket that doesn't exist", async () => {
    const strangers = firstTicketOf("1003");
    const [page, calls] = await world.api.record(() => anna.get(`/tickets/${strangers}`));
    const [unknown, callsForUnknown] = await world.api.record(() => anna.get("/tickets/987654"));
    expect([headingOf(page), page.status]).toEqual(["Page Not Found", 404]);
    expect(textOf(page)).toBe(textOf(unknown));
    const reads = (all: typeof calls) => all.filter(({ method }) => method === "GET").length;
    expect(reads(calls)).toBe(reads(callsForUnknown));
  });
});
