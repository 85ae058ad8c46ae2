import { describe, expect, it } from "vitest";
import { forward, type ApiCall } from "../support/api-tap.ts";
import { cardText, signedIn, type DemoName } from "../support/signed-in.ts";
import { headingOf, textOf, textsOf } from "../support/visitor.ts";
import { createWorld, startWorld, world, type World } from "../support/world.ts";

startWorld();
const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const listFor = (path: string, items: readonly unknown[]) => (call: { path: string }) =>
  call.path === path ? { body: JSON.stringify(items) } : undefined;

/** Signs in and opens the dashboard of a new world, in which nothing is cached yet. */
async function arrive(fresh: World, person: DemoName, account?: string) {
  const visitor = await signedIn(fresh, person, account);
  return [visitor, await visitor.get("/dashboard")] as const;
}

describe("'To pay'", () => {
  it("shows the amount that Make a Payment shows, and one press leads to its review", async () => {
    const fresh = await createWorld();
    const [visitor, page] = await arrive(fresh, "anna", "1001");
    const amount = page.$("#to-pay strong").text();
    expect(amount).toMatch(/^£[\d,]+\.\d\d$/);
    const [, count = ""] = /(\d+) invoices? to pay by card/.exec(cardText(page, "To pay")) ?? [];
    expect(cardText(page, "To pay")).toMatch(/, the oldest dated \d\d\/\d\d\/\d{4}/);
    const list = await visitor.get("/invoices/make-a-payment");
    const strip = list.$("section[aria-label='Amount due']");
    expect(strip.find("dt").first().text()).toMatch(new RegExp(`^${count} invoices? to pay by card`));
    expect(strip.find("dd").first().text()).toBe(amount);
    const review = await visitor.follow(await visitor.submit(page, "#to-pay form", { next: "due" }));
    expect(headingOf(review)).toBe("Review your payment");
    expect(cardText(review, "To Pay")).toContain(`Total Amount${amount}`);
    expect(review.$("#invoices tbody tr").length).toBe(Number(count));
    await fresh.close();
  });

  it("doesn't say what is due now if there are more invoices than can be read", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const items = [{ invoiceNumber: 7, dateIssued: "2026-03-05", total: 1, outstandingAmount: 1, status: 0 }];
    const body = JSON.stringify({ items, totalCount: 80_000, outstandingTotal: 123_456.7 });
    const page = await world.api.answering("/Invoice/MyInvoices", { body }, () => visitor.get("/dashboard"));
    expect(cardText(page, "To pay")).toMatch(
      /£123,456\.70 80,000 invoices unpaid, the oldest dated 05\/03\/2026/,
    );
    expect(cardText(page, "To pay")).not.toMatch(/invoices? to pay/);
  });

  it("shows an error in its place if the invoices can't be loaded", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const page = await world.api.failing("/Invoice/MyInvoices", () => visitor.get("/dashboard"));
    expect(page.status).toBe(200);
    expect(cardText(page, "To pay")).toContain("There was an error loading invoices.");
    expect(cardText(page, "Shortcuts")).toContain("Invoices");
  });

  it("isn't there for users who may not see invoices, and the API isn't asked", async () => {
    const [page, calls] = await world.api.record(async () =>
      (await signedIn(world, "ben")).get("/dashboard"),
    );
    expect(page.$("#to-pay").length).toBe(0);
    expect(calls.filter(({ path }) => /Invoice|Quote|License|DirectDebit/.test(path))).toEqual([]);
  });
});

describe("'Needs your attention'", () => {
  const licences = [
    { licenseId: 1, vendor: "Later", expiryDate: inDays(29) },
    { licenseId: 2, vendor: "Today", expiryDate: inDays(0) },
    { licenseId: 3, vendor: "Too late", expiryDate: inDays(40) },
    { licenseId: 4, vendor: "Over", expiryDate: inDays(-2) },
    { licenseId: 5, vendor: "No end", expiryDate: null },
  ];

  it("lists subscriptions that end soon, soonest first, and caches them", async () => {
    const fresh = await createWorld();
    const [visitor, page] = await fresh.api.scripted(listFor("/License/Index", licences), () =>
      arrive(fresh, "carla"),
    );
    const entries = textsOf(page, "#needs-you li");
    expect(entries.filter((text) => !text.startsWith("Quote"))).toEqual([
      "Today subscription expirestoday",
      "Later subscription expiresin 29 days",
    ]);
    expect(page.$("#needs-you a[href='/products/subscriptions/2']").length).toBe(1);
    const [again, calls] = await fresh.api.record(() => visitor.get("/dashboard"));
    expect(cardText(again, "Needs your attention")).toContain("Today subscription expires");
    expect(calls.filter(({ path }) => path === "/License/Index")).toEqual([]);
    await fresh.close();
  });

  it("leaves out a quote that was accepted, until its price or end changes", async () => {
    const fresh = await createWorld();
    const [visitor, before] = await arrive(fresh, "anna", "1001");
    const to = before.$("#needs-you a[href^='/products/quotes/']").attr("href") ?? "";
    const accept = await visitor.get(`${to}/accept?version=1`);
    await visitor.submit(accept, "main form[method=post]");
    expect((await visitor.get("/dashboard")).$(`#needs-you a[href='${to}']`).length).toBe(0);
    const changed = async (call: ApiCall) => {
      if (call.path !== "/Quote/QuotesByCurrentClientId") return undefined;
      const reply = await forward(call, `${fresh.provider.url}/api`);
      return { body: (await reply.text()).replaceAll('"valueLabel":"', '"valueLabel":"now ') };
    };
    const [, after] = await fresh.api.scripted(changed, () => arrive(fresh, "ella", "1001"));
    expect(after.$(`#needs-you a[href='${to}']`).length).toBe(1);
    await fresh.close();
  });

  it("links to the page of what it leaves out", async () => {
    const fresh = await createWorld();
    const many = Array.from({ length: 12 }, (_, licenseId) => ({
      licenseId,
      vendor: "Later",
      expiryDate: inDays(20),
    }));
    const [, page] = await fresh.api.scripted(listFor("/License/Index", many), () => arrive(fresh, "carla"));
    const more = page.$("#needs-you a").last();
    expect(more.text()).toMatch(/^See \d+ more in the coming weeks$/);
    expect(more.attr("href")).toBe("/coming-up");
    await fresh.close();
  });

  it("says which part can't be loaded, keeps the others, and loads that part at the next visit", async () => {
    const fresh = await createWorld();
    const [visitor, page] = await fresh.api.scripted(
      (call) =>
        listFor("/License/Index", licences)(call) ?? (/Quote/.test(call.path) ? { status: 500 } : undefined),
      () => arrive(fresh, "anna", "1001"),
    );
    expect(cardText(page, "Needs your attention")).toMatch(
      /There was an error loading quotes\..*Today subscription expires/,
    );
    expect(textOf(await visitor.get("/dashboard"))).not.toContain("There was an error");
    await fresh.close();
  });
});
