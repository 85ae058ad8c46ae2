import type { Dialog } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { ContactPages } from "../support/contact-pages.ts";
import { waitForHydration } from "../support/hydrated.ts";
import { annaWithoutCookieQuestion, startJourneys } from "../support/journey.ts";
import { holdScripts } from "../support/late-scripts.ts";
import type { Person } from "../support/person.ts";
import { signedIn } from "../support/signed-in.ts";
import { sql, world } from "../support/world.ts";

startJourneys();
let person: Person;
let dialogs: Dialog[];
beforeEach(async () => {
  person = await annaWithoutCookieQuestion("on");
  dialogs = [];
  person.page.on("dialog", (dialog) => {
    dialogs.push(dialog);
    void dialog.dismiss();
  });
});

const NEW = "/account/contacts/new";
const asked = () => dialogs.map((dialog) => dialog.message());
const UNSAVED = "You have unsaved changes. Are you sure you want to navigate away from this page?";
const STILL_SENDING =
  "What you entered is still being sent, and may not be saved if you leave now. Are you sure you want to navigate away from this page?";
const main = () => person.page.getByRole("main");
const field = (label: string) => person.page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`));
const press = (name: string) => main().getByRole("button", { name }).click();
const pages = async () => new ContactPages(world, await signedIn(world, "anna", "1001"));

async function edit(name: string): Promise<void> {
  await person.goTo((await pages()).pathOf(name), "Edit Contact");
}

/** Saves without network, and chooses to go back to the form. */
async function breakOffAndGoBack(): Promise<void> {
  const { page } = person;
  await page.context().setOffline(true);
  await press("Save Contact");
  const broken = page.getByRole("dialog", { name: "The connection was lost" });
  await broken.getByRole("button", { name: "Back to the form" }).click();
  await page.context().setOffline(false);
  await broken.waitFor({ state: "detached" });
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
}

const countOf = (firstNames: string) =>
  sql`SELECT count(*) AS n FROM contacts WHERE first_names = ${firstNames}`[0]?.["n"];

describe("a new contact", () => {
  async function begin(): Promise<void> {
    await person.goTo(NEW, "Add New Contact");
  }

  it("is added by the keyboard alone", async () => {
    const { keyboard } = person.page;
    await person.goTo("/account/contacts", "Manage Contacts");
    await main().getByRole("link", { name: "Add New Contact" }).focus();
    await keyboard.press("Enter");
    await person.arrive("Add New Contact");
    await field("Title").focus();
    const email = "kay@hp.example";
    for (const text of ["Ms", "Kay", "Board", "01632960111", "", email, email]) {
      await keyboard.type(text);
      await keyboard.press("Tab");
    }
    await keyboard.press("ArrowDown");
    await keyboard.press("Tab");
    await keyboard.type("Typist");
    await keyboard.press("Tab");
    await keyboard.press("Space");
    await keyboard.press("Enter");
    await person.arrive("New Contact Added");
    const row = (await pages()).row("Kay");
    expect(row).toMatchObject({ surname: "Board", position: "Typist", email });
    expect(row.portal_role).toBeGreaterThan(0);
  });

  it("is added only once by a double click", async () => {
    await begin();
    const email = "dora@harbourpine.example";
    for (const [label, text] of [
      ["First Names", "Dora"],
      ["Surname", "Double"],
      ["Email", email],
      ["Confirm email", email],
    ] as const)
      await field(label).fill(text);
    await field("Address").selectOption({ index: 1 });
    await field("Support").check();
    await main().getByRole("button", { name: "Save New Contact" }).dblclick();
    await person.arrive("New Contact Added");
    expect(countOf("Dora")).toBe(1);
  });
});

describe("a save", () => {
  it("that takes long says so, lets nothing be typed or pressed meanwhile, and asks before a link cancels it", async () => {
    await edit("Hugo");
    await field("Position").fill("Patient");
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const [, calls] = await world.api.record(() =>
      world.api.scripted(
        (call) => (call.method === "PUT" ? held.then(() => undefined) : undefined),
        async () => {
          await press("Save Contact");
          const form = person.page.locator("main form[aria-busy=true]");
          await form.waitFor();
          const button = form.locator("button[data-variant=primary]");
          expect((await button.innerText()).trim()).toBe("Saving…");
          await person.page.getByRole("status").getByText("Saving… Please wait.").waitFor();
          await button.click({ force: true });
          const menu = person.page.getByRole("navigation", { name: "Main" });
          await menu.getByRole("link", { name: "Dashboard" }).click();
          await expect.poll(asked).toEqual([STILL_SENDING]);
          await field("Position").click({ force: true });
          await person.page.keyboard.type("lost");
          expect(await field("Position").inputValue()).toBe("Patient");
          release();
          await person.arrive("Saved");
        },
      ),
    );
    expect(asked()).toHaveLength(1);
    expect(calls.filter(({ method }) => method === "PUT")).toHaveLength(1);
  });

  it("that fails leaves the form as typed, to be sent again", async () => {
    await edit("Greta");
    await field("Position").fill("Persistent");
    await world.api.failing(
      (call) => call.path.startsWith("/Contact/Edit"),
      async () => {
        await press("Save Contact");
        await main().getByRole("alert").getByText("There was an error loading contact to edit.").waitFor();
      },
    );
    await person.arrive("Edit Contact", "failed");
    expect(await field("Position").inputValue()).toBe("Persistent");
    await press("Save Contact");
    await person.arrive("Saved");
  });
});

it("a save that the person leaves after the question is left for the other page", async () => {
  const { page } = person;
  page.removeAllListeners("dialog").on("dialog", (dialog) => {
    dialogs.push(dialog);
    void dialog.accept();
  });
  await edit("Hugo");
  await field("Position").fill("Gone");
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await world.api.scripted(
    (call) => (call.method === "PUT" ? held.then(() => undefined) : undefined),
    async () => {
      await press("Save Contact");
      await page.locator("main form[aria-busy=true]").waitFor();
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
      await person.arrive("Dashboard");
      expect(asked()).toEqual([STILL_SENDING]);
      release();
    },
  );
});

it("what was typed before scripts came is kept, and leaving the page asks about it", async () => {
  const { page } = person;
  const releaseScripts = await holdScripts(person);
  await page.goto(new URL((await pages()).pathOf("Tess"), world.portal.url).href, { waitUntil: "commit" });
  await field("Position").fill("Early bird");
  releaseScripts();
  await waitForHydration(page);
  await page.locator("form[data-unsaved=true]").waitFor();
  expect(await field("Position").inputValue()).toBe("Early bird");
  await main().getByRole("link", { name: "Back to Manage Contacts" }).click();
  await expect.poll(asked).toEqual([UNSAVED]);
  expect(await field("Position").inputValue()).toBe("Early bird");
});

it("a form that was refused before scripts came isn't saved over a colleague's change, whatever is pressed meanwhile", async () => {
  const { page } = person;
  const releaseScripts = await holdScripts(person);
  await page.goto(new URL((await pages()).pathOf("Greta"), world.portal.url).href, { waitUntil: "commit" });
  const surname = await field("Surname").inputValue();
  const colleague = await pages();
  expect((await colleague.save(await colleague.open("Greta"), { position: "Theirs" })).status).toBe(303);
  await field("Surname").fill("");
  await press("Save Contact");
  await page.waitForEvent("domcontentloaded");
  releaseScripts();
  await waitForHydration(page);
  await page.getByText("Anna Archer").first().click();
  await page.getByRole("button", { name: "Dark" }).click();
  await page.locator("html[data-theme=dark]").waitFor();
  await page.keyboard.press("Escape");
  await main().getByRole("link", { name: "Surname" }).waitFor();

  await field("Surname").fill(surname);
  await breakOffAndGoBack();
  await press("Save Contact");
  await main().getByRole("alert").getByText("by another user.").waitFor();
});

it("a form that nobody typed into is left without a question", async () => {
  await edit("Tess");
  await main().getByRole("link", { name: "Back to Manage Contacts" }).click();
  await person.arrive("Manage Contacts");
  expect(asked()).toEqual([]);
});

it("a conflict shows in the title, marks undecided fields, outlives a broken connection, and asks before it is left", async () => {
  const { page } = person;
  await edit("Dev");
  await field("Position").fill("Mine");
  const colleague = await pages();
  expect((await colleague.save(await colleague.open("Dev"), { position: "Theirs" })).status).toBe(303);
  await press("Save Contact");
  await main().getByRole("alert").getByText("by another user.").waitFor();
  await expect.poll(() => page.title()).toMatch(/^Error: /);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
  await expect.poll(asked).toEqual([UNSAVED]);

  await press("Save Contact");
  await main().getByRole("link", { name: "Choose a value for Position" }).waitFor();
  const group = page.getByRole("group", { name: "Position" });
  expect(await group.innerText()).toContain("Choose a value for Position");
  expect(await group.getAttribute("data-invalid")).toBe("true");
  await person.arrive("Edit Contact", "not chosen");

  await group.getByLabel(/Mine/).check();
  await breakOffAndGoBack();
  expect(await group.getByLabel(/Mine/).isChecked()).toBe(true);

  await main().getByRole("link", { name: "Discard my changes" }).click();
  await expect.poll(() => field("Position").inputValue()).toBe("Theirs");
  expect(asked()).toHaveLength(1);
});

it("a colleague's change to a location isn't overwritten after sorting the list beside its form", async () => {
  const { page } = person;
  const { db } = world.provider;
  const row = db.prepare("SELECT address_id AS id FROM addresses WHERE client_id = '1001' LIMIT 1").get();
  const id = Number(row?.["id"]);
  await person.goTo(`/account/locations/${id}`, "Manage Locations");
  await field("Address Line 2").fill("Mine");
  db.prepare("UPDATE addresses SET line2 = 'Theirs', row_version = row_version + 1 WHERE address_id = ?").run(
    id,
  );
  await main().getByRole("columnheader", { name: "Post Code" }).getByRole("link").click();
  await page.waitForURL("**/account/locations/*?sort=*");
  expect(await field("Address Line 2").inputValue()).toBe("Mine");
  await press("Save Location");
  await main().getByRole("alert").getByText("by another user.").waitFor();
});
