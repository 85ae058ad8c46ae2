import type { Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { enter, sitDown, startJourneys } from "../support/journey.ts";
import { holdScripts } from "../support/late-scripts.ts";
import { heardLineCheck, lineCheck, toasts, unread } from "../support/live-events.ts";
import type { Person } from "../support/person.ts";
import { world } from "../support/world.ts";

startJourneys();
let person: Person;
beforeEach(async () => {
  person = await sitDown({ isLive: true });
});

describe("a line check that finishes", () => {
  it("shows a toast and raises the unread count, without a reload", async () => {
    const { page } = person;
    await enter(person, "ben");
    const before = await unread(page);
    await toasts(page).evaluate((log) => {
      const said: (string | null)[] = [];
      const hear = (changes: readonly MutationRecord[]) => {
        for (const { type, target, addedNodes } of changes)
          for (const node of type === "characterData" ? [target] : addedNodes) said.push(node.textContent);
      };
      new MutationObserver(hear).observe(log, { childList: true, characterData: true, subtree: true });
      Object.assign(window, { stillHere: true, said });
    });
    const { lineFaultCheckId } = await heardLineCheck(person);
    const toast = toasts(page).locator("> div").last();
    await toast.waitFor();
    const words = [`New Notification`, `Line test ${lineFaultCheckId} has finished.`, "View details"];
    for (const text of words) expect(await toast.innerText()).toContain(text);
    await expect.poll(() => unread(page)).toBeGreaterThan(before);
    // It's said once: nothing in it changes when the page has loaded the notification.
    const said = await page.evaluate<string[]>("said");
    expect(said.filter((text) => text.includes(`${lineFaultCheckId}`))).toHaveLength(1);
    expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
    expect(await person.violations()).toEqual([]);
    await toasts(page).getByRole("link", { name: "View details" }).last().click();
    await page.waitForURL(`**/services/line-faults/${lineFaultCheckId}`);
  });

  it("shows no toast over the cookie question, on a phone and at a desk", async () => {
    const { page } = person;
    await enter(person, "ben");
    for (let raised = 0; raised < 3; raised += 1) await heardLineCheck(person);
    await expect.poll(() => toasts(page).getByText("New Notification").count()).toBeGreaterThan(2);
    const question = page.getByRole("dialog", { name: "Cookies on this portal" });
    const gap = async () => {
      const [toast, asked] = await Promise.all([toasts(page).boundingBox(), question.boundingBox()]);
      return asked!.y - toast!.y - toast!.height;
    };
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      await expect.poll(gap, { message: `at ${width} px` }).toBeGreaterThanOrEqual(0);
      await question.getByRole("button", { name: "Opt out" }).click({ trial: true });
      await toasts(page).getByRole("link", { name: "View details" }).last().click({ trial: true });
    }
  });

  it("shows a toast that goes when it is dismissed, and after a minute", async () => {
    person = await sitDown({ isLive: true, isAlone: true });
    const { page } = person;
    await page.clock.install();
    await enter(person, "ben");
    await heardLineCheck(person);
    await toasts(page).getByText("New Notification").first().waitFor();
    await toasts(page).getByRole("button", { name: "Dismiss" }).first().click();
    await expect.poll(() => toasts(page).getByText("New Notification").count()).toBe(0);
    await page.mouse.move(5, 500);
    await heardLineCheck(person);
    await toasts(page).getByText("New Notification").first().waitFor();
    await page.clock.fastForward(61_000);
    await expect.poll(() => toasts(page).getByText("New Notification").count()).toBe(0);
  });
});

it("a line check that finishes while scripts are on their way is counted in each tab", async () => {
  await enter(person, "ben");
  const releaseScripts = await holdScripts(person);
  const tabs = [person.page, await person.newTab()];
  for (const tab of tabs) {
    await tab.goto(`${world.portal.url}/dashboard`, { waitUntil: "commit" });
    await tab.getByRole("contentinfo").waitFor();
  }
  const before = await Promise.all(tabs.map(unread));
  lineCheck();
  releaseScripts();
  for (const [index, tab] of tabs.entries()) {
    await tab.bringToFront();
    await expect.poll(() => unread(tab), { timeout: 20_000 }).toBeGreaterThan(before[index] ?? 0);
  }
});

it("what happened while a browser's stream was closed is counted when the stream is back", async () => {
  person = await sitDown({ isLive: true, isAlone: true });
  const { page, context } = person;
  await enter(person, "ben");
  await person.listens();
  const before = await unread(page);
  // Three newer streams end the browser's. No open stream would report a notification without a hub event.
  await page.clock.install();
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await page.reload();
  await person.listens();
  const others = new AbortController();
  const evict = () => fetch(`${world.portal.url}/live`, { headers: { cookie }, signal: others.signal });
  await Promise.all([evict(), evict(), evict()]);
  others.abort();
  await page.clock.runFor(10_000);
  world.provider.raise({ kind: "notification", clientId: "1001" });
  const comesBack = async () => {
    await page.clock.fastForward(60_000);
    return unread(page);
  };
  await expect.poll(comesBack, { timeout: 30_000, interval: 500 }).toBeGreaterThan(before);
});

describe("browser notifications", () => {
  /** Makes windows seem unfocused, and records the browser notifications that they would show. */
  async function unfocused(permission: NotificationPermission): Promise<void> {
    person = await sitDown({ isLive: true, isAlone: true });
    await person.page.addInitScript((granted) => {
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

  it("reach a person who looks elsewhere, in place of the toast", async () => {
    await unfocused("granted");
    const { page } = person;
    await enter(person, "ben");
    await heardLineCheck(person);
    await expect.poll(() => shown(page).then(({ length }) => length)).toBeGreaterThan(0);
    expect((await shown(page)).join()).toMatch(/New Notification|line test/i);
    expect(await toasts(page).getByText("New Notification").count()).toBe(0);
  });

  it("are turned on by ?enableNotifications=true", async () => {
    await unfocused("granted");
    await enter(person, "ben");
    await person.goTo("/dashboard?enableNotifications=true", "Dashboard");
    await person.page.getByText("Browser notifications are on").waitFor();
  });
});

describe("the campaigns", () => {
  it("move on by themselves until they are paused", async () => {
    person = await sitDown({ isLive: true, isAlone: true });
    const { page } = person;
    await Promise.all([page.clock.install(), page.emulateMedia({ reducedMotion: "no-preference" })]);
    await enter(person, "ben");
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
