import type { Locator } from "playwright";
import { expect, it } from "vitest";
import { annaAt, startJourneys } from "../support/journey.ts";
import { areaModes } from "../support/person.ts";

startJourneys();

/** Presses the key until scripts have come and open the dialog. */
async function openBy(key: string, dialog: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await dialog.page().keyboard.press(key);
      return dialog.isVisible();
    })
    .toBe(true);
}

it.each(areaModes)("with scripts %s a person goes to an action by its name", async (scripts) => {
  const person = await annaAt({ scripts }, { cookiesAnswered: true });
  const { page } = person;
  await person.goTo("/dashboard", "Dashboard");
  if (scripts === "on") {
    const dialog = page.getByRole("dialog", { name: "Search and go to" });
    await openBy("Control+k", dialog);
    await dialog.getByRole("link", { name: "Log New Ticket" }).waitFor();
    expect(await person.violations()).toEqual([]);
    await page.keyboard.type("make a pay");
    await expect.poll(() => dialog.getByRole("link").first().textContent()).toContain("Make a payment");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
  } else {
    const box = page.getByRole("banner").getByRole("searchbox", { name: "Search this account" });
    await box.fill("make a pay");
    await box.press("Enter");
    await page.getByRole("main").getByRole("link", { name: "Make a payment" }).click();
  }
  await person.arrive("Make a Payment");
});

it("Escape returns the focus to where it was, and typing and arrow keys find a contact", async () => {
  const person = await annaAt({ colorScheme: "dark" }, { cookiesAnswered: true });
  const { page } = person;
  await person.goTo("/invoices", "Invoices");
  const csv = page.getByRole("link", { name: "Download CSV" });
  await csv.focus();
  const dialog = page.getByRole("dialog", { name: "Search and go to" });
  await openBy("/", dialog);
  expect(await person.violations()).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await csv.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press("/");
  await page.keyboard.type("har");
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("/");
  await page.keyboard.type("anna");
  await dialog.getByRole("link", { name: "Anna Archer" }).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type(" archer");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await person.arrive("Edit Contact");
});

it("what is typed while the palette is loading isn't lost", async () => {
  const person = await annaAt({}, { cookiesAnswered: true });
  const { page } = person;
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/palette-.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await person.goTo("/tickets", "Tickets");
  const box = page.getByRole("banner").getByRole("searchbox");
  await expect
    .poll(async () => {
      await page.keyboard.press("Control+k");
      return box.evaluate((input) => input === document.activeElement);
    })
    .toBe(true);
  await page.keyboard.type("anna arc");
  answer();
  const dialog = page.getByRole("dialog", { name: "Search and go to" });
  await dialog.getByRole("link", { name: "Anna Archer" }).first().waitFor();
  await page.keyboard.type("her");
  expect(await dialog.getByRole("searchbox").inputValue()).toBe("anna archer");
});

it("the help names the keys; once they are turned off, typing / or ? opens nothing", async () => {
  const person = await annaAt({}, { cookiesAnswered: true });
  const { page } = person;
  await person.goTo("/tickets", "Tickets");
  const keys = page.getByRole("dialog", { name: "Keyboard" });
  await openBy("?", keys);
  await keys.getByText("Search and go to a page").waitFor();
  await keys.getByLabel("Use / and ? as shortcuts").uncheck();
  await page.keyboard.press("Escape");
  // By its element, because a closed dialog has no role, and its keys go to it until it's gone.
  await page.locator("dialog[aria-label=Keyboard]").waitFor({ state: "detached" });
  await page.keyboard.press("/");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search and go to" }).getByRole("searchbox").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
  await page.keyboard.press("Escape");
  await page.getByRole("main").getByRole("searchbox").fill("");
  await page.keyboard.type("a/b?");
  expect(await page.getByRole("main").getByRole("searchbox").inputValue()).toBe("a/b?");
});
