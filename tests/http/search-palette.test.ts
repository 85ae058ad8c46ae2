import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { signedIn } from "../support/signed-in.ts";
import type { Visitor } from "../support/visitor.ts";
import { attributesOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

interface Answer {
  readonly items: readonly { readonly title: string; readonly to: string }[];
  readonly summary: string;
}

async function suggested(visitor: Visitor, q: string): Promise<Answer> {
  const asked = `/search/suggestions?q=${encodeURIComponent(q)}`;
  const { status, headers, text } = await visitor.get(asked, { "sec-fetch-dest": "empty" });
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  return JSON.parse(text) as Answer;
}

const titles = ({ items }: Answer) => items.map(({ title }) => title);

describe("the command palette's suggestions", () => {
  it("are the person's pages and actions, each once and without a call, before anything is typed", async () => {
    const [all, calls] = await world.api.record(() => suggested(anna, ""));
    expect(titles(all)).toEqual(
      expect.arrayContaining(["Log New Ticket", "Make a payment", "Manage Contacts"]),
    );
    expect(new Set(all.items.map(({ to }) => to)).size).toBe(all.items.length);
    expect(calls).toEqual([]);
    const ben = await suggested(await signedIn(world, "ben"), "");
    expect(titles(ben)).toContain("Log New Ticket");
    expect(titles(ben)).not.toContain("Make a payment");
    expect(titles(ben)).not.toContain("Manage Contacts");
  });

  it("begin with pages of the typed name, and go on with what the search finds", async () => {
    const found = await suggested(anna, "pay");
    expect(found.items[0]).toMatchObject({ title: "Make a payment", to: "/invoices/make-a-payment" });
    const contact = await suggested(anna, "anna archer");
    expect(contact.items[0]).toMatchObject({ title: "Anna Archer" });
    expect(contact.summary).toMatch(/^\d+ results?$/);
    for (const nothing of ["zzqq", "_%_"])
      expect(await suggested(anna, nothing)).toEqual({ items: [], summary: "No results" });
  });

  it("begin with the ticket of a typed number, and search nothing else for it", async () => {
    const [found, calls] = await world.api.record(() => suggested(anna, "#12"));
    expect(found.items[0]).toMatchObject({ title: "Ticket 12", to: "/tickets/12" });
    expect(calls.filter(({ query }) => query.has("searchKeyword"))).toEqual([]);
  });

  it("say what couldn't be searched", async () => {
    const found = await world.api.failing("MyTickets", () => suggested(anna, "harbour"));
    expect(found.summary).toMatch(/^\d+ results?\. Not searched: tickets$/);
  });

  it("are no page: a person who opens their address is led to the search", async () => {
    const page = await anna.get("/search/suggestions?q=pay", { "sec-fetch-dest": "document" });
    expect([page.status, page.location]).toEqual([302, "/search"]);
  });
});

it("without scripts the search page leads to pages and actions too", async () => {
  const page = await anna.get("/search?q=pay");
  const links = attributesOf(page, "#commands a", "href");
  expect(links[0]).toBe("/invoices/make-a-payment");
  const short = await anna.get("/search?q=zq");
  expect(short.$("#commands").length).toBe(0);
});
