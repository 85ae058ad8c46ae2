import { readFile } from "node:fs/promises";
import type { Download, Locator } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { annaAt, annaWithoutCookieQuestion, closePerson, startJourneys } from "../support/journey.ts";
import { isLong } from "../support/long.ts";
import { readPdf } from "../support/pdf.ts";
import { areaModes, runsAllJourneys, type Person } from "../support/person.ts";
import { world } from "../support/world.ts";

startJourneys();

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

describe.each(areaModes)("with scripts %s", (scripts) => {
  let person: Person;
  beforeAll(async () => {
    person = await annaAt({ scripts });
  });
  afterAll(() => closePerson(person));

  it("a person finds an invoice, reads it and downloads a PDF", async () => {
    const { page } = person;
    await person.goTo("/invoices", "Invoices");
    await page.getByRole("searchbox", { name: "Search Invoices" }).fill("Truncated");
    await page.getByRole("main").getByRole("button", { name: "Search", exact: true }).click();
    await page.waitForURL(/search=Truncated/);
    const row = page.locator("#invoices").getByRole("row", { name: /Truncated files/ });
    await row.getByRole("link", { name: /^View/ }).click();
    await page.getByRole("heading", { level: 2, name: "Invoice Breakdown" }).waitFor();
    const number = new URL(page.url()).pathname.split("/")[2] ?? "";
    await person.arrive(`Invoice ${number}`);
    for (const name of ["Payment Details", "Delivery Details", "Download", "Company Details"])
      expect(await page.getByRole("heading", { level: 2, name, exact: true }).count()).toBe(1);
    await page.getByRole("link", { name: "Net", exact: true }).click();
    await page.waitForURL(/sort=net/);
    await page.getByRole("link", { name: "Back to Invoices" }).click();
    await person.arrive("Invoices");
    expect(new URL(page.url()).searchParams.get("search")).toBe("Truncated");
    await page.getByRole("link", { name: "Clear search" }).click();
    await page.waitForURL((url) => !url.search.includes("search"));

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("#invoices").getByRole("link", { name: /^PDF/ }).first().click(),
    ]);
    // If there's already a file with that name, each browser numbers the next one in its own way.
    const [, downloaded] = /^Invoice_(\d+)\D?.*\.pdf$/.exec(download.suggestedFilename()) ?? [];
    const { pages, text } = await readPdf(await bytesOf(download));
    expect(pages).toBe(1);
    expect(text).toContain(`Number: ${downloaded}`);
  });

  if (!runsAllJourneys(scripts)) return;

  it("a person narrows the list, pages through it and exports it", async () => {
    const { page } = person;
    await person.goTo("/invoices", "Invoices");
    await page.getByRole("link", { name: "Page 2" }).click();
    await page.waitForURL(/page=2/);
    await page.getByRole("checkbox", { name: "Completed" }).uncheck();
    if (scripts !== "on") await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL(/status=live/);
    expect(page.url()).not.toContain("page=");
    await page.getByText(/^Showing 1–8 of/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download CSV" }).click(),
    ]);
    const csv = (await bytesOf(download)).toString();
    expect(csv.trim().split("\r\n").length).toBeGreaterThan(30);
    expect(csv).not.toContain(",Completed,");
  });
});

describe("on paper", () => {
  const margin = { top: "15mm", right: "15mm", bottom: "15mm", left: "15mm" };
  let person: Person;
  beforeAll(async () => {
    person = await annaWithoutCookieQuestion("on");
    await person.page.emulateMedia({ media: "print" });
  });
  afterAll(() => closePerson(person));

  const printed = async () => readPdf(await person.page.pdf({ format: "A4", margin }));
  const shownIn = (selector: string) => person.page.locator(selector).locator("visible=true").count();

  it("the list shows its rows and its chart, and no controls", async () => {
    const { page } = person;
    await person.goTo("/invoices", "Invoices");
    expect(await shownIn("#invoices tbody td, #invoices tbody th")).toBe(8 * 6);
    expect(await shownIn("#invoices thead th")).toBe(6);
    expect(await shownIn("#invoices thead svg")).toBe(0);
    expect(await shownIn("main button, main select, main summary")).toBe(0);
    const chart = await page.locator("#spend svg[role=group]").boundingBox();
    const paper = await page.locator("main").boundingBox();
    expect(chart!.width).toBeLessThanOrEqual(paper!.width);
    const { pages, text } = await printed();
    expect(pages).toBe(1);
    expect(text).toContain("Spend by month");
    for (const word of ["Download", "Showing", "PDF", "ZIP", "Rows per page"])
      expect(text).not.toContain(word);
    // The environment tag between the two, which says that this isn't a real portal, isn't printed.
    expect(text).toMatch(/^Demarc\s+Customer Portal\s+Invoices\s/);
  });

  it("an invoice of one line is one page, with all parts in order, and no controls", async () => {
    await person.goTo("/invoices?search=Part+paid", "Invoices");
    await person.page.locator("#invoices tbody th a").click();
    await person.page.getByRole("heading", { level: 2, name: "Invoice Breakdown" }).waitFor();
    expect(await shownIn("main thead svg")).toBe(0);
    expect(await shownIn("main thead th")).toBe(6 + 7);
    expect(await shownIn("main button")).toBe(0);
    const topOf = async (name: string) =>
      (await person.page.getByRole("heading", { level: 2, name }).boundingBox())!.y;
    const order = await Promise.all(
      ["Delivery Details", "Invoice Breakdown", "Payment Details"].map((name) => topOf(name)),
    );
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    const { pages, text } = await printed();
    expect(pages).toBe(1);
    for (const word of [
      "Harbour & Pine Ltd",
      "£226.80",
      "£56.80 outstanding",
      "Business router",
      "Northern Counties Bank",
      "Company Details",
    ])
      expect(text).toContain(word);
    for (const word of ["Showing", "PDF", "Download", "Pay this invoice", "Back to Invoices"])
      expect(text).not.toContain(word);
    expect(text.match(/https:\/\/www\.larkfield\.example/g)).toHaveLength(1);
  });

  it.each([
    ["/invoices/statement", "Statement"],
    ["/invoices/make-a-payment", "Make a Payment"],
  ])("no table of %s is wider than A4", async (path, heading) => {
    await person.page.setViewportSize({ width: 680, height: 900 });
    await person.goTo(path, heading);
    const tables = await person.page.locator("main table").all();
    expect(tables.length).toBeGreaterThan(0);
    for (const table of tables) expect((await table.boundingBox())!.width).toBeLessThanOrEqual(680);
  });
});

if (isLong)
  describe("on a narrow screen", () => {
    it("each invoice is a low row that opens wherever it is pressed, with its tick beside its PDF", async () => {
      const person = await annaWithoutCookieQuestion("on", 360);
      const { page } = person;
      await person.goTo("/invoices?size=20", "Invoices");
      const boxOf = async (of: Locator) => (await of.boundingBox())!;
      const middle = ({ y, height }: { y: number; height: number }) => y + height / 2;
      const rows = await page.locator("#invoices tbody tr").all();
      expect(rows).toHaveLength(20);
      for (const row of rows) {
        const box = await boxOf(row);
        const hasLongStatus = (await row.getByText(/Direct Debit|Payment processing| due/).count()) > 0;
        expect(box.height).toBeLessThanOrEqual(hasLongStatus ? 112 : 86);
        const pdf = middle(await boxOf(row.getByRole("link", { name: /^PDF/ })));
        const tick = middle(await boxOf(row.getByRole("checkbox", { name: /ZIP/ })));
        expect(Math.abs(tick - pdf)).toBeLessThan(3);
        expect(pdf).toBeLessThan(middle(box));
      }
      expect(await page.getByRole("link", { name: /^View/ }).count()).toBe(0);
      const tick = rows[1]!.getByRole("checkbox");
      await tick.check();
      const number = await tick.getAttribute("value");
      const { width, height } = await boxOf(rows[1]!);
      await rows[1]!.click({ position: { x: width - 4, y: height - 4 } });
      await person.arrive(`Invoice ${number}`);
    });

    it.each([360, 375])("the first invoice stands high on the page at %i px", async (width) => {
      const person = await annaWithoutCookieQuestion("off", width);
      await person.goTo("/invoices", "Invoices");
      const rows = person.page.locator("#invoices tbody tr");
      // What a Direct Debit may still collect takes 168 px of them, the tabs and 'Due' 112 px.
      expect((await rows.first().boundingBox())?.y).toBeLessThanOrEqual(320 + 168 + 112);
      const filter = person.page.getByRole("group", { name: "Status" });
      expect(await filter.isVisible()).toBe(false);
      await person.page.locator("#invoices summary").click();
      await filter.getByLabel("Live").uncheck();
      await filter.locator("..").getByRole("button", { name: "Apply" }).click();
      await person.arrive("Invoices", "narrowed");
      expect(await rows.getByText("Live").count()).toBe(0);
    });

    it("no part of an invoice is cut off", async () => {
      const person = await annaAt({ viewport: { width: 320, height: 800 } });
      for (const query of ["Hostile+lines", "Long+invoice"]) {
        await person.goTo(`/invoices?search=${query}`, "Invoices");
        await person.page.locator("#invoices tbody th a").click();
        await person.page.getByRole("heading", { name: "Invoice Breakdown" }).waitFor();
        expect(await person.overflow()).toBeLessThanOrEqual(0);
        expect(await person.violations()).toEqual([]);
      }
    });
  });

if (isLong)
  it("the list fits a tablet, also with an invoice of two statuses", async () => {
    const { page } = await annaWithoutCookieQuestion("on", 768);
    await page.goto(`${world.portal.url}/invoices`);
    await page.getByText("Payment processing", { exact: true }).waitFor();
    const wider = await page
      .getByRole("table")
      .first()
      .evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth);
    expect(wider).toBeLessThanOrEqual(0);
  });
