import { expect, it } from "vitest";
import { annaWithoutCookieQuestion, startJourneys } from "../support/journey.ts";
import { ticketPath } from "../support/ticket-pages.ts";
import { world } from "../support/world.ts";

startJourneys();

it("a phone shows a quote's total first and the quote in two screens, and a ticket's subject largest", async () => {
  const person = await annaWithoutCookieQuestion("on", 375);
  const { page } = person;
  await person.goTo("/products/quotes/21054", "Quote 21054");
  const total = (await page.locator("#total").boundingBox())!;
  expect(total.y + total.height).toBeLessThanOrEqual(600);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_600);
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

it("a list says 'Sort by' only where its headings can't be pressed", async () => {
  const person = await annaWithoutCookieQuestion("on", 768);
  const { page } = person;
  const shown = async () =>
    Promise.all([page.getByLabel("Sort by").isVisible(), page.locator("main thead").isVisible()]);
  await person.goTo("/account/contacts/roles", "Who can do what");
  expect(await shown()).toEqual([false, true]);
  await page.setViewportSize({ width: 375, height: 900 });
  expect(await shown()).toEqual([true, false]);
  await page.setViewportSize({ width: 768, height: 900 });
  await person.goTo("/account/contacts", "Manage Contacts");
  expect(await shown()).toEqual([true, false]);
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

it("beside their form locations have low rows, and three choices stand side by side", async () => {
  const person = await annaWithoutCookieQuestion("on", 1200);
  const { page } = person;
  const boxes = (selector: string) =>
    page.evaluate(
      (all) => [...document.querySelectorAll(all)].map((one) => one.getBoundingClientRect()),
      selector,
    );
  await person.goTo("/account/locations/3", "Manage Locations");
  const rows = await boxes("#locations tbody tr");
  expect(rows.length).toBeGreaterThan(5);
  expect(Math.max(...rows.map(({ height }) => height))).toBeLessThanOrEqual(90);
  await person.goTo("/notifications/messages", "Notification settings");
  const choices = await boxes("#messages fieldset input[name=others]");
  expect(new Set(choices.map(({ top }) => top)).size).toBe(1);
});

it("text has five sizes, and pages two widths: that of forms and that of everything else", async () => {
  const person = await annaWithoutCookieQuestion("on", 1920);
  const { page } = person;
  const pages = [
    ["/account", "Account Details", 736],
    ["/tickets/new/technical/devices/laptops", "New Customer Service Ticket", 736],
    ["/notifications/messages", "Notification settings", 736],
    ["/invoices", "Invoices", 1536],
    ["/products/quotes/29001", "Quote 29001", 1536],
    ["/account/contacts/new", "Add New Contact", 1536],
  ] as const;
  const sizes = new Set<number>();
  for (const [path, heading, width] of pages) {
    await person.goTo(path, heading);
    const look = await page.evaluate(() => {
      const all = [...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility());
      const own = (one: Element) =>
        [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
      const { left } = document.querySelector("main")!.getBoundingClientRect();
      // Firefox reports wrong positions for what's inside a chart.
      const ends = [...document.querySelectorAll("main *:not(svg *), footer > *")].map(
        (one) => one.getBoundingClientRect().right - left,
      );
      return {
        sizes: all.filter(own).map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
        width: Math.round(Math.max(...ends)),
      };
    });
    expect([path, look.width]).toEqual([path, width]);
    for (const size of look.sizes) sizes.add(size);
  }
  // Labels that are only for screen readers don't have one.
  sizes.delete(0);
  expect([...sizes].sort((a, b) => a - b)).toEqual([12, 14, 16, 20, 28]);
});

it("no list is cut between 640 and 1440 px, and no page without container queries", async () => {
  const person = await annaWithoutCookieQuestion("on");
  const { page } = person;
  const lists = [
    "/invoices",
    "/tickets",
    "/account/contacts?sort=position",
    "/products/quotes?status=pending&status=ordered&status=declined",
    "/invoices/make-a-payment",
  ];
  const hidden = (selector: string) =>
    page.evaluate(
      (all) =>
        [...document.querySelectorAll(all)].map((one) => Math.max(0, one.scrollWidth - one.clientWidth)),
      selector,
    );
  for (const path of lists) {
    await page.goto(world.portal.url + path);
    for (const width of [640, 959, 960, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await hidden("html, main div:has(> table)");
      expect([path, width, Math.max(...cut)]).toEqual([path, width, 0]);
    }
    // Safari 15 and Chrome 104: beside the navigation a table may scroll in its frame, but not its page.
    await page.evaluate(removeContainerQueries);
    for (const width of [375, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await hidden(width < 960 ? "html, main div:has(> table)" : "html");
      expect([path, width, Math.max(...cut)]).toEqual([path, width, 0]);
    }
  }
});

/** Runs in the page. */
function removeContainerQueries(): void {
  const removeFrom = (rules: CSSStyleSheet | CSSGroupingRule) => {
    for (let index = rules.cssRules.length - 1; index >= 0; index -= 1) {
      const rule = rules.cssRules[index]!;
      if (rule.constructor.name === "CSSContainerRule") rules.deleteRule(index);
      else if ("cssRules" in rule) removeFrom(rule as CSSGroupingRule);
    }
  };
  for (const sheet of document.styleSheets) removeFrom(sheet);
}
