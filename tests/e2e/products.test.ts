import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { annaAt, annaWithoutCookies, seeOut, startJourneys } from "../support/journey.ts";
import { readPdf } from "../support/pdf.ts";
import { isForAll, scriptModes, type Person } from "../support/person.ts";
import { world } from "../support/world.ts";

startJourneys();

/** What the provider knows of the demo's licence that expires today. */
const ofToday = (column: "password" | "licence_id") =>
  String(
    world.provider.db
      .prepare(
        `SELECT ${column} AS x FROM licences WHERE client_id = '1001' AND expires_at >= ? ORDER BY expires_at LIMIT 1`,
      )
      .get(new Date().setUTCHours(0, 0, 0, 0))?.["x"],
  );

async function openByWords({ page }: Person, list: string, words: string): Promise<void> {
  await page.getByRole("searchbox", { name: `Search ${list}` }).fill(words);
  await page.getByRole("main").getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForURL(/search=/);
  await page.getByText("Showing 1–1 of 1").waitFor();
  await page.getByRole("main").locator("tbody [data-row-link]").click();
}

describe.each(scriptModes)("with scripts %s", (scripts) => {
  let person: Person;
  beforeAll(async () => {
    person = await annaAt({ scripts, acceptDownloads: true });
  });
  afterAll(() => seeOut(person));

  it("a person finds what expires first, shows and hides its password, takes the calendar along", async () => {
    const { page } = person;
    await person.goTo("/products/subscriptions", "Subscriptions");
    await page.getByRole("link", { name: "See what expires first" }).click();
    await page.waitForURL(/sort=expires/);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download calendar" }).click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).toContain(
      `UID:subscription-1001-${ofToday("licence_id")}@`,
    );
    await page.locator("#subscriptions tbody [data-row-link]").first().click();
    await page.getByRole("heading", { level: 2, name: "Subscription Breakdown" }).waitFor();
    const password = page.getByText(ofToday("password"), { exact: true });
    expect(await password.count()).toBe(0);
    await page.getByRole("button", { name: "Show password" }).click();
    await password.waitFor();
    await person.arrive((await page.getByRole("heading", { level: 1 }).textContent()) ?? "", "shown");
    await page.getByRole("link", { name: "Hide" }).click();
    await page.getByRole("button", { name: "Show password" }).waitFor();
    expect(await page.content()).not.toContain(ofToday("password"));
    await page.getByRole("link", { name: "Back to Subscriptions" }).click();
    await person.arrive("Subscriptions");
    expect(new URL(page.url()).search).toBe("?sort=expires");
  });

  if (!isForAll(scripts)) return;

  it("a person reads a quote, compares its versions, asks a question and gets to accepting it", async () => {
    const { page } = person;
    await person.goTo("/products/quotes", "Quotes");
    await openByWords(person, "Quotes", "Five versions");
    const quote = "Quote 29001";
    await person.arrive(quote);
    await page.getByRole("link", { name: "Compare versions" }).click();
    await person.arrive("Compare versions");
    await page.getByRole("cell", { name: "£2,499.50" }).waitFor();
    await page.getByRole("link", { name: quote }).click();
    await person.arrive(quote);
    await page.getByRole("link", { name: "Have a question?" }).click();
    await person.arrive("Have a Question");
    await page.getByRole("button", { name: "Submit Question" }).click();
    await page.getByText("Please enter your question.").first().waitFor();
    await person.arrive("Have a Question", "refused");
    await page.getByLabel("Your question").fill(`What is recurring? (${scripts})`);
    await page.getByRole("button", { name: "Submit Question" }).click();
    await page.getByText("has been sent.").waitFor();
    await person.arrive("Have a Question", "sent");
    const asked = world.provider.db.prepare("SELECT count(*) AS n FROM quote_questions WHERE message LIKE ?");
    expect(asked.get(`%(${scripts})`)?.["n"]).toBe(1);
    await person.goTo("/products/quotes/29001", quote);
    await page.getByRole("link", { name: "Accept Quote" }).click();
    await person.arrive("Ready to Accept");
    await page.getByRole("button", { name: "I have sent the email" }).click();
    await page.getByRole("link", { name: "Back to Quotes" }).click();
    await person.arrive("Quotes");
  });

  it("a person is told that a quote has expired, and reads a linked one in a tab beside it", async () => {
    const { page } = person;
    await person.goTo("/products/quotes", "Quotes");
    await openByWords(person, "Quotes", "Expired yesterday");
    await page.getByText(/^We're sorry your quote has expired\. Please call our Sales Team on/).waitFor();
    await person.arrive("Quote 29002");
    expect(await page.getByRole("link", { name: "Accept Quote" }).count()).toBe(0);
    await person.goTo("/products/quotes/29007", "Quote 29007");
    const [tab] = await Promise.all([
      person.context.waitForEvent("page"),
      page.getByRole("link", { name: /^21001/ }).click(),
    ]);
    await tab.getByRole("heading", { level: 1, name: "Quote 21001" }).waitFor();
    await tab.close();
    expect(new URL(page.url()).pathname).toBe("/products/quotes/29007");
  });

  it("a person reads a return and downloads its file", async () => {
    const { page } = person;
    await person.goTo("/products/returns", "Returns");
    await openByWords(person, "Returns", "Fourteen files");
    await page.getByRole("heading", { level: 2, name: "Return Reasons" }).waitFor();
    await person.arrive((await page.getByRole("heading", { level: 1 }).textContent()) ?? "", "files");
    await page.getByText("View more").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Part 14 of 14.pdf" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Part 14 of 14.pdf");
    expect((await readPdf(await readFile(await download.path()))).pages).toBe(1);
  });
});

it("a password that is shown is copied, stays out of the history, and hides after a minute", async () => {
  const person = await annaAt({ permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = person;
  await page.clock.install();
  await page.goto(`${world.portal.url}/products/subscriptions/${ofToday("licence_id")}`);
  const password = page.getByText(ofToday("password"), { exact: true });
  await page.getByRole("button", { name: "Show password" }).click();
  await password.waitFor();
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ofToday("password"));
  const kept = await page.evaluate(async () =>
    JSON.stringify([
      history.state,
      { ...sessionStorage },
      { ...localStorage },
      location.href,
      await caches.keys(),
    ]),
  );
  expect(kept).not.toContain(ofToday("password"));
  await page.clock.fastForward(59_000);
  expect(await password.count()).toBe(1);
  await page.clock.fastForward(2_000);
  await page.getByRole("button", { name: "Show password" }).waitFor();
  expect(await page.content()).not.toContain(ofToday("password"));
  await page.getByRole("button", { name: "Show password" }).click();
  await password.waitFor();
  await page.getByRole("link", { name: "Back to Subscriptions" }).click();
  await person.arrive("Subscriptions", "left");
  await page.goBack();
  await page.getByRole("button", { name: "Show password" }).waitFor();
});

it("a quote on paper is a document: what it says, once, and nothing to press", async () => {
  const person = await annaWithoutCookies("on");
  await person.goTo("/products/quotes/29001", "Quote 29001");
  await person.page.emulateMedia({ media: "print" });
  const margin = { top: "15mm", right: "15mm", bottom: "15mm", left: "15mm" };
  const { pages, text } = await readPdf(await person.page.pdf({ format: "A4", margin }));
  expect(pages).toBe(1);
  for (const words of ["Quote 29001", "Prepared by", "Optional", "Version 5", "£2,936.00", "Valid through"])
    expect(text).toContain(words);
  for (const words of ["Back to Quotes", "Accept Quote", "Compare versions", "Download"])
    expect(text).not.toContain(words);
});

it("nothing of lists and breakdowns is cut off on the narrowest screen", async () => {
  const person = await annaWithoutCookies("on", 320);
  const hostile = (table: string, column: string, key: string) =>
    world.provider.db
      .prepare(`SELECT ${key} AS id FROM ${table} WHERE ${column} LIKE 'Hostile %' LIMIT 1`)
      .get()?.["id"];
  for (const path of [
    "/products/subscriptions",
    `/products/subscriptions/${hostile("licences", "notes", "licence_id")}`,
    "/products/quotes",
    `/products/quotes/${hostile("quotes", "details", "quote_id")}`,
    "/products/quotes/29001/compare",
  ]) {
    await person.page.goto(world.portal.url + path);
    const wider = await person.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([path, wider <= 0]).toEqual([path, true]);
    expect([path, await person.violations()]).toEqual([path, []]);
  }
});

it("eleven columns fit a tablet, with every date on one line", async () => {
  const person = await annaWithoutCookies("on", 768);
  await person.goTo("/products/quotes?status=pending&status=ordered&status=declined", "Quotes");
  const lines = await person.page.locator('td[data-label="Date"]').evaluateAll((cells) =>
    cells.map((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return text.getClientRects().length;
    }),
  );
  expect(lines).toEqual(Array.from({ length: 8 }, () => 1));
  const wider = await person.page
    .getByRole("table")
    .evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth);
  expect(wider).toBeLessThanOrEqual(0);
});
