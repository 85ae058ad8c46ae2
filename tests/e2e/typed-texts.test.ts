import fc from "fast-check";
import { expect, it } from "vitest";
import { clean, type FieldKind } from "#app/forms/cleaning.ts";
import { BookingPages } from "../support/booking-pages.ts";
import { listPath, mandatesOf } from "../support/direct-debit-pages.ts";
import { waitForHydration } from "../support/hydrated.ts";
import { annaWithoutCookieQuestion, startJourneys } from "../support/journey.ts";
import { holdScripts } from "../support/late-scripts.ts";
import { isLong } from "../support/long.ts";
import type { Person } from "../support/person.ts";
import { textsOfKind } from "../support/random-texts.ts";
import { signedIn } from "../support/signed-in.ts";
import { valueOf, world } from "../support/world.ts";

startJourneys();

const newTicket = "/tickets/new/technical/cloud/voice";
const location = () =>
  `/account/locations/${valueOf("SELECT address_id FROM addresses WHERE line1 LIKE 'Pine Store%'")}`;
const visit = async () => {
  const booking = await BookingPages.after(await signedIn(world, "anna", "1001"), "500");
  return `${booking.at}/collect-data`;
};

interface TypedField {
  readonly kind: FieldKind;
  readonly path: () => string | Promise<string>;
  readonly name: string;
  readonly valid?: Readonly<Record<string, string>>;
  readonly button: string;
  readonly call: string;
  /** Leads from the path to the page with the field, and from there to the call. */
  readonly press?: readonly string[];
}

/** One field of each kind. */
const fields: readonly TypedField[] = [
  {
    kind: "line",
    path: () => "/account",
    name: "position",
    button: "Save Changes",
    call: "/Contact/EditCurrentContact",
  },
  {
    kind: "phone",
    path: () => "/account",
    name: "mobile",
    button: "Save Changes",
    call: "/Contact/EditCurrentContact",
  },
  { kind: "text", path: location, name: "notes", button: "Save Location", call: "/Address/Edit" },
  { kind: "postcode", path: location, name: "postCode", button: "Save Location", call: "/Address/Edit" },
  {
    kind: "email",
    path: () => "/account/contacts/new",
    name: "email",
    valid: { firstNames: "Nia", surname: "Rees" },
    button: "Save New Contact",
    call: "/Contact/Create",
  },
  {
    kind: "count",
    path: () => newTicket,
    name: "affectedUsers",
    valid: { subject: "Broadband", message: "It drops" },
    button: "Send Ticket",
    call: "/SupportTicket/Create",
  },
  {
    kind: "bankNumber",
    path: () => `${listPath}/${mandatesOf("HAR002")[0]!.id}`,
    press: ["Proceed", "Complete Direct Debit"],
    name: "bankAccountNumber",
    button: "Proceed",
    call: "/DirectDebit/Edit",
  },
  {
    kind: "name",
    path: visit,
    name: "firstName",
    valid: { contactTelephone: "07700900123", problemDescription: "x" },
    button: "Submit",
    call: "/LineFault/TroubleReport/",
  },
  {
    kind: "report",
    path: visit,
    name: "problemDescription",
    valid: { contactTelephone: "07700900123" },
    button: "Submit",
    call: "/LineFault/TroubleReport/",
  },
];

/** Types a text, with valid values in all other fields, and presses the form's button until the API got it or refuses it. */
async function send(
  person: Person,
  { kind, path, name, valid, button, call, press: [before, after] = [] }: TypedField,
  random: string,
): Promise<void> {
  const { page } = person;
  // Browsers remove line breaks from a field with one line.
  const typed = kind === "text" || kind === "report" ? random : random.replace(/[\r\n]/g, "");
  await page.goto(new URL(await path(), world.portal.url).href);
  await waitForHydration(page);
  if (before) await page.getByRole("button", { name: before, exact: true }).click();
  for (const [other, value] of Object.entries(valid ?? {}))
    await page.locator(`main [name=${other}]`).fill(value);
  const field = page.locator(`main [name=${name}]:not([type=hidden], button)`);
  await field.fill(typed);
  const shown = await field.inputValue();
  expect(clean[kind](shown)).toBe(clean[kind](typed));
  if (name === "email") {
    await page.locator("main [name=confirmEmail]").fill(typed);
    await page.locator("main [name=addressId]").selectOption({ index: 1 });
  }
  const callsBefore = world.api.calls.length;
  const bodies = () =>
    world.api.calls
      .slice(callsBefore)
      .filter(({ method, path: called }) => method !== "GET" && called.startsWith(call))
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const message = page.locator(`main [id$="-${name}-error"]`);
  const press = page.getByRole("button", { name: button, exact: true });
  await press.click();
  await expect
    .poll(async () => {
      // Warnings ask for a second press.
      if (await page.getByText("button again.").isVisible()) await press.click();
      const next = page.getByRole("button", { name: after ?? "", exact: true });
      if (after && (await next.isVisible())) await next.click();
      return bodies().length > 0 || (await message.count()) > 0;
    })
    .toBe(true);
  const [body] = bodies();
  if (body)
    expect(String(body[name] ?? "")).toBe(
      kind === "count" ? String(Number(clean.count(shown))) : clean[kind](shown),
    );
  // Firefox treats it as an error to open a page while another is loading.
  await page.locator("[data-busy=true]").waitFor({ state: "detached" });
}

it.each(fields)(
  "random text of the kind $kind is sent whole from the browser, or refused at its field",
  async (field) => {
    const person = await annaWithoutCookieQuestion("on");
    person.page.on("dialog", (dialog) => void dialog.accept());
    await fc.assert(
      fc.asyncProperty(textsOfKind(field.kind), (typed) => send(person, field, typed)),
      { numRuns: isLong ? 20 : 1 },
    );
  },
);

it("a summary that's too long stays whole, is counted, and is refused with its limit", async () => {
  const person = await annaWithoutCookieQuestion("on");
  const { page } = person;
  await person.goTo(newTicket, "New Customer Service Ticket");
  const summary = page.getByLabel("Summary");
  await summary.click();
  await page.keyboard.insertText("s".repeat(101));
  expect(await summary.inputValue()).toHaveLength(101);
  await page.locator("#new-ticket-subject-count").getByText("You have 1 character too many").waitFor();
  await page.getByRole("button", { name: "Send Ticket" }).click();
  await page.getByRole("alert").getByText("Please use no more than 100 characters.").waitFor();
  await summary.press("End");
  await summary.press("Backspace");
  await page.locator("#new-ticket-subject-count").getByText("You have 0 characters remaining").waitFor();
  await page.getByText("You can enter up to").waitFor({ state: "detached" });
});

it("what is typed before the scripts arrive stays, though an extension has put an element into the page", async () => {
  const person = await annaWithoutCookieQuestion("on");
  const { page } = person;
  await person.goTo(newTicket, "New Customer Service Ticket");
  const release = await holdScripts(person);
  await page.reload({ waitUntil: "commit" });
  await page.getByLabel("Summary").fill("Typed early");
  await page.getByRole("textbox", { name: "Details" }).fill("In several\nlines");
  await page.getByLabel("Contact", { exact: true }).selectOption({ index: 2 });
  const contact = await page.getByLabel("Contact", { exact: true }).inputValue();
  await page.evaluate(() => document.body.prepend(document.createElement("translate-bar")));
  release();
  await page.locator("form[data-unsaved=true]").waitFor();
  expect(await page.getByLabel("Summary").inputValue()).toBe("Typed early");
  expect(await page.getByRole("textbox", { name: "Details" }).inputValue()).toBe("In several\nlines");
  expect(await page.getByLabel("Contact", { exact: true }).inputValue()).toBe(contact);
  // React reports that the page isn't as it was sent.
  expect(person.faults.splice(0).filter((fault) => !/Minified React error|hydrat/i.test(fault))).toEqual([]);
});

it("a button that waits for a field reads it when it's pressed, as a password manager fills it in without an event", async () => {
  const person = await annaWithoutCookieQuestion("on");
  const { page } = person;
  await person.goTo("/services/availability-checker", "FTTP Availability Checker");
  await page
    .locator("main input[name=postCode]")
    .evaluate((input: HTMLInputElement) => (input.value = "yo21.3aj"));
  await page.getByRole("button", { name: "Search" }).last().click({ force: true });
  await page.getByRole("heading", { name: "Addresses in YO21 3AJ" }).waitFor();
});
