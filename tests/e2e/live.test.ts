import type { Page, Route } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import type { remixRouter } from "#app/document/remix-router.ts";
import { ContactPages } from "../support/contact-pages.ts";
import { waitForHydration } from "../support/hydrated.ts";
import { enter, sitDown, startJourneys } from "../support/journey.ts";
import { holdScripts } from "../support/late-scripts.ts";
import type { Person } from "../support/person.ts";
import { emails, signedIn } from "../support/signed-in.ts";
import { world } from "../support/world.ts";

startJourneys();
let person: Person;
beforeEach(async () => {
  person = await sitDown();
});

const toasts = (page: Page) => page.getByRole("log", { name: "New notifications" });
const unread = async (page: Page) =>
  Number(/\d+/.exec(await page.locator("header summary", { hasText: "Notifications" }).innerText())?.[0]);

const lineCheck = () => world.provider.raise({ kind: "line-check", clientId: "1001" });

/** Raises line checks until this person hears one. Not often, since the unread count ends at 99. */
async function heardLineCheck(email: string = emails.ben) {
  await person.listens();
  let raised = lineCheck();
  const isHeard = () => raised.listeners.includes(email);
  await expect.poll(() => isHeard() || void (raised = lineCheck()), { interval: 500 }).toBe(true);
  return raised;
}

describe("a line check that finishes", () => {
  it("shows a toast and raises the unread count, without a reload", async () => {
    const { page } = person;
    await enter(person, "ben");
    const before = await unread(page);
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    const { lineFaultCheckId } = await heardLineCheck();
    const toast = toasts(page).locator("> div").last();
    await toast.waitFor();
    expect(await toast.innerText()).toContain("New Notification");
    await expect.poll(() => unread(page)).toBeGreaterThan(before);
    expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
    expect(await person.violations()).toEqual([]);
    await toasts(page).getByRole("link", { name: "View details" }).last().click();
    await page.waitForURL(`**/services/line-faults/${lineFaultCheckId}`);
  });

  it.each([360, 1440])("shows no toast over the cookie question at %i px", async (width) => {
    const { page } = person;
    await page.setViewportSize({ width, height: 740 });
    await enter(person, "ben");
    for (let raised = 0; raised < 3; raised += 1) await heardLineCheck();
    await expect.poll(() => toasts(page).getByText("New Notification").count()).toBeGreaterThan(2);
    const question = page.getByRole("dialog", { name: "Cookies on this portal" });
    const [toast, asked] = await Promise.all([toasts(page).boundingBox(), question.boundingBox()]);
    expect(toast!.y + toast!.height).toBeLessThanOrEqual(asked!.y);
    await question.getByRole("button", { name: "Opt out" }).click({ trial: true });
    await toasts(page).getByRole("link", { name: "View details" }).last().click({ trial: true });
    await toasts(page).getByRole("button", { name: "Dismiss" }).last().focus();
    await page.keyboard.press("Tab");
    expect(await question.locator(":focus").count()).toBe(1);
  });

  it("shows a toast that goes when it is dismissed, and after a minute", async () => {
    const { page } = person;
    await page.clock.install();
    await enter(person, "ben");
    await heardLineCheck();
    await toasts(page).getByText("New Notification").first().waitFor();
    await toasts(page).getByRole("button", { name: "Dismiss" }).first().click();
    await expect.poll(() => toasts(page).getByText("New Notification").count()).toBe(0);
    await page.mouse.move(5, 500);
    await heardLineCheck();
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
  const { page, context } = person;
  await enter(person, "ben");
  await person.listens();
  const before = await unread(page);
  // Three younger streams end the browser's; no open stream would tell of a notification without a hub event.
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

it("a note of the help desk appears on the open ticket, and can be answered", async () => {
  const { page } = person;
  const raise = () => world.provider.raise({ kind: "ticket-updated", clientId: "1001" });
  const id = raise().supportTicketId!;
  await enter(person, "anna", "1001");
  await person.goTo(`/tickets/${id}`, "Tickets");
  await waitForHydration(person);
  const notes = page.locator("#update-history li");
  const [noteCount, unreadCount] = [await notes.count(), await unread(page)];
  await notes.nth(1).locator("summary").click();
  const opened = await notes.nth(1).innerText();
  await person.listens();
  await expect.poll(() => raise().listeners.includes(emails.anna), { interval: 1_000 }).toBe(true);
  await expect.poll(() => notes.count()).toBeGreaterThan(noteCount);
  await expect.poll(() => unread(page)).toBeGreaterThan(unreadCount);
  const stillOpen = page.locator("#update-history li:has(details[open])", { hasText: opened.split("\n")[0] });
  expect(await stillOpen.innerText()).toBe(opened);
  await page.getByLabel("Your reply").fill("Thank you.");
  await page.getByRole("button", { name: "Send Reply" }).click();
  await page.getByText(`Your reply was added to ticket ${id}.`).waitFor();
});

it.each([
  ["/account", "Account Details"],
  ["/invoices/make-a-payment", "Make a Payment"],
])("the bell counts on %s, a page with an untouched form", async (path, heading) => {
  await enter(person, "anna", "1001");
  await person.goTo(path, heading);
  const before = await unread(person.page);
  await heardLineCheck(emails.anna);
  await expect.poll(() => unread(person.page)).toBeGreaterThan(before);
});

it("a tick on Make a Payment that falls into an event's load stays", async () => {
  const { page } = person;
  await enter(person, "anna", "1001");
  await person.goTo("/invoices/make-a-payment", "Make a Payment");
  await waitForHydration(person);
  const [loaded, kept] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/make-a-payment.data", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    loaded.resolve();
    await kept.promise;
    // Refused if the tick has stopped this load.
    await route.fulfill({ response }).catch(() => undefined);
  });
  await Promise.all([loaded.promise, heardLineCheck(emails.anna)]);
  const box = page.getByRole("checkbox", { name: /^Select invoice/ }).first();
  const answer = page.waitForResponse((reply) => reply.request().method() === "POST");
  await box.click();
  await answer;
  kept.resolve();
  const loads = () => {
    const { state } = (window as never as { __remixRouter: NonNullable<ReturnType<typeof remixRouter>> })
      .__remixRouter;
    return [state.revalidation, state.navigation.state];
  };
  await expect.poll(() => page.evaluate(loads)).toEqual(["idle", "idle"]);
  expect(await box.isChecked()).toBe(true);
  await page.getByText("1 invoice selected").waitFor();
});

describe("a form in the middle of being filled in", () => {
  const position = () => person.page.getByLabel("Position");
  const save = () => person.page.getByRole("button", { name: "Save Contact" }).click();
  const alert = () => person.page.getByRole("main").getByRole("alert");

  /** Opens a contact as Anna; waits until the page has its event stream. */
  async function open(name: string): Promise<void> {
    await enter(person, "anna", "1001");
    const colleague = new ContactPages(world, await signedIn(world, "anna", "1001"));
    await person.goTo(colleague.pathOf(name), "Edit Contact");
    await person.listens();
  }
  async function saveAsColleague(name: string, typed: Readonly<Record<string, string>>): Promise<void> {
    const colleague = new ContactPages(world, await signedIn(world, "anna", "1001"));
    expect((await colleague.save(await colleague.open(name), typed)).status).toBe(303);
  }
  /** Raises a live event; waits until the page shows it and has loaded its data again. */
  async function receiveEvent(): Promise<void> {
    await heardLineCheck(emails.anna);
    await toasts(person.page).getByText("New Notification").first().waitFor();
    await person.page.waitForLoadState("networkidle");
  }

  it("does not save over what a colleague saved meanwhile", async () => {
    await open("Hugo");
    await position().fill("Mine");
    await saveAsColleague("Hugo", { position: "Theirs" });
    await receiveEvent();
    expect(await position().inputValue()).toBe("Mine");
    await save();
    await alert().getByText("by another user.").waitFor();
    expect(await person.page.getByRole("group", { name: "Position" }).innerText()).toContain("Theirs");
  });

  it("does not save over a colleague's change either when the event came before the first key press", async () => {
    await open("Greta");
    await saveAsColleague("Greta", { position: "Theirs first" });
    await receiveEvent();
    await position().fill("Mine after it");
    await save();
    await alert().getByText("by another user.").waitFor();
  });

  it.each(["500", "down"] as const)("stays as it is when its data can't be loaded: %s", async (kind) => {
    await open("Tess");
    await position().fill("Half typed");
    world.provider.faults.add({ kind, path: "/api/Contact", delayMs: 0 });
    try {
      await receiveEvent();
    } finally {
      world.provider.faults.clear();
    }
    await person.arrive("Edit Contact", "after an event");
    expect(await position().inputValue()).toBe("Half typed");
  });

  it.each(["500", "403", "404"] as const)(
    "stays, with nothing typed, when an event's load fails with %s, and the next event is counted",
    async (kind) => {
      await open("Tess");
      await position().evaluate((input) => Object.assign(input, { isSame: true }));
      const failed = person.page.waitForResponse((reply) => reply.url().endsWith(".data") && !reply.ok());
      world.provider.faults.add({ kind, path: "/api/Contact", delayMs: 0 });
      try {
        await Promise.all([failed, heardLineCheck(emails.anna)]);
      } finally {
        world.provider.faults.clear();
      }
      const before = await unread(person.page);
      await heardLineCheck(emails.anna);
      await expect.poll(() => unread(person.page)).toBeGreaterThan(before);
      expect(await position().evaluate((input) => "isSame" in input)).toBe(true);
    },
  );

  it("stays as it is when the portal itself can't be reached", async () => {
    await open("Tess");
    await position().fill("Half typed");
    await person.page.route("**/*.data*", (route) => route.abort());
    await receiveEvent();
    expect(await position().inputValue()).toBe("Half typed");
  });

  it("keeps its draft for the next visit", async () => {
    await open("Vera");
    await position().fill("Worth keeping");
    world.provider.faults.add({ kind: "500", path: "/api/Contact/Edit", delayMs: 0 });
    try {
      await save();
      await alert().getByText("What you typed is still here").waitFor();
    } finally {
      world.provider.faults.clear();
    }
    await receiveEvent();
    const { page } = person;
    page.on("dialog", (dialog) => void dialog.accept());
    const address = new URL(page.url()).pathname;
    await page.getByRole("link", { name: "Back to Manage Contacts" }).click();
    await person.arrive("Manage Contacts");
    await person.goTo(address, "Edit Contact");
    await page.getByText("What you typed is back").waitFor();
    expect(await position().inputValue()).toBe("Worth keeping");
    await waitForHydration(person);
    await receiveEvent();
    expect(await page.getByText("What you typed is back").isVisible()).toBe(true);
    expect(await position().inputValue()).toBe("Worth keeping");
  });
});

it("eight tabs all load, and all count a line check that finishes", async () => {
  await enter(person, "ben");
  const tabs = [person.page];
  while (tabs.length < 8) {
    const tab = await person.newTab();
    await tab.goto(`${world.portal.url}/dashboard`);
    tabs.push(tab);
  }
  const before = await Promise.all(tabs.map(unread));
  lineCheck();
  for (const [index, tab] of tabs.entries()) {
    // A tab that nobody sees catches up when it is looked at.
    await tab.bringToFront();
    await expect.poll(() => unread(tab), { timeout: 20_000 }).toBeGreaterThan(before[index] ?? 0);
  }
});

describe("browser notifications", () => {
  /** Makes windows seem unfocused, and records the browser notifications that they would show. */
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

  it("reach a person who looks elsewhere, in place of the toast", async () => {
    const { page } = person;
    await unfocused("granted");
    await enter(person, "ben");
    await heardLineCheck();
    await expect.poll(() => shown(page).then(({ length }) => length)).toBeGreaterThan(0);
    expect((await shown(page)).join()).toMatch(/New Notification|line test/i);
    expect(await toasts(page).getByText("New Notification").count()).toBe(0);
  });

  it("that are blocked bring a warning that asks to allow them, and the toast", async () => {
    const { page } = person;
    await unfocused("denied");
    await enter(person, "ben");
    await heardLineCheck();
    await page.getByText("Please enable notification permissions in your browser").waitFor();
    await toasts(page).getByText("New Notification").first().waitFor();
    expect(await shown(page)).toEqual([]);
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
