import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { signedIn } from "../support/signed-in.ts";
import { attributesOf, textOf, textsOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const headingsOf = (page: Page) => textsOf(page, "main h2");

describe("the box in the shell", () => {
  it("is a plain form in the header and in the narrow screens' menu", async () => {
    const page = await anna.get("/dashboard");
    for (const place of ["header", "nav[aria-label=Main]"])
      expect(page.$(`${place} form[role=search][action='/search'] input[name=q]`).attr("aria-label")).toBe(
        "Search this account",
      );
    const found = await anna.submit(page, "header form[role=search]", { q: "Anna Archer" });
    expect(found.$("title").text()).toBe("Customer Portal - Search");
    expect(found.$("#contacts li a").first().text()).toBe("Anna Archer");
    expect(found.$("main input[name=q]").attr("value")).toBe("Anna Archer");
  });

  it("isn't there while no account is chosen", async () => {
    const ella = await signedIn(world, "ella");
    const page = await ella.get("/switch-account");
    expect([page.status, page.$("form[role=search]").length]).toEqual([200, 0]);
  });
});

describe("the search", () => {
  it("asks for every kind of thing at once, by one call each", async () => {
    const [page, calls] = await world.api.record(() => anna.get("/search?q=harbour"));
    const asked = calls
      .filter(({ query, path }) => query.get("searchKeyword") === "harbour" || path === "/Address/Index")
      .map(({ path, query }) => `${path} ${query.get("pageSize") ?? query.get("PageSize") ?? "all"}`);
    expect(asked.toSorted()).toEqual([
      "/Address/Index all",
      "/Contact/ContactsByCurrentClientId 5",
      "/Invoice/MyInvoices 5",
      "/Notification/MyNotifications 5",
      "/Quote/QuotesByCurrentClientId 5",
      "/SupportTicket/MyTickets 5",
    ]);
    expect(page.$("main [role=status]").text()).toMatch(/^\d+ results for ‘harbour’$/);
    for (const list of page.$("main section ul").get())
      expect(page.$(list).find("li").length).toBeLessThanOrEqual(5);
  });

  it("leads on to the search of each list, archived notifications included", async () => {
    const page = await anna.get("/search?q=har");
    const link = page.$("#contacts a[href^='/account/contacts?']");
    expect(link.attr("href")).toBe("/account/contacts?search=har");
    const total = /See all (\d+) contacts/.exec(link.text())?.[1];
    expect(textOf(await anna.get(link.attr("href") ?? ""))).toContain(`of ${total}`);
    const quotes = await anna.get("/search?q=quote");
    const all = quotes.$("#notifications a[href^='/notifications?']");
    expect(all.attr("href")).toBe("/notifications?search=quote&status=unread&status=read&status=archived");
    const notifications = /\d+/.exec(all.text())?.[0];
    expect(textOf(await anna.get(all.attr("href") ?? ""))).toContain(`of ${notifications}`);
  });

  it.each(["niamh o’brien", "seadna  niamh"])("folds what a phone types differently: %s", async (keyword) => {
    const { db } = world.provider;
    const [{ id } = {}] = db
      .prepare("SELECT min(contact_id) AS id FROM contacts WHERE client_id = '1001'")
      .all();
    const named = db.prepare("UPDATE contacts SET first_names = ?, surname = ? WHERE contact_id = ?");
    const { first_names: first, surname } = db
      .prepare("SELECT first_names, surname FROM contacts WHERE contact_id = ?")
      .get(id ?? 0) as Record<string, string>;
    named.run("Niamh", "O'Brien Séadna", id ?? 0);
    const [page, calls] = await world.api.record(() => anna.get(`/search?q=${encodeURIComponent(keyword)}`));
    named.run(first ?? "", surname ?? "", id ?? 0);
    expect(page.$("#contacts li a").first().text()).toContain("O'Brien Séadna");
    expect(calls.every(({ query }) => !query.get("searchKeyword")?.includes("’"))).toBe(true);
  });

  it("finds a location by its postcode however it is spaced, and a month by its short name", async () => {
    const list = await anna.get("/account/locations");
    const postcode = list.$("main tbody td[data-label='Post Code']").first().text().trim();
    for (const typed of [postcode.replace(" ", ""), postcode.toLowerCase().replace(" ", "  ")]) {
      const page = await anna.get(`/account/locations?search=${encodeURIComponent(typed)}`);
      expect(page.$("main tbody td[data-label='Post Code']").first().text().trim()).toBe(postcode);
    }
    const [short, long] = await Promise.all(["Oct", "October"].map((q) => anna.get(`/invoices?search=${q}`)));
    const numbers = (page?: Page) => page?.$("#invoices tbody th").text();
    expect([numbers(short), numbers(short) === ""]).toEqual([numbers(long), false]);
  });

  it("finds an invoice by a part of its number and a location by its town", async () => {
    const list = await anna.get("/invoices");
    const number = list.$("main tbody th").first().text().trim();
    const page = await anna.get(`/search?q=${number.slice(0, -1)}`);
    expect(attributesOf(page, "#invoices li a", "href")).toContain(`/invoices/${number}`);
    const town = await anna.get("/search?q=pickering");
    expect(town.$("#locations li a").attr("href")).toMatch(/^\/account\/locations\/\d+$/);
    expect(textOf(town)).toContain("Nothing in");
    expect(textOf(town), "nothing leads on where nothing is left out").not.toMatch(/See (all|it)/);
  });

  it("searches only what the person may see", async () => {
    const ben = await signedIn(world, "ben");
    const [page, calls] = await world.api.record(() => ben.get("/search?q=ticket"));
    expect(headingsOf(page)).toEqual(["Go to", "Tickets", "Notifications"]);
    expect(calls.filter(({ path }) => /ContactsBy|Address|Invoice/.test(path))).toEqual([]);
  });

  it.each([
    ["/search", ""],
    ["/search?q=+", ""],
    ["/search?q=ab", "Type at least 3 characters to search"],
    ["/search?q=%20a%00b%20", ""],
    [`/search?q=${"x".repeat(101)}`, "Type no more than 100 characters to search"],
  ])("calls the API only for a keyword of 3 characters or more: %s", async (address, message) => {
    const [page, calls] = await world.api.record(() => anna.get(address));
    expect(page.status).toBe(200);
    expect(page.$("#search-keyword-error").text()).toContain(message);
    expect(calls.filter(({ path }) => /Contacts|Address|Invoice/.test(path)).length).toBe(
      address.includes("%00") ? 3 : 0,
    );
  });

  it("says when nothing matches, without running what was typed", async () => {
    const page = await anna.get(`/search?q=${encodeURIComponent('"><script>x()</script>')}`);
    expect(page.$("main [role=status]").text()).toContain('No results for ‘"><script>x()</script>’');
    expect(page.$("main script")).toHaveLength(0);
    expect(headingsOf(page)).toEqual([]);
  });

  it("tells a failure in the place of its group, and shows the other groups", async () => {
    const page = await world.api.failing("/Contact", () => anna.get("/search?q=har"));
    expect(page.status).toBe(200);
    expect(page.$("#contacts").text()).toContain("There was an error loading contacts.");
    expect(page.$("#contacts a").attr("href")).toBe("/search?q=har");
    expect(page.$("#invoices li").length).toBeGreaterThan(0);
  });
});
