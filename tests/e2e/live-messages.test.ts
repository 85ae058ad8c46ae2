import type { Page } from "playwright";
import { beforeEach, expect, it } from "vitest";
import { enter, sitDown, startJourneys } from "../support/journey.ts";
import { lineCheck, toasts, unread } from "../support/live-events.ts";
import type { Person } from "../support/person.ts";
import { emails } from "../support/signed-in.ts";
import { world } from "../support/world.ts";

startJourneys();
let person: Person;
beforeEach(async () => {
  person = await sitDown({ isLive: true });
});

const shown = (page: Page) => toasts(page).getByText("New Notification");
const raise = () => lineCheck().listeners;
const lineCheckIsHeard = () => expect.poll(() => raise().includes(emails.ben)).toBe(true);

async function choose({ page }: Person, way: string): Promise<void> {
  await page.bringToFront();
  await page.getByRole("group", { name: "A line test finishes or fails" }).getByLabel(way).check();
  const saved = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await saved; // An earlier choice's message may still be shown.
  await page.getByText("Your choice is saved in this browser for a year.").first().waitFor();
}

it("a message that is set to Silent shows in no tab, even one opened before, but is counted in each", async () => {
  await enter(person, "ben");
  const tabs = [person.page, await person.newTab()];
  await tabs[1]!.goto(`${world.portal.url}/dashboard`);
  await person.goTo("/notifications/messages", "Notification settings");
  await choose(person, "Silent");
  const before = await Promise.all(tabs.map(unread));
  await lineCheckIsHeard();
  for (const [index, tab] of tabs.entries()) {
    await tab.bringToFront();
    await expect.poll(() => unread(tab), { timeout: 20_000 }).toBeGreaterThan(before[index] ?? 0);
    expect(await shown(tab).count()).toBe(0);
  }
  await choose(person, "On the page only");
  for (const tab of tabs) {
    await tab.bringToFront();
    // An event between the end of one page and the start of the next is counted, but not shown.
    await expect.poll(async () => raise().length > 0 && (await shown(tab).count())).toBeGreaterThan(0);
  }
});

it("on a phone one message shows at a time, and never over an open filter", async () => {
  const { page } = person;
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(person, "ben");
  await person.listens();
  await page.getByRole("dialog", { name: "Cookies on this portal" }).getByRole("button").first().click();
  await person.goTo("/notifications", "Notifications");
  await person.listens();
  await page.locator("summary", { hasText: "Filter" }).click();
  await expect.poll(async () => raise().length > 0 && (await shown(page).count())).toBeGreaterThan(1);
  expect(await shown(page).filter({ visible: true }).count()).toBe(1);
  const toast = (await toasts(page).boundingBox())!;
  const filter = (await page.getByRole("group", { name: "Status" }).boundingBox())!;
  expect(toast.y + toast.height).toBeLessThanOrEqual(filter.y);
});
