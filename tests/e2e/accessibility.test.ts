import type { Page } from "playwright";
import { beforeEach, expect, it } from "vitest";
import { waitForHydration } from "../support/hydrated.ts";
import { annaAt, annaWithoutCookieQuestion, startJourneys } from "../support/journey.ts";
import * as notifications from "../support/notification-pages.ts";
import type { Person } from "../support/person.ts";
import { world } from "../support/world.ts";

startJourneys();
let person: Person;
beforeEach(async () => {
  person = await annaWithoutCookieQuestion("on");
});

/** The name of the element with the focus, from the accessibility tree. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    return element.labels?.[0]?.textContent ?? element.getAttribute("aria-label") ?? element.textContent;
  });

it("the focus is at the page's content once the question about cookies is answered", async () => {
  const { page } = await annaAt({});
  await page.goto(`${world.portal.url}/dashboard`);
  await waitForHydration(page);
  const question = page.getByRole("dialog", { name: "Cookies on this portal" });
  await question.getByRole("button", { name: "Opt out" }).press("Enter");
  await question.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
});

it("a filter and 'Rows per page' keep the focus, and Back shows what was chosen before", async () => {
  const { page } = person;
  await person.goTo("/invoices", "Invoices");
  const box = page.getByRole("checkbox", { name: "Completed" });
  const before = await box.isChecked();
  await box.focus();
  for (const isTicked of [!before, before]) {
    const address = page.url();
    await page.keyboard.press("Space");
    await expect.poll(() => page.url()).not.toBe(address);
    await expect.poll(() => page.locator("[data-busy=true]").count()).toBe(0);
    expect([await focused(page), await box.isChecked()]).toEqual(["Completed", isTicked]);
  }
  const size = page.getByRole("combobox", { name: "Rows per page" });
  await size.focus();
  await page.keyboard.press("ArrowDown");
  await page.waitForURL(/size=20/);
  await expect.poll(() => page.locator("[data-busy=true]").count()).toBe(0);
  expect([await focused(page), await size.inputValue()]).toEqual(["Rows per page", "20"]);
  await page.goBack();
  await expect.poll(() => size.inputValue()).toBe("8");
});

it("a sort says nothing, and a page its title once", async () => {
  const { page } = person;
  await person.goTo("/tickets", "Tickets");
  await page.evaluate(() => {
    const said: string[] = [];
    const status = document.querySelector("[data-busy]")!;
    new MutationObserver(() => status.textContent && said.push(status.textContent)).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(window, { said });
  });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Invoices" }).click();
  await person.arrive("Invoices");
  const heads = page.getByRole("columnheader");
  await heads.getByRole("link", { name: /^Total/ }).click();
  await page.waitForURL(/sort=/);
  await expect.poll(() => page.locator("[data-busy=true]").count()).toBe(0);
  expect(await page.evaluate("said")).toEqual(["Customer Portal - Invoices"]);
});

it("what goes with its row, or with the search that it clears, hands the focus on", async () => {
  const { page } = person;
  for (const subject of ["Third", "Second", "First"]) notifications.add({ subject: `${subject} to archive` });
  await person.goTo("/notifications?search=to archive", "Notifications");
  const buttons = page.getByRole("button", { name: /^Archive .*to archive/ });
  const names = await buttons.allTextContents();
  await buttons.first().focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => buttons.count()).toBe(names.length - 1);
  await expect.poll(() => focused(page)).toBe(names[1]);
  await page.getByRole("link", { name: "Clear search" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.search.includes("search"));
  await expect.poll(() => page.locator("[data-busy=true]").count()).toBe(0);
  expect(await focused(page)).toBe("Search Notifications");
  const box = page.locator("main input[type=search]");
  expect(await box.inputValue()).toBe("");
  await page.goBack();
  await expect.poll(() => box.inputValue()).not.toBe("");
});

it("the Tab key meets a phone's bar in the order that it is seen in", async () => {
  person = await annaWithoutCookieQuestion("on", 375);
  const { page } = person;
  await person.goTo("/dashboard", "Dashboard");
  const bar: { text: string; left: number; stop: number }[] = [];
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { left, bottom } = element.getBoundingClientRect();
      return { text: element.innerText.trim(), left, isInBar: bottom >= innerHeight - 1 };
    });
    if (found.isInBar) bar.push({ text: found.text, left: found.left, stop });
  }
  expect(bar.map(({ text }) => text)).toEqual(["Home", "Invoices", "Search", "Account", "Menu"]);
  expect(bar.map(({ left }) => left)).toEqual(bar.map(({ left }) => left).sort((a, b) => a - b));
  expect(bar.at(-1)!.stop - bar[0]!.stop).toBe(4);
});

it("without scripts nobody hears of the buttons that the Enter key presses", async () => {
  person = await annaAt({ scripts: "off" }, { cookiesAnswered: true });
  for (const [path, heading] of [
    ["/account/locations/new", "Manage Locations"],
    ["/invoices/make-a-payment", "Make a Payment"],
  ] as const) {
    await person.goTo(path, heading);
    const main = person.page.getByRole("main");
    expect(await main.getByRole("button", { name: "Continue", exact: true }).count()).toBe(0);
    expect(await main.locator("button[aria-hidden=true][tabindex='-1']").count()).toBe(1);
  }
});
