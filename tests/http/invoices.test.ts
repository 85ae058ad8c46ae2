import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { pounds } from "../support/invoices.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { attributesOf, textOf, textsOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();

const numbersOn = (page: Page) => textsOf(page, "#invoices tbody tr > th");
const columnOf = (page: Page, label: string) => textsOf(page, `#invoices td[data-label='${label}']`);

describe("the list", () => {
  it("shows 8 rows, and what is due", async () => {
    const page = await anna.get("/invoices");
    expect(numbersOn(page)).toHaveLength(8);
    const { n, due } = sql`SELECT sum(outstanding_pence > 0) AS n, sum(outstanding_pence) AS due FROM invoices
        WHERE client_id = '1001'`[0] as {
      n: number;
      due: number;
    };
    expect(textOf(page)).toContain(`Outstanding${pounds(due)}`);
    expect(textOf(page)).toContain(`Unpaid invoices${n}`);
    expect(attributesOf(page, "main a", "href")).toEqual(
      expect.arrayContaining(["/invoices/manage-direct-debit", "/invoices/make-a-payment"]),
    );
  });

  it("asks the API for one page of rows, however they are sorted and filtered", async () => {
    const address = "/invoices?search=PO-&status=live&status=disputed&sort=total&size=20&page=1";
    const [page, calls] = await world.api.record(() => anna.get(address));
    const listCalls = calls.filter(({ path }) => path === "/Invoice/MyInvoices");
    expect(listCalls.map(({ query }) => query.get("PageSize")).sort()).toEqual(["20", "200", "200"]);
    const [asked] = listCalls.filter(({ query }) => query.get("PageSize") === "20");
    expect(asked?.query.toString()).toBe(
      "SortBy=total+ASC&PageSize=20&PageNumber=1&includedStatusCodes=0&includedStatusCodes=3&searchKeyword=PO-",
    );
    expect(
      columnOf(page, "Status").every((status) => /^(Live|Payment processing|Disputed)/.test(status)),
    ).toBe(true);
  });

  it.each([
    ["live", "Live"],
    ["on-hold", "On hold"],
    ["completed", "Completed"],
    ["disputed", "Disputed"],
  ])("shows only %s invoices", async (value, label) => {
    const page = await anna.get(`/invoices?status=${value}&size=100`);
    const shown = new Set(columnOf(page, "Status"));
    // It's shown in place of Live.
    if (value === "live") shown.delete("Payment processing");
    expect(shown).toEqual(new Set([label]));
  });

  it("takes a month as a search, with filter, order, pages and CSV as for any other", async () => {
    const newest = await anna.get("/invoices");
    const bars = newest.$("#spend svg a");
    const path = bars.eq(-2).attr("href") ?? "";
    const month = path.split("=")[1] ?? "";
    const [year, number] = month.split("-");
    const page = await anna.get(`${path}&size=100&sort=total`);
    const days = columnOf(page, "Date Issued");
    expect(days.length).toBeGreaterThan(1);
    expect(new Set(days.map((day) => day.slice(3)))).toEqual(new Set([`${number}/${year}`]));
    const csv = await anna.get(`/invoices/export.csv?search=${number}/${year}`);
    expect(csv.text.trim().split("\r\n")).toHaveLength(days.length + 1);
    const live = await anna.get(`${path}&status=live&size=100`);
    expect(columnOf(live, "Status").every((status) => status.startsWith("Live"))).toBe(true);
    expect(numbersOn(await anna.get(`${path}&page=99`)).length).toBeGreaterThan(0);
    const found = await anna.get(`/search?q=${month}`);
    expect(found.$("#invoices li").length).toBe(Math.min(5, days.length));
  });

  it("says under Status what is being paid, and under Total what a part payment leaves due", async () => {
    const [being, part, whole] = [
      await anna.get("/invoices?search=Being+paid"),
      await anna.get("/invoices?search=Part+paid"),
      await anna.get("/invoices?search=Disputed+charge"),
    ];
    expect(columnOf(being, "Status")).toEqual(["Payment processing"]);
    expect(columnOf(part, "Total")).toEqual(["£226.80 £56.80 outstanding"]);
    expect([columnOf(part, "Status"), columnOf(being, "Total")]).toEqual([["Live"], ["£226.80"]]);
    expect(columnOf(whole, "Total")).toEqual(["£226.80"]);
  });

  it("offers no PDF of an invoice whose number can't be a file name", async () => {
    const page = await world.api.scripted(
      ({ path, query }) => {
        if (path !== "/Invoice/MyInvoices" || query.get("PageSize") !== "8") return undefined;
        const invoice = { dateIssued: "2026-01-05T00:00:00Z", accountNumber: "HAR001", status: 0, total: 1 };
        const items = ["INV/1001", "INV 1002"].map((invoiceNumber) => ({
          ...invoice,
          invoiceNumber,
          outstandingAmount: 0,
        }));
        return { body: JSON.stringify({ items, totalCount: 2 }) };
      },
      () => anna.get("/invoices"),
    );
    expect(numbersOn(page)).toEqual(["INV/1001", "INV 1002"]);
    const hrefs = (part: string) =>
      page.$(`#invoices a[href*='${part}']`).map((_, link) => page.$(link).attr("href"));
    expect(hrefs("/files/").get()).toEqual(["/invoices/INV%201002/files/Invoice_INV%201002.pdf"]);
    expect(hrefs("INV%2F1001").get()).toEqual(["/invoices/INV%2F1001", "/invoices/INV%2F1001"]);
  });

  it("is still shown when only the sums can't be loaded", async () => {
    const failing = ({ query }: { query: URLSearchParams }) =>
      query.get("PageSize") === "1" || query.get("PageSize") === "200" ? { status: 500 } : undefined;
    const page = await world.api.scripted(failing, () => anna.get("/invoices"));
    expect([page.status, numbersOn(page).length]).toEqual([200, 8]);
    expect(textOf(page)).toContain("There was an error loading invoices.");
  });

  it("draws the spend as a chart, with a table of the same months", async () => {
    const page = await anna.get("/invoices");
    const picture = page.$("#spend svg[role=group]");
    expect(picture.attr("aria-label")).toMatch(/^Spend by month, \w+ \d{4} to \w+ \d{4}: £/);
    const rows = page.$("#spend details tbody tr");
    expect(rows.length).toBe(picture.find("rect").length);
    expect(rows.length).toBe(12);
    expect(cardText(page, "Spend by month")).toMatch(/Not drawn to scale: \w+ 20\d\d \(£1\d\d,\d{3}\.\d\d\)/);
  });

  it("shows only the invoices of the current account", async () => {
    const retail = await signedIn(world, "anna", "1002");
    const own = numbersOn(await retail.get("/invoices?size=100"));
    const others = numbersOn(await anna.get("/invoices?size=100"));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((number) => others.includes(number))).toEqual([]);
  });
});
