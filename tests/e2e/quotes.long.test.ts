import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { annaAt, annaWithoutCookieQuestion, closePerson, startJourneys } from "../support/journey.ts";
import { readPdf } from "../support/pdf.ts";
import { areaModes, type Person } from "../support/person.ts";
import { sql, world } from "../support/world.ts";

startJourneys();

describe.each(areaModes)("with scripts %s", (scripts) => {
  let person: Person;
  beforeAll(async () => {
    person = await annaAt({ scripts });
  });
  afterAll(() => closePerson(person));

  it("a person compares a quote's versions, asks a question, declines it and, after all, accepts it", async () => {
    const { page } = person;
    // A different offer from the one that was accepted in the other mode.
    world.provider.db.exec(
      "UPDATE quotes SET valid_through_at = valid_through_at + 60000 WHERE quote_id = 29001",
    );
    await person.goTo("/products/quotes", "Quotes");
    await person.openRow("Quotes", "Five versions");
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
    await page.getByRole("link", { name: "Version 5", exact: true }).click();
    await page.getByRole("heading", { name: /^Version 5: Quote Breakdown/ }).waitFor();
    await person.arrive(quote, "one version");
    await page.getByRole("link", { name: "Decline", exact: true }).click();
    await person.arrive("Decline quote");
    await page.getByRole("button", { name: "Decline quote" }).click();
    await page.getByText("Please enter your reason.").first().waitFor();
    await person.arrive("Decline quote", "refused");
    await page.getByLabel("Why are you declining it?").fill(`Too dear (declined, ${scripts})`);
    await page.getByRole("button", { name: "Decline quote" }).click();
    await page.getByText("The quote stays open until we've read your message").waitFor();
    await person.arrive("Decline quote", "sent");
    expect(asked.get(`We'd like to decline this quote.%declined, ${scripts})`)?.["n"]).toBe(1);
    await person.goTo("/products/quotes/29001", quote);
    await page.getByRole("link", { name: "Accept Quote" }).click();
    await person.arrive("Ready to Accept");
    await page.getByLabel("Version 5, £2,936.00").check();
    if (scripts === "on") await page.getByText(/I accept quote 29001, version 5/).waitFor();
    await page.getByLabel("Purchase order number").fill("PO 7");
    await page.getByRole("button", { name: "Update the email" }).click();
    await page.getByText(/version 5, £2,936\.00\.[^]*Purchase order number: PO 7/).waitFor();
    await page.getByRole("button", { name: "I've sent the email" }).click();
    await page.getByRole("link", { name: "Back to Quotes" }).click();
    await person.arrive("Quotes");
  });
});

it("a printed quote has all its versions, or the one that was chosen, and no controls", async () => {
  const person = await annaWithoutCookieQuestion("on");
  await person.goTo("/products/quotes/29001", "Quote 29001");
  await person.page.emulateMedia({ media: "print" });
  const margin = { top: "15mm", right: "15mm", bottom: "15mm", left: "15mm" };
  const { pages, text } = await readPdf(await person.page.pdf({ format: "A4", margin }));
  expect(pages).toBe(1);
  await person.page.goto(`${world.portal.url}/products/quotes/29001?version=1`);
  const one = await readPdf(await person.page.pdf({ format: "A4", margin }));
  expect(one.text).toContain("Version 1: Quote Breakdown");
  for (const words of ["Version 2", "Version 5", "All versions"]) expect(one.text).not.toContain(words);
  for (const words of ["Quote 29001", "Prepared by", "Optional", "Version 5", "£2,936.00", "Valid until"])
    expect(text).toContain(words);
  for (const words of ["Back to Quotes", "Accept Quote", "Compare versions", "Download"])
    expect(text).not.toContain(words);
});

it("list, quote and comparison aren't cut off on the narrowest screen", async () => {
  const person = await annaWithoutCookieQuestion("on", 320);
  const find = "SELECT quote_id AS id FROM quotes WHERE details LIKE 'Hostile %' LIMIT 1";
  const hostile = sql(find)[0]?.["id"];
  for (const path of ["/products/quotes", `/products/quotes/${hostile}`, "/products/quotes/29001/compare"]) {
    await person.page.goto(world.portal.url + path);
    expect([path, await person.overflow()]).toEqual([path, 0]);
    expect([path, await person.violations()]).toEqual([path, []]);
  }
});

it("the list's eleven columns fit a tablet, with every date on one line", async () => {
  const person = await annaWithoutCookieQuestion("on", 768);
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
