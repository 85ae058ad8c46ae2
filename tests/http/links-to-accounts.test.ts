import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { emails, signedIn } from "../support/signed-in.ts";
import { firstTicketOf } from "../support/ticket-pages.ts";
import { headingOf, textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

describe("an address with an account", () => {
  it("is offered as a link by the page of a single thing, and opens that page", async () => {
    const path = `/tickets/${firstTicketOf("1001")}`;
    const link = (await anna.get(path)).$("a:contains('Link to this page')").attr("href") ?? "";
    expect(link).toBe(`${world.portal.url}${path}?account=1001`);
    expect((await anna.get(pathOf(link))).status).toBe(200);
  });

  it("that the person has but hasn't chosen asks to switch or stay, and only a press switches", async () => {
    const path = `/tickets/${firstTicketOf("1002")}`;
    const [page, calls] = await world.api.record(() => anna.get(`${path}?account=1002&list=x`));
    expect(page.status).toBe(404);
    expect(headingOf(page)).toBe("This is in another of your accounts, Harbour & Pine (Retail) Ltd");
    expect(calls.filter(({ path: called }) => called.startsWith("/SupportTicket"))).toEqual([]);
    expect(page.$("main a:contains('Stay with')").attr("href")).toBe("/dashboard");
    expect(headingOf(await anna.get("/tickets"))).toBe("Tickets");
    expect((await anna.get(`/tickets/${firstTicketOf("1001")}?account=1001`)).status).toBe(200);
    const opened = await anna.follow(await anna.submit(page, "main form[action^='/switch-account']"));
    expect([pathOf(opened.url), opened.status]).toEqual([`${path}?list=x`, 200]);
    await anna.post("/switch-account", { account: "1001" });
  });

  it.each(["account=1003", "account=1001&account=1002", "account=//evil.example"])(
    "that is wrong or repeated answers exactly like a page that doesn't exist (%s)",
    async (query) => {
      const page = await anna.get(`/tickets/${firstTicketOf("1001")}?${query}`);
      const unknown = await anna.get("/tickets/987654");
      expect([page.status, headingOf(page), textOf(page)]).toEqual([404, "Page Not Found", textOf(unknown)]);
      expect(page.$("[href*=evil], [action*=evil]")).toHaveLength(0);
    },
  );

  it("asks the API the same whether the account is someone else's or doesn't exist", async () => {
    const ask = (query: string) => world.api.record(() => anna.get(`/products/quotes/1?account=${query}`));
    const [theirs, calls] = await ask("1003");
    const [missing, missingCalls] = await ask("999999");
    expect(textOf(theirs)).toBe(textOf(missing));
    const reads = (all: typeof calls) =>
      all.flatMap(({ method, path }) => (method === "GET" ? [path] : [])).sort();
    expect(reads(calls)).toEqual(reads(missingCalls));
  });

  it("isn't confused with a list's filter by account", async () => {
    expect((await anna.get("/invoices/usage?account=1002")).status).toBe(200);
  });

  it("offers no switch to a person who doesn't have the account", async () => {
    const carla = await signedIn(world, "carla");
    const page = await carla.get("/products/quotes/1?account=1001");
    expect(textOf(page)).not.toContain("belongs to");
  });
});

describe("an address with an account, before one is chosen", () => {
  const link = () => `/tickets/${firstTicketOf("1002")}?account=1002`;

  it.each([
    ["1002", 200, /^Tickets/],
    ["1001", 404, /^This is in another of your accounts, Harbour & Pine \(Retail\) Ltd/],
  ])("is kept through the sign-in and the choice of account %s", async (account, status, heading) => {
    const visitor = world.visitor();
    expect((await visitor.get(link())).location).toBe("/login");
    const choice = await visitor.signIn(emails.anna);
    const next = await visitor.submit(choice, "form:has(input[name=account])", { account });
    expect(next.location).toBe(link());
    const page = await visitor.get(next.location ?? "");
    expect(page.status).toBe(status);
    expect(headingOf(page)).toMatch(heading);
  });

  it("is kept also when it is opened between the sign-in and the choice", async () => {
    const visitor = world.visitor();
    await visitor.signIn(emails.anna);
    expect((await visitor.get(link())).location).toBe("/switch-account");
    expect((await visitor.post("/switch-account", { account: "1002" })).location).toBe(link());
  });
});
