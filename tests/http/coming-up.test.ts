import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { bookAppointment } from "../support/booking-pages.ts";
import { newPages, sample, startDirectDebits } from "../support/direct-debit-pages.ts";
import { pathOf } from "../support/quotes.ts";
import { signedIn } from "../support/signed-in.ts";
import { textOf, textsOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();
startDirectDebits();

const PAGE = "/coming-up";
const FILE = "/coming-up/calendar.ics";
const rowsOf = (page: Page) => textsOf(page, "main section li");
const dayOf = (row: string) => /\d\d\/\d\d\/\d{4}/.exec(row)?.[0].split("/").reverse().join("-") ?? "";
const uidsOf = (text: string) => text.replace(/\r\n /g, "").match(/^UID:.*(?=\r$)/gm) ?? [];
const renewed = (invoice: string, licence: number) =>
  sql`UPDATE licences SET renewal_invoice = ${invoice} WHERE licence_id = ${licence}`;

describe("Coming up", () => {
  it("has all that ends or happens, by month, the soonest first, and one kind at a time", async () => {
    await bookAppointment(world, anna);
    const { setUp } = { setUp: await newPages() };
    await setUp.complete(await setUp.confirm(sample));
    const page = await anna.get(PAGE);
    const rows = rowsOf(page);
    const days = rows.map(dayOf);
    expect(days).toEqual(days.toSorted());
    for (const words of [
      /subscription expires/,
      /^Quote \d+ expires/,
      /^Engineer visit for line \d+/,
      /^The new Direct Debit for HAR004 can start collecting/,
    ])
      expect(rows.filter((row) => words.test(row)).length).toBeGreaterThan(0);
    const first = page.$("main section").first();
    expect(first.find("h2").text()).toMatch(new RegExp(`^\\w+ \\d{4} · ${first.find("li").length}$`));
    const tabs = page.$("nav[aria-label='What to show'] a");
    expect(tabs.map((_, tab) => page.$(tab).text()).get()).toEqual([
      ...["Everything", "Subscriptions", "Quotes", "Engineer visits", "Direct Debits"],
    ]);
    const quotes = await anna.get(tabs.eq(2).attr("href") ?? "");
    expect(quotes.$("nav[aria-label='What to show'] [aria-current=page]").text()).toBe("Quotes");
    expect(rowsOf(quotes).every((row) => row.startsWith("Quote "))).toBe(true);
    expect(textOf(quotes)).not.toContain(`Quote ${pathOf("Expired yesterday").split("/").at(-1)} `);
  });

  it("is one calendar, with the same UID each time, and its addresses name the account", async () => {
    const page = await anna.get(PAGE);
    const file = await anna.get(page.$("main a:contains('Add all dates to calendar')").attr("href") ?? "");
    expect(file.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(file.headers.get("content-disposition")).toBe("attachment; filename=coming-up.ics");
    expect(uidsOf(file.text).length).toBe(rowsOf(page).length);
    for (const uid of [
      /^UID:subscription-1001-31\d{3}@/,
      /^UID:quote-1001-/,
      /^UID:engineer-appointment-1001-/,
    ])
      expect(uidsOf(file.text).filter((one) => uid.test(one)).length).toBeGreaterThan(0);
    expect(uidsOf((await anna.get(FILE)).text)).toEqual(uidsOf(file.text));
    const [, url = ""] = /^URL;VALUE=URI:(.*)\r$/m.exec(file.text.replace(/\r\n /g, "")) ?? [];
    expect(url).toMatch(/\?account=1001$/);
    expect((await anna.get(url)).status).toBe(200);
  });

  it("shows each person what their roles allow, and says in the part's place what can't be loaded", async () => {
    const ben = await signedIn(world, "ben");
    expect(textOf(await ben.get(PAGE))).toMatch(/Engineer visit/);
    expect(textOf(await ben.get(PAGE))).not.toMatch(/expires|Direct Debit/);
    expect(uidsOf((await ben.get(FILE)).text).filter((uid) => !uid.includes("appointment"))).toEqual([]);
    const page = await world.api.failing("License", () => anna.get(PAGE));
    expect(page.status).toBe(200);
    expect(textOf(page)).toMatch(/There was an error loading subscriptions\..*Quote \d+ expires/);
    expect((await world.api.failing("License", () => anna.get(FILE))).status).toBe(502);
  });
});

describe("a renewal", () => {
  it("says what it last cost to people with Orders, reads few invoices, and asks for a price", async () => {
    const [invoice] = sql`SELECT invoice_number AS number FROM invoices WHERE client_id = '1001' LIMIT 1`.map(
      ({ number }) => String(number),
    );
    renewed(invoice ?? "", 31_012);
    renewed("999999", 31_013);
    const [page, calls] = await world.api.record(() => anna.get(`${PAGE}?kind=subscriptions`));
    expect(calls.filter(({ path }) => path === "/Invoice/Details").length).toBeLessThanOrEqual(24);
    const rowOf = (licence: number) =>
      page.$(`main li:has(a[href='/products/subscriptions/${licence}'])`).text().replace(/\s+/g, " ");
    expect(rowOf(31_012)).toMatch(new RegExp(`Last renewed on invoice ${invoice}, £[\\d,.]+ in total`));
    expect(rowOf(31_013)).toMatch(/Last renewed on invoice 999999Ask for a renewal price: /);
    const one = await anna.get("/products/subscriptions/31012");
    expect(textOf(one)).toMatch(new RegExp(`Last renewed on invoice ${invoice}, £[\\d,.]+ in total`));
    const form = await anna.get(one.$("main a:contains('Ask for a renewal price')").attr("href") ?? "");
    expect(form.$("input[name=subject]").val()).toMatch(/^Renewal price for .+ subscription 31012$/);
    expect(form.$("textarea[name=message]").val()).toMatch(
      /subscription 31012, issued [\d/]+, expires [\d/]+, account Harbour & Pine Ltd\.\n\nCould you send us a price to renew it, please\?$/,
    );
  });

  it("is asked for by email without Support, and costs are left out without Orders", async () => {
    const carla = await signedIn(world, "carla");
    const page = await carla.get(`${PAGE}?kind=subscriptions`);
    const ask = page.$("main a:contains('Ask for a renewal price')").first().attr("href") ?? "";
    expect(ask).toMatch(/^mailto:.*Renewal%20price/);
    expect(textOf(await (await signedIn(world, "ben")).get(PAGE))).not.toContain("Last renewed");
  });
});
