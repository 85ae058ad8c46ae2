import { beforeEach, describe, expect, it } from "vitest";
import type { remixRouter } from "#app/document/remix-router.ts";
import { ContactPages } from "../support/contact-pages.ts";
import { annaAt, startJourneys } from "../support/journey.ts";
import { heardLineCheck, toasts, unread } from "../support/live-events.ts";
import type { Person } from "../support/person.ts";
import { emails, signedIn } from "../support/signed-in.ts";
import { world } from "../support/world.ts";

startJourneys();
let person: Person;
beforeEach(async () => {
  person = await annaAt({ isLive: true });
});

it("a note of the help desk appears on the open ticket, and can be answered", async () => {
  const { page } = person;
  const raise = () => world.provider.raise({ kind: "ticket-updated", clientId: "1001" });
  const id = raise().supportTicketId!;
  await person.goTo(`/tickets/${id}`, "Tickets");
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
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText(`Your reply was added to ticket ${id}.`).waitFor();
});

it.each([
  ["/account", "Account Details"],
  ["/invoices/make-a-payment", "Make a Payment"],
])("the bell counts on %s, a page with an untouched form", async (path, heading) => {
  await person.goTo(path, heading);
  const before = await unread(person.page);
  await heardLineCheck(person, emails.anna);
  await expect.poll(() => unread(person.page)).toBeGreaterThan(before);
});

it("a tick on Make a Payment that falls into an event's load stays", async () => {
  const { page } = person;
  await person.goTo("/invoices/make-a-payment", "Make a Payment");
  // A stream that opens while the route is set up never gets its response.
  await person.listens();
  const [loaded, kept] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/make-a-payment.data", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    loaded.resolve();
    await kept.promise;
    // Refused if the tick has stopped this load.
    await route.fulfill({ response }).catch(() => undefined);
  });
  await Promise.all([loaded.promise, heardLineCheck(person, emails.anna)]);
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
    const colleague = new ContactPages(world, await signedIn(world, "anna", "1001"));
    await person.goTo(colleague.pathOf(name), "Edit Contact");
    await person.listens();
  }
  async function saveAsColleague(name: string, typed: Readonly<Record<string, string>>): Promise<void> {
    const colleague = new ContactPages(world, await signedIn(world, "anna", "1001"));
    expect((await colleague.save(await colleague.open(name), typed)).status).toBe(303);
  }
  /** Raises a live event; waits until the page shows it. */
  async function receiveEvent(): Promise<void> {
    const shown = () => toasts(person.page).locator("> div").allInnerTexts();
    const before = await shown();
    await heardLineCheck(person, emails.anna);
    await expect.poll(shown).not.toEqual(before);
  }

  it("doesn't save over what a colleague saved meanwhile", async () => {
    await open("Hugo");
    await position().fill("Mine");
    await saveAsColleague("Hugo", { position: "Theirs" });
    await receiveEvent();
    expect(await position().inputValue()).toBe("Mine");
    await save();
    await alert().getByText("by another user.").waitFor();
    expect(await person.page.getByRole("group", { name: "Position" }).innerText()).toContain("Theirs");
  });

  it("doesn't save over a colleague's change either when the event came before the first key press", async () => {
    await open("Greta");
    await saveAsColleague("Greta", { position: "Theirs first" });
    const before = await unread(person.page);
    await heardLineCheck(person, emails.anna);
    await expect.poll(() => unread(person.page)).toBeGreaterThan(before);
    await position().fill("Mine after it");
    await save();
    await alert().getByText("by another user.").waitFor();
  });

  it("stays as it is when its data or the portal itself can't be had", async () => {
    await open("Tess");
    await position().fill("Half typed");
    for (const kind of ["500", "down"] as const) {
      world.provider.faults.add({ kind, path: "/api/Contact", delayMs: 0 });
      await receiveEvent();
      world.provider.faults.clear();
    }
    await person.page.route("**/*.data*", (route) => route.abort());
    await receiveEvent();
    await person.arrive("Edit Contact", "after an event");
    expect(await position().inputValue()).toBe("Half typed");
  });

  it("stays, with nothing typed, when an event's load fails, and the next event is counted", async () => {
    await open("Tess");
    await position().evaluate((input) => Object.assign(input, { isSame: true }));
    for (const kind of ["500", "403", "404"] as const) {
      const failed = person.page.waitForResponse((reply) => reply.url().endsWith(".data") && !reply.ok());
      world.provider.faults.add({ kind, path: "/api/Contact", delayMs: 0 });
      await Promise.all([failed, heardLineCheck(person, emails.anna)]);
      world.provider.faults.clear();
      const before = await unread(person.page);
      await heardLineCheck(person, emails.anna);
      await expect.poll(() => unread(person.page)).toBeGreaterThan(before);
      expect(await position().evaluate((input) => "isSame" in input)).toBe(true);
    }
  });

  it("leaves once the person asks for it, even after an event's load has failed", async () => {
    await open("Tess");
    const failed = person.page.waitForResponse((reply) => reply.url().endsWith(".data") && !reply.ok());
    world.provider.faults.add({ kind: "404", path: "/api/Contact", delayMs: 0 });
    await Promise.all([failed, heardLineCheck(person, emails.anna)]);
    await person.page.evaluate(() => {
      const { __remixRouter } = window as unknown as { __remixRouter: { navigate(to: string): void } };
      __remixRouter.navigate(location.pathname);
    });
    await person.page.getByRole("heading", { name: "Page Not Found" }).waitFor();
    world.provider.faults.clear();
  });

  it("keeps its draft for the next visit", async () => {
    await open("Vera");
    await position().fill("Worth keeping");
    world.provider.faults.add({ kind: "500", path: "/api/Contact/Edit", delayMs: 0 });
    await save();
    await alert().getByText("What you typed is still here").waitFor();
    world.provider.faults.clear();
    await receiveEvent();
    const { page } = person;
    page.on("dialog", (dialog) => void dialog.accept());
    const address = new URL(page.url()).pathname;
    await page.getByRole("link", { name: "Back to Manage Contacts" }).click();
    await person.arrive("Manage Contacts");
    await person.goTo(address, "Edit Contact");
    await page.getByText("We've put back what you typed").waitFor();
    expect(await position().inputValue()).toBe("Worth keeping");
    await receiveEvent();
    expect(await page.getByText("We've put back what you typed").isVisible()).toBe(true);
    expect(await position().inputValue()).toBe("Worth keeping");
  });
});
