import { beforeEach, describe, expect, it } from "vitest";
import { waitForHydration } from "../support/hydrated.ts";
import { annaAt, startJourneys } from "../support/journey.ts";
import { holdScripts } from "../support/late-scripts.ts";
import { bell, unread } from "../support/live-events.ts";
import { isLong } from "../support/long.ts";
import * as notifications from "../support/notification-pages.ts";
import { areaModes, runsAllJourneys, type Person } from "../support/person.ts";
import { world } from "../support/world.ts";

startJourneys();

describe.each(areaModes)("with scripts %s", (scripts) => {
  let person: Person;
  beforeEach(async () => {
    person = await annaAt({ scripts });
  });

  it("a person opens a notification from the bell, archives it and un-archives it", async () => {
    const { page } = person;
    const id = notifications.add({ subject: `Engineers <em>visit</em> you, scripts ${scripts}` });
    await person.goTo("/dashboard", "Dashboard");
    const before = await unread(page);
    await bell(page).click();
    const popup = page.getByRole("region", { name: "Latest notifications" });
    await popup.getByRole("link", { name: `Engineers visit you, scripts ${scripts}` }).click();
    await person.arrive("Notification");
    expect(await page.getByRole("region", { name: "Notification Breakdown" }).innerText()).toContain("Read");
    expect([await unread(page), notifications.statusOf(id)]).toEqual([before - 1, 1]);

    await page.getByRole("button", { name: "Archive Notification", exact: true }).click();
    await page.getByText("The notification was archived.").waitFor();
    await person.arrive("Notification", "archived");
    expect(notifications.statusOf(id)).toBe(2);
    await page.getByRole("button", { name: "Un-Archive Notification" }).click();
    await page.getByRole("button", { name: "Archive Notification", exact: true }).waitFor();
    expect(notifications.statusOf(id)).toBe(1);
    await page.getByRole("link", { name: "Back to Notifications" }).click();
    await person.arrive("Notifications");
  });

  if (!runsAllJourneys(scripts)) return;

  it("on a phone no subject of the list is cut, and dots part the facts", async () => {
    const { page } = person;
    await page.setViewportSize({ width: 360, height: 740 });
    notifications.add({ subject: "Service incident: slow speeds in your area" });
    await person.goTo("/notifications", "Notifications");
    const subjects = page.locator("#notifications tbody [data-phone=title]");
    const cut = await subjects.evaluateAll((cells) =>
      cells.filter(
        ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
          scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1,
      ),
    );
    expect([await subjects.count(), cut]).toEqual([8, []]);
    const dots = await page
      .locator("#notifications tbody tr")
      .first()
      .locator("[data-phone=fact]")
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::after").content));
    expect(dots).toEqual(['"·"', "none", "none"]);
  });

  if (isLong)
    it("on a narrow screen the search box is in the menu", async () => {
      const { page } = person;
      await page.setViewportSize({ width: 360, height: 740 });
      await person.goTo("/notifications", "Notifications");
      const box = page.getByRole("searchbox", { name: "Search this account" });
      expect(await box.isVisible()).toBe(false);
      await page.locator("summary", { hasText: "Menu" }).click();
      await box.fill("whitby");
      await box.press("Enter");
      await person.arrive("Search", "narrow");
      expect(
        await page.getByRole("region", { name: "Locations" }).getByRole("listitem").count(),
      ).toBeGreaterThan(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    });
});

/** The script `hold` delays the provider's answer to archiving until `answer` is called. */
function holdArchiving() {
  let answer = () => {};
  const until = new Promise<void>((resolve) => (answer = resolve));
  return {
    answer,
    hold: ({ path }: { path: string }) => (path.endsWith("MarkAsArchived") ? until : undefined),
  };
}

it("the page says that it is busy while a notification is being archived", async () => {
  const person = await annaAt({ scripts: "on" });
  const { page } = person;
  await person.goTo(`/notifications/${notifications.add()}`, "Notification");
  const { answer, hold } = holdArchiving();
  await world.api.scripted(hold, async () => {
    await page.getByRole("button", { name: "Archive Notification", exact: true }).click();
    await page.locator("main [aria-busy=true]").waitFor();
    await page.getByText("Please wait").waitFor();
    const pressed = page.getByRole("button", { name: "Archive Notification", exact: true });
    expect(await pressed.isDisabled()).toBe(true);
    await pressed.click({ force: true });
    answer();
    await page.getByRole("button", { name: "Un-Archive Notification" }).waitFor();
    expect(await page.getByRole("button", { name: "Un-Archive Notification" }).isDisabled()).toBe(false);
  });
  expect(await page.locator("main [aria-busy=true]").count()).toBe(0);
});

it("a search that's being typed never cancels what is pressed after it", async () => {
  const person = await annaAt({ isAlone: true });
  const { page } = person;
  const id = notifications.add({ subject: "Twofold at once" });
  const box = page.getByRole("searchbox", { name: "Search Notifications" });
  const typeMore = async () => {
    await box.focus();
    await page.keyboard.press("End");
    await page.keyboard.type(" at once");
  };
  await page.clock.install();
  await person.goTo("/notifications?search=twofold", "Notifications");
  const { answer, hold } = holdArchiving();
  await world.api.scripted(hold, async () => {
    await typeMore();
    await page.getByRole("button", { name: "Archive Twofold at once" }).click();
    await page.clock.runFor(1_000);
    answer();
    await page.getByText("The notification was archived.").waitFor();
    await page.getByText(/No notifications match/).waitFor();
  });
  expect(notifications.statusOf(id)).toBe(2);
  expect(await box.inputValue()).toBe("twofold at once");

  await box.fill("twofold");
  await typeMore();
  await page.getByRole("checkbox", { name: "Archived" }).check();
  await page.waitForURL(/status=archived.*search=twofold.at.once/);
  await page.getByRole("button", { name: "Un-archive Twofold at once" }).waitFor();
});

it("a filter that was ticked before scripts came can still be applied", async () => {
  const person = await annaAt({ scripts: "on" });
  const { page } = person;
  await person.goTo("/notifications", "Notifications");
  const releaseScripts = await holdScripts(person);
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("checkbox", { name: "Archived" }).check();
  releaseScripts();
  await waitForHydration(page);
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/status=archived/);
  expect(await page.getByRole("checkbox", { name: "Archived" }).isChecked()).toBe(true);
});
