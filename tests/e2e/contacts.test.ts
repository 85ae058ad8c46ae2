import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engine } from "../support/engine.ts";
import { annaAt, closePerson, startJourneys } from "../support/journey.ts";
import { isLong } from "../support/long.ts";
import { areaModes, type Person, type Scripts } from "../support/person.ts";

startJourneys();

async function administrator(scripts: Scripts): Promise<Person> {
  const person = await annaAt({ scripts });
  // Some tests leave a page in the middle of a form.
  person.page.on("dialog", (dialog) => {
    if (dialog.type() === "beforeunload") void dialog.accept();
  });
  return person;
}

async function find(person: Person, name: string): Promise<void> {
  const { page } = person;
  await person.goTo("/account/contacts", "Manage Contacts");
  await page.getByRole("searchbox", { name: "Search Contacts" }).fill(name);
  await page.getByRole("main").getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText("Showing 1–1 of 1").waitFor();
}

async function edit(person: Person, name: string): Promise<void> {
  await find(person, name);
  await person.page.getByRole("link", { name, exact: true }).click();
  await person.arrive("Edit Contact", name);
}

const submit = (person: Person, name = "Save Contact") => person.page.getByRole("button", { name }).click();
const alert = ({ page }: Person) => page.getByRole("main").getByRole("alert");

// This is the one journey with scripts off in Firefox in the short run too.
const modes = engine === "firefox" && !isLong ? (["on", "off"] as const) : areaModes;
describe.each(modes)("with scripts %s", (scripts) => {
  let person: Person;
  beforeAll(async () => {
    person = await administrator(scripts);
  });
  afterAll(() => closePerson(person));

  it("an administrator adds a contact after an error and a warning, and edits it", async () => {
    const { page } = person;
    await person.goTo("/account/contacts", "Manage Contacts");
    await page.getByRole("link", { name: "Add New Contact" }).click();
    await person.arrive("Add New Contact");
    await page.getByLabel("First Names").fill("Nell");
    await page.getByLabel("Surname").fill(`With scripts ${scripts}`);
    await submit(person, "Save New Contact");
    await alert(person).getByText("Please enter the email address.").waitFor();
    await person.arrive("Add New Contact", "refused");
    expect(await page.title()).toMatch(/^Error: /);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("role"));
    // Without scripts the browser sets the focus once it has painted.
    await expect.poll(focused).toBe("alert");

    const email = `nell.${scripts}@harbourpine.example`;
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Confirm email").fill(email);
    await page.getByLabel("Address", { exact: true }).selectOption({ index: 1 });
    // Without scripts the errors stay until the corrected form is sent.
    if (scripts !== "on") await submit(person, "Save New Contact");
    await alert(person).getByText(`click the "Save New Contact" button again.`).waitFor();
    expect(await alert(person).innerText()).toContain("No role is selected");
    await submit(person, "Save New Contact");
    await person.arrive("New Contact Added");
    expect(await page.getByRole("main").innerText()).toContain("New Contact Added Successfully.");
    await page.reload();
    await person.arrive("New Contact Added");

    await page.getByRole("link", { name: "Edit Contact" }).click();
    await person.arrive("Edit Contact", "new");
    expect(await page.getByRole("main").innerText()).toContain("has not registered to log in");
    await page.getByText("Show more details about the roles").click();
    expect(await page.getByText("Can view and download invoices").isVisible()).toBe(true);
    await page.getByLabel("Orders", { exact: true }).check();
    await submit(person);
    await person.arrive("Saved");
    expect(await page.getByRole("main").innerText()).toContain("Contact updated successfully.");
    await page.getByRole("link", { name: "Edit Contact" }).click();
    await person.arrive("Edit Contact", "again");
    expect(await page.getByRole("main").innerText()).toContain("With these roles, Nell can");
    expect(await page.getByLabel("Orders", { exact: true }).isChecked()).toBe(true);
  });
});

describe("where scripts run", () => {
  let person: Person;
  beforeAll(async () => {
    person = await administrator("on");
  });
  afterAll(() => closePerson(person));

  it("the summary of the roles follows the boxes, by the keyboard alone", async () => {
    const { page } = person;
    await edit(person, "Tess Daley");
    const summary = page.getByRole("main").getByRole("status").filter({ hasText: "Tess" });
    expect(await summary.innerText()).toContain("view and download invoices");
    await page.getByLabel("Orders", { exact: true }).focus();
    await page.keyboard.press("Space");
    await expect.poll(() => summary.innerText()).toContain("Without a role, Tess can't");
    await page.getByLabel("Support", { exact: true }).focus();
    await page.keyboard.press("Space");
    await expect.poll(() => summary.innerText()).toContain("With these roles, Tess can");
    await page.getByLabel("Position").focus();
    await page.keyboard.press("Enter");
    await person.arrive("Saved");
  });

  it("errors show after the first press, and go as they are fixed", async () => {
    const { page } = person;
    await edit(person, "Tess Daley");
    await page.getByLabel("Surname").fill("");
    expect(await page.getByText("Please enter the surname.").count()).toBe(0);
    await submit(person);
    await alert(person).getByText("Please enter the surname.").click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("surname");
    await page.getByLabel("Surname").fill("Daley");
    await expect.poll(() => page.locator("#contact-surname-error").count()).toBe(0);
  });
});
