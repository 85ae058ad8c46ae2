import { readFile } from "node:fs/promises";
import type { Download } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { annaAt, browser, startJourneys, world } from "../support/journey.ts";
import { Person, scriptModes } from "../support/person.ts";
import { emails } from "../support/signed-in.ts";
import { unzip } from "../support/unzip.ts";

startJourneys();

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

describe.each(scriptModes)("with scripts %s", (scripts) => {
  let person: Person;
  beforeAll(async () => {
    person = await annaAt({ scripts, acceptDownloads: true });
  });
  afterAll(() => person.leave());

  it("a person finds an invoice, reads it and takes its files along", async () => {
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

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("#invoices").getByRole("link", { name: /^PDF/ }).first().click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Invoice_\d+\.pdf$/);
    const pdf = await bytesOf(download);
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.subarray(-8).toString()).toContain("%%EOF");
  });

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

  it("a person takes several invoices along in one ZIP", async () => {
    const { page } = person;
    await person.goTo("/invoices", "Invoices");
    await page.getByRole("button", { name: "Download ticked invoices" }).click();
    await person.arrive("Invoices", "nothing ticked");
    expect(await page.getByText("Please tick at least one invoice.").count()).toBe(1);
    const boxes = page.locator("#invoices").getByRole("checkbox", { name: /^ZIP/ });
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download ticked invoices" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("invoices.zip");
    const names = [...unzip(await bytesOf(download)).keys()];
    expect(names.filter((name) => /^Invoice_\d+\.pdf$/.test(name))).toHaveLength(2);
    expect(names).toContain("index.csv");
  });

  it("a file that is not to be had leaves a message on the page", async () => {
    const { page } = person;
    await person.goTo("/invoices?search=Files+that+fail", "Invoices");
    await page.locator("#invoices").getByRole("link", { name: /^PDF/ }).click();
    await page
      .getByText("There was an error downloading your invoice, please check back again soon")
      .waitFor();
    await person.arrive("Invoices", "download failed");
    expect(new URL(page.url()).searchParams.get("search")).toBe("Files that fail");
  });

  it("hostile lines do nothing but read badly", async () => {
    const { page } = person;
    await person.goTo("/invoices?search=Hostile+lines", "Invoices");
    await page.locator("#invoices tbody th a").click();
    await page.getByText("and support").waitFor();
    expect(await page.title()).toMatch(/^Customer Portal - Invoice \d+$/);
    expect(await page.getByRole("main").locator("script, img, form[action*=evil]").count()).toBe(0);
  });
});

describe("on a narrow screen", () => {
  it("nothing of list and breakdown is cut off", async () => {
    const viewport = { width: 320, height: 800 };
    const person = await Person.sitDown(browser, world.portal.url, { viewport });
    await person.signIn(emails.anna, { lands: "Choose Account" });
    await person.choose("Harbour & Pine Ltd");
    for (const query of ["Hostile+lines", "Long+invoice"]) {
      await person.goTo(`/invoices?search=${query}`, "Invoices");
      await person.page.locator("#invoices tbody th a").click();
      await person.page.getByRole("heading", { name: "Invoice Breakdown" }).waitFor();
      const wider = await person.page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(wider).toBeLessThanOrEqual(0);
      expect(await person.violations()).toEqual([]);
    }
    await person.leave();
  });
});
