import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sitDown, startJourneys, world } from "../support/journey.ts";
import type { Person } from "../support/person.ts";
import { emails } from "../support/signed-in.ts";

startJourneys();
let person: Person;
beforeEach(async () => {
  person = await sitDown();
});
afterEach(() => person.leave());

const toasts = (page: Page) => page.getByRole("log", { name: "New notifications" });
const unread = async (page: Page) =>
  Number(/\d+/.exec(await page.locator("header summary", { hasText: "Notifications" }).innerText())?.[0]);

/** A line check of Ben's account finishes; waits until somebody listens. Returns its id. */
async function lineCheck(): Promise<string> {
  await person.listens();
  let id: string | undefined;
  await expect
    .poll(
      () => {
        const { listeners, lineFaultCheckId } = world.provider.raise({
          kind: "line-check",
          clientId: "1001",
        });
        id = lineFaultCheckId;
        return listeners;
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBeGreaterThan(0);
  return id ?? "";
}

describe("a line check that finishes", () => {
  it("shows a toast and moves the unread count, without a reload", async () => {
    const { page } = person;
    await person.signIn(emails.ben, { lands: "Dashboard" });
    const before = await unread(page);
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    const id = await lineCheck();
    const toast = toasts(page).locator("> div").last();
    await toast.waitFor();
    expect(await toast.innerText()).toContain("New Notification");
    await expect.poll(() => unread(page)).toBeGreaterThan(before);
    expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
    expect(await person.violations()).toEqual([]);
    await toasts(page).getByRole("link", { name: "View details" }).last().click();
    await page.waitForURL(`**/services/line-faults/${id}`);
  });

  it("leaves after a minute, and when it is dismissed", async () => {
    const { page } = person;
    await page.clock.install();
    await person.signIn(emails.ben, { lands: "Dashboard" });
    await lineCheck();
    await toasts(page).getByText("New Notification").first().waitFor();
    await toasts(page).getByRole("button", { name: "Dismiss" }).first().click();
    await expect.poll(() => toasts(page).getByText("New Notification").count()).toBe(0);
    await page.mouse.move(5, 500);
    await lineCheck();
    await toasts(page).getByText("New Notification").first().waitFor();
    await page.clock.fastForward(61_000);
    await expect.poll(() => toasts(page).getByText("New Notification").count()).toBe(0);
  });
});

it("eight tabs all load, and all hear the news", async () => {
  await person.signIn(emails.ben, { lands: "Dashboard" });
  const tabs = [person.page];
  while (tabs.length < 8) {
    const tab = await person.newTab();
    await tab.goto(`${world.portal.url}/dashboard`);
    tabs.push(tab);
  }
  const before = await Promise.all(tabs.map(unread));
  await lineCheck();
  for (const [index, tab] of tabs.entries()) {
    // A tab that nobody sees catches up when it is looked at.
    await tab.bringToFront();
    await expect.poll(() => unread(tab), { timeout: 20_000 }).toBeGreaterThan(before[index] ?? 0);
  }
});

describe("browser notifications", () => {
  /** Records what would be shown, in a window that nobody looks at. */
  async function unfocused(permission: NotificationPermission): Promise<void> {
    await person.context.addInitScript((granted) => {
      const shown: string[] = [];
      class FakeNotification extends EventTarget {
        static permission = granted;
        static requestPermission = async () => granted;
        constructor(title: string, options?: NotificationOptions) {
          super();
          shown.push(`${title}: ${options?.body ?? ""}`);
        }
        close() {}
      }
      Object.assign(window, { Notification: FakeNotification, shown });
      document.hasFocus = () => false;
    }, permission);
  }
  const shown = (page: Page) => page.evaluate(() => (window as unknown as { shown: string[] }).shown);

  it("tell who looks elsewhere, in place of the toast", async () => {
    const { page } = person;
    await unfocused("granted");
    await person.signIn(emails.ben, { lands: "Dashboard" });
    await lineCheck();
    await expect.poll(() => shown(page).then(({ length }) => length)).toBeGreaterThan(0);
    expect((await shown(page)).join()).toMatch(/New Notification|line test/i);
    expect(await toasts(page).getByText("New Notification").count()).toBe(0);
  });

  it("that are blocked: a warning asks to allow them, and the toast shows", async () => {
    const { page } = person;
    await unfocused("denied");
    await person.signIn(emails.ben, { lands: "Dashboard" });
    await lineCheck();
    await page.getByText("Please enable notification permissions in your browser").waitFor();
    await toasts(page).getByText("New Notification").first().waitFor();
    expect(await shown(page)).toEqual([]);
  });

  it("are turned on by ?enableNotifications=true", async () => {
    await unfocused("granted");
    await person.signIn(emails.ben, { lands: "Dashboard" });
    await person.goTo("/dashboard?enableNotifications=true", "Dashboard");
    await person.page.getByText("Browser notifications are on").waitFor();
  });
});

describe("the campaigns", () => {
  it("move on by themselves until they are paused", async () => {
    const { page } = person;
    await page.clock.install();
    await person.signIn(emails.ben, { lands: "Dashboard" });
    const carousel = page.getByRole("region", { name: "Campaigns" });
    const current = () => carousel.locator("a[aria-current=true]").getAttribute("href");
    await page.mouse.move(5, 500);
    await carousel.getByRole("button", { name: "Pause campaigns" }).waitFor();
    const first = await current();
    await page.clock.runFor(5_200);
    await expect.poll(current).not.toBe(first);
    await carousel.getByRole("button", { name: "Pause campaigns" }).click();
    await carousel.getByRole("button", { name: "Play campaigns" }).waitFor();
    await page.mouse.move(5, 500);
    const held = await current();
    await page.clock.runFor(20_000);
    expect(await current()).toBe(held);
  });
});
