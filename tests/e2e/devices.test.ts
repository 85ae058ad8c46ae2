import type { Locator } from "playwright";
import { describe, expect, it } from "vitest";
import type { PersonOptions } from "../support/browser.ts";
import { engine } from "../support/engine.ts";
import { waitForHydration } from "../support/hydrated.ts";
import * as journey from "../support/journey.ts";
import { holdScripts } from "../support/late-scripts.ts";
import { accountPages, publicPages } from "../support/listed-pages.ts";
import { isLong } from "../support/long.ts";
import { areaModes, runsAllJourneys, type Person } from "../support/person.ts";
import { emails } from "../support/signed-in.ts";
import { sql, world } from "../support/world.ts";

journey.startJourneys();
let person: Person;

async function sitDown(options: PersonOptions): Promise<Person> {
  person = await journey.sitDown(options);
  return person;
}

const inChromium = isLong
  ? { light: [2560, 1440, 1280, 768, 640, 375, 360, 320], dark: [1440, 360] }
  : { light: [320, 1440], dark: [1440] };
/** Playwright can't make Firefox dark, and WebKit's windows are never narrower than 334 px. */
const widths = {
  chromium: inChromium,
  firefox: { ...inChromium, dark: [] },
  webkit: { light: [1440, 1280, 768, 375], dark: [] },
}[engine];
const looks = (["light", "dark"] as const).filter((look) => widths[look].length > 0);
const height = 900;

type Look = keyof typeof widths;

/** Opens a page, which must fit every width; 640 px are 1280 px at 200 % zoom. axe checks it, at least narrow and wide. */
async function mustFit([path, heading]: readonly [path: string, heading: string], look: Look): Promise<void> {
  for (const [index, width] of widths[look].entries()) {
    await person.page.setViewportSize({ width, height });
    if (index === 0) await person.goTo(path, heading);
    await person.check(heading);
    await expect.poll(() => person.overflow(), { message: `${path} at ${width}` }).toBeLessThanOrEqual(0);
  }
}

/** Enough for many pages at many widths on a busy machine. */
const TIMEOUT_MS = 300_000;

describe.each(looks)("%s, nothing overflows", { timeout: TIMEOUT_MS }, (colorScheme) => {
  it("on the pages for everybody", async () => {
    await sitDown({ colorScheme });
    for (const page of publicPages) await mustFit(page, colorScheme);
    if (colorScheme === "light") return;
    const dark = await person.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const [red = 255] = (/\d+/.exec(dark) ?? []).map(Number);
    expect(red).toBeLessThan(80);
  });

  it("on the pages of an account", async () => {
    person = await journey.annaAt({ colorScheme });
    // The gallery has every component in the dark.
    const pages = isLong || colorScheme === "light" ? accountPages : accountPages.slice(0, 3);
    for (const page of pages) await mustFit(page, colorScheme);
    if (colorScheme === "dark") return;
    const find = `SELECT invoice_number AS number FROM invoices JOIN breakdowns USING (breakdown_id)
      WHERE client_id = '1001' AND files LIKE '%"calls"%'`;
    const number = String(sql(find)[0]?.["number"]);
    await mustFit([`/invoices/${number}/calls`, `Calls on invoice ${number}`], colorScheme);
  });
});

/** Taps in Chromium, and clicks elsewhere, because Playwright can't send touches to Firefox. */
const tap = (target: Locator) => (engine === "chromium" ? target.tap() : target.click());

describe.each(areaModes.filter(runsAllJourneys))("on a phone, with scripts %s", (scripts) => {
  it("the bottom bar's menu, bell and account open one at a time", async () => {
    const phone = { scripts, viewport: { width: 360, height: 740 }, hasTouch: true };
    person = await journey.annaAt(phone, { cookiesAnswered: true });
    const { page } = person;
    await person.goTo("/dashboard", "Dashboard");
    const menu = page.getByRole("navigation", { name: "Main" });
    const account = page.getByRole("region", { name: "Your account" });
    const bell = page.getByRole("region", { name: "Latest notifications" });
    const areOpen = async () => Promise.all([menu.isVisible(), bell.isVisible(), account.isVisible()]);
    await tap(page.locator("header summary", { hasText: "Notifications" }));
    expect(await areOpen()).toEqual([false, true, false]);
    await tap(page.locator("summary", { hasText: /^Menu$/ }));
    expect(await areOpen()).toEqual([true, false, false]);
    await tap(menu.getByText("Services"));
    await tap(menu.getByRole("link", { name: "Line Faults" }));
    await person.arrive("Run a Line Test");
    await expect.poll(areOpen).toEqual([false, false, false]);
    await tap(page.locator("details[name=shell-menu] > summary", { hasText: "Account" }));
    expect(await areOpen()).toEqual([false, false, true]);
    await tap(page.getByRole("button", { name: "Logout" }));
    await person.arrive("You've signed out");
  });
});

it("a person signs in, chooses an account, opens menus and signs out by the keyboard alone", async () => {
  const { page } = await sitDown({});
  const focused = () =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText.trim() ?? "");
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press("Tab");
      if ((await focused()).includes(name)) return;
    }
    throw new Error(`no way to ${name} by the Tab key`);
  };
  await person.goTo("/login", "Welcome to the Customer Portal");
  await tabTo("Click here to proceed");
  await page.keyboard.press("Enter");
  await person.arrive("Sign in");
  await page.getByLabel(/^email/i).focus();
  await page.keyboard.insertText(emails.anna);
  await page.keyboard.press("Tab");
  await page.keyboard.insertText("Portal-demo-1");
  await page.keyboard.press("Enter");
  await person.arrive("Choose Account");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Skip to main content");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await person.arrive("Dashboard");
  await tabTo("Notifications");
  await page.keyboard.press("Enter");
  const bell = page.getByRole("region", { name: "Latest notifications" });
  expect(await bell.isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  expect(await bell.isVisible()).toBe(false);
  expect(await focused()).toContain("Notifications");
  await tabTo("Anna Archer");
  await page.keyboard.press("Enter");
  await tabTo("Logout");
  await page.keyboard.press("Enter");
  await person.arrive("You've signed out");
});

it("a menu that was opened before scripts came stays open; Escape closes it, and a link as soon as it is chosen", async () => {
  person = await journey.annaAt({});
  const { page } = person;
  const releaseScripts = await holdScripts(person);
  await page.goto(`${world.portal.url}/dashboard`, { waitUntil: "commit" });
  await page.getByText("Anna Archer").first().click();
  const account = page.getByRole("region", { name: "Your account" });
  await account.waitFor();
  releaseScripts();
  await waitForHydration(page);
  expect(await account.isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await account.waitFor({ state: "hidden" });
  const held = Promise.withResolvers<undefined>();
  await page.route("**/sessions.data*", async (route) => (await held.promise, route.continue()));
  await page.getByRole("navigation", { name: "Main" }).getByText("Products").click();
  await page.getByText("Anna Archer").first().click();
  await account.getByRole("link", { name: "Where you're signed in" }).click();
  await account.waitFor({ state: "hidden" });
  await page
    .getByRole("heading", { level: 1, name: "Dashboard", includeHidden: true })
    .waitFor({ state: "attached" });
  held.resolve(undefined);
  await person.arrive("Where you're signed in");
  const quotes = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Quotes" });
  expect(await quotes.isVisible()).toBe(true);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tickets" }).click();
  await quotes.waitFor({ state: "hidden" });
  await person.arrive("Tickets");
});

it("keys that are pressed while scripts come do no harm", async () => {
  person = await journey.annaAt({ isAlone: true });
  const { page } = person;
  await page.addInitScript(pressAllTheTime);
  for (let visit = 0; visit < 4; visit += 1) {
    await person.goTo("/dashboard", "Dashboard");
  }
});

it("a form sent before its scripts have come is sent anyway, once", async () => {
  person = await journey.annaAt({});
  const { page } = person;
  await holdScripts(person);
  await page.goto(`${world.portal.url}/switch-account`, { waitUntil: "commit" });
  await page.getByLabel("Harbour & Pine (Retail) Ltd", { exact: true }).check();
  const from = world.api.calls.length;
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/dashboard", { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor({ state: "attached" });
  const entered = world.api.calls.slice(from).filter(({ path }) => path === "/Client/GetSummaryDetails");
  expect(entered.length).toBe(1);
});

/** Runs in the page: presses a key again and again. */
function pressAllTheTime(): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    document.body?.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
    port2.postMessage("next");
  };
  port2.postMessage("first");
}
