import { expect, it } from "vitest";
import { annaWithoutCookieQuestion, startJourneys } from "../support/journey.ts";
import { ticketPath } from "../support/ticket-pages.ts";

startJourneys();

it("a phone shows a quote's total first and the quote in three screens, and a ticket's subject largest", async () => {
  const person = await annaWithoutCookieQuestion("on", 375);
  const { page } = person;
  await person.goTo("/products/quotes/21054", "Quote 21054");
  const total = (await page.locator("#total").boundingBox())!;
  expect(total.y + total.height).toBeLessThanOrEqual(600);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2_250);
  expect(await person.overflow()).toBeLessThanOrEqual(0);
  await person.goTo(ticketPath("Nine short notes"), "Tickets");
  const sizes = await page
    .locator("main")
    .evaluate((main) =>
      [...main.querySelectorAll("h1, h2, h3")].map((line) => [
        Number.parseFloat(getComputedStyle(line).fontSize),
        line.id,
      ]),
    );
  expect(sizes.sort(([a], [b]) => Number(b) - Number(a))[0]?.[1]).toBe("summary");
});

it("the dashboard's columns end together", async () => {
  const person = await annaWithoutCookieQuestion("on", 1366);
  await person.goTo("/dashboard", "Dashboard");
  const ends = ["#tickets", "#notifications", "#shortcuts"].map(async (card) => {
    const { y, height } = (await person.page.locator(card).boundingBox())!;
    return Math.round(y + height);
  });
  expect(new Set(await Promise.all(ends)).size).toBe(1);
});
