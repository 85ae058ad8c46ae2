import type { Locator, Route } from "playwright";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { annaAt, annaWithoutCookieQuestion, sitDown, startJourneys } from "../support/journey.ts";
import { firstOrAll } from "../support/long.ts";
import { areaModes, type Person } from "../support/person.ts";
import { emails } from "../support/signed-in.ts";
import { world } from "../support/world.ts";

startJourneys();

it("what was typed stays when the cookie question is answered, and when another theme is chosen", async () => {
  const person = await annaAt({ scripts: "on" });
  const { page } = person;
  await person.goTo("/account", "Account Details");
  await page.getByLabel("Position").fill("Buyer");
  const question = page.getByRole("dialog", { name: "Cookies on this portal" });
  // On the page, because a driver may scroll to what it presses.
  const headingAt = () =>
    page.evaluate(() => Math.round(document.querySelector("h1")!.getBoundingClientRect().top + scrollY));
  const before = await headingAt();
  await question.getByRole("button", { name: "Opt out" }).click();
  await question.waitFor({ state: "detached" });
  expect(await headingAt()).toBe(before);
  await page.getByText("Anna Archer").first().click();
  await page.getByRole("button", { name: "Dark" }).click();
  await page.locator("html[data-theme=dark]").waitFor();
  expect(await page.getByLabel("Position").inputValue()).toBe("Buyer");
});

it("on public pages the question about cookies covers nothing, and signing in needs no scrolling", async () => {
  const { page } = await sitDown();
  const question = page.getByRole("dialog", { name: "Cookies on this portal" });
  for (const path of ["/login", "/logout", "/no-such-page"]) {
    await page.goto(world.portal.url + path);
    for (const width of [320, 360, 768, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      const { y, height } = (await question.boundingBox())!;
      const tops = await page
        .locator("header, main, footer")
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
      expect(Math.min(...tops), `${path} at ${width} px`).toBeGreaterThanOrEqual(y + height);
      const pressed = (await page.locator("main :is(a, button)").first().boundingBox())!;
      expect(pressed.y + pressed.height, `${path} at ${width} px`).toBeLessThan(740);
    }
  }
});

it("links open without a reload of the document, are announced and take the focus, or open a new tab with Ctrl", async () => {
  // In Firefox, Playwright may miss a tab of a browser that has run many tests.
  const at = await launchBrowser();
  onTestFinished(() => at.close());
  const person = await annaAt({ at }, { cookiesAnswered: true });
  const { page, context } = person;
  const tickets = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tickets" });
  const isSameDocument = () => page.evaluate(() => "wasHere" in window);
  await person.goTo("/dashboard", "Dashboard");
  await page.evaluate(() => Object.assign(window, { wasHere: true }));

  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    tickets.click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await tab.getByRole("heading", { level: 1, name: "Tickets", exact: true }).waitFor();
  await tab.close();
  await person.arrive("Dashboard");

  await tickets.locator("svg").click();
  await person.arrive("Tickets");
  await page.getByText("Customer Portal - Tickets", { exact: true }).waitFor({ state: "attached" });
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("main");
  const again = page.waitForResponse(/tickets\.data/);
  await tickets.click();
  await again;
  await page.goBack();
  await person.arrive("Dashboard");
  expect(await isSameDocument()).toBe(true);

  await page.goto(`${page.url()}#main`);
  await page.getByRole("link", { name: "View all notifications" }).click();
  await person.arrive("Notifications");
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  expect(await isSameDocument()).toBe(true);
});

it("a page whose scripts don't understand the server's data is reloaded, and in the end left as the server sent it", async () => {
  const person = await annaWithoutCookieQuestion("on");
  const { page } = person;
  await person.goTo("/dashboard", "Dashboard");
  const answerAsAnotherBuild = async (route: Route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"view"', '"listing"');
    await route.fulfill({ response, body });
  };
  await page.route(/\/tickets\.data/, answerAsAnotherBuild);
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(new URL(request.url()).pathname);
  });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tickets" }).click();
  await person.arrive("Tickets");
  await page.getByRole("table").first().waitFor();
  expect(documents).toEqual(["/tickets"]);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
  await person.arrive("Dashboard");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tickets" }).click();
  await person.arrive("Tickets");
  expect(documents).toEqual(["/tickets", "/tickets"]);

  const changed = async (route: Route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(<script[^>]*>window.__remixContext.streamController.*)/s,
      (data) => data.replaceAll('\\"view\\"', '\\"listing\\"'),
    );
    await route.fulfill({ response, body });
  };
  await page.route("**/tickets", changed);
  await person.goTo("/dashboard", "Dashboard");
  documents.length = 0;
  await page.goto(`${new URL(page.url()).origin}/tickets`);
  await expect.poll(() => documents.length).toBe(3);
  await person.see("Tickets");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Invoices" }).click();
  await person.arrive("Invoices");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // React may try each render once more, and report it late, so we leave this page first.
  await page.goto("about:blank");
  const crashes = person.faults.splice(0);
  expect(crashes.length).toBeGreaterThanOrEqual(4);
  expect(crashes).toEqual(
    crashes.map(() => expect.stringMatching(/during render TypeError|React error #4(18|23)/)),
  );
});

it.each(firstOrAll([960, 1199]))(
  "at %i px the menu is a rail that shows the name of the focused link, and no list is cut off",
  async (width) => {
    const person = await annaWithoutCookieQuestion("off", width);
    const { page } = person;
    const menu = page.getByRole("navigation", { name: "Main" });
    const widthOf = async (part: Locator) => (await part.boundingBox())?.width;
    for (const [path, heading] of [
      ["/invoices", "Invoices"],
      ["/tickets", "Tickets"],
      ["/products/subscriptions", "Subscriptions"],
      ["/products/quotes", "Quotes"],
    ] as const) {
      await person.goTo(path, heading);
      const table = page.getByRole("main").getByRole("table").first();
      expect(await table.evaluate((all) => all.scrollWidth - all.parentElement!.clientWidth)).toBe(0);
    }
    const tickets = menu.getByRole("link", { name: "Tickets" });
    expect(await widthOf(tickets)).toBeLessThan(64);
    expect(await widthOf(tickets.getByText("Tickets"))).toBeLessThan(4);
    await tickets.focus();
    expect(await widthOf(tickets.getByText("Tickets"))).toBeGreaterThan(40);
    await menu.getByText("Services").locator("..").click();
    await menu.getByRole("link", { name: "Line Faults" }).click();
    await person.arrive("Run a Line Test");
  },
);

describe.each(areaModes)("with scripts %s", (scripts) => {
  let person: Person;
  beforeEach(async () => {
    person = await sitDown({ scripts });
  });

  it("an administrator chooses an account, looks around, switches accounts and signs out", async () => {
    const { page } = person;
    await person.signIn(emails.anna, { lands: "Choose Account" });
    await person.choose("Harbour & Pine Ltd");

    const dialog = page.getByRole("dialog", { name: "Cookies on this portal" });
    await dialog.getByRole("button", { name: "Opt out" }).click();
    await dialog.waitFor({ state: "detached" });
    await person.arrive("Dashboard", "cookies decided");

    for (const name of ["Customer Details", "Tickets", "Blogs & News", "Notifications", "Shortcuts"])
      expect(
        await page.getByRole("main").getByRole("heading", { level: 2, name, exact: true }).isVisible(),
      ).toBe(true);
    expect(await page.getByRole("region", { name: "Campaigns" }).getByRole("img").count()).toBe(4);

    await openMenus(person);
    await page.getByRole("navigation", { name: "Main" }).getByText("Products").click();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Quotes" }).click();
    await person.arrive("Quotes");
    expect(await page.title()).toBe("Customer Portal - Quotes");

    await person.goTo("/no-such-page", "Page Not Found");
    await page.getByRole("main").getByRole("link", { name: "Go to the dashboard" }).click();
    await person.arrive("Dashboard");

    await page.getByText("Anna Archer").first().click();
    await page.getByRole("link", { name: "Switch Accounts" }).click();
    await person.arrive("Choose Account", "with a current account");
    await person.choose("Harbour & Pine (Retail) Ltd");
    expect(await page.getByRole("main").innerText()).toContain("Harbour & Pine (Retail) Ltd");
    await signOut(person, "Anna Archer");
  });
});

/** Expects that bell and account menu open one at a time. */
async function openMenus({ page }: Person): Promise<void> {
  const bell = page.getByRole("region", { name: "Latest notifications" });
  const account = page.getByRole("region", { name: "Your account" });
  await page.locator("header summary", { hasText: "Notifications" }).click();
  expect([await bell.isVisible(), await account.isVisible()]).toEqual([true, false]);
  await page.getByText("Anna Archer").first().click();
  expect([await bell.isVisible(), await account.isVisible()]).toEqual([false, true]);
  expect(await account.innerText()).toContain("Primary Address");
  await page.getByText("Anna Archer").first().click();
  expect(await account.isVisible()).toBe(false);
}

/** Signs out; Back then shows nothing of the account. */
async function signOut(person: Person, name: string): Promise<void> {
  const { page } = person;
  await page.getByText(name).first().click();
  await page.getByRole("button", { name: "Logout" }).click();
  await person.arrive("You've signed out");
  await page.goBack();
  await page.waitForLoadState("domcontentloaded");
  await expect.poll(() => page.locator("body").innerText()).not.toContain(name);
  await person.goTo("/dashboard", "Welcome to the Customer Portal");
}
