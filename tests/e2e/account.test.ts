import { beforeEach, describe, expect, it } from "vitest";
import { annaWithoutCookieQuestion, startJourneys } from "../support/journey.ts";
import { holdScripts } from "../support/late-scripts.ts";
import { areaModes, runsAllJourneys, type Person, type Scripts } from "../support/person.ts";
import { emails } from "../support/signed-in.ts";
import { world } from "../support/world.ts";

const DELAY = "Any changes to marketing preferences may take up to 72 hours.";
const QUESTION = "Are you sure you want to opt out of all marketing communication?";

startJourneys();
let person: Person;

async function begin(scripts: Scripts, width?: number): Promise<void> {
  person = await annaWithoutCookieQuestion(scripts, width);
  await person.goTo("/account", "Account Details");
}

const save = () => person.page.getByRole("button", { name: "Save Changes" }).click();
const box = (topic: string, channel: string) =>
  person.page.getByRole("group", { name: topic, exact: true }).getByLabel(channel, { exact: true });
const ticked = () => person.page.locator("input[name=marketingPreferences]:checked").count();

describe.each(areaModes)("with scripts %s", (scripts) => {
  beforeEach(() => begin(scripts));

  it("details and preferences are saved, the person is thanked once, and the form shows both again", async () => {
    const { page } = person;
    const note = page.getByText(DELAY);
    await expect.poll(() => note.isVisible()).toBe(scripts !== "on");
    await page.getByLabel("Position").fill(`Director with scripts ${scripts}`);
    // A box that the journey in another mode hasn't saved as ticked.
    const preference = scripts === "broken" ? box("Newsletter", "Email") : box("Planned maintenance", "SMS");
    await preference.check();
    await note.waitFor();
    await page.getByLabel("Post", { exact: true }).first().check();
    await save();
    await person.arrive("Saved");
    await page.getByText("Thank you for updating your contact information and preferences.").waitFor();
    await page.reload();
    await page.getByText("Your account has been updated successfully.").waitFor();
    expect(await page.getByText("Thank you for updating").count()).toBe(0);
    await page.getByRole("link", { name: "Edit Account" }).click();
    await person.arrive("Account Details", "again");
    expect(await page.getByLabel("Position").inputValue()).toBe(`Director with scripts ${scripts}`);
    expect(await preference.isChecked()).toBe(true);
    expect(await page.getByRole("radio", { name: "Post" }).isChecked()).toBe(true);
  });

  if (!runsAllJourneys(scripts)) return;

  it("Opt Out asks first; Cancel leaves everything as it was, and saving unsubscribes", async () => {
    const { page } = person;
    world.provider.db.exec(
      `INSERT OR IGNORE INTO marketing_opt_ins (contact_id, topic_id, channel)
         SELECT contact_id, 5, 'Email' FROM contacts WHERE email = '${emails.anna}'`,
    );
    await box("Newsletter", "Email").check();
    const before = await ticked();
    const optOut = page.getByRole("checkbox", { name: "Opt Out" });
    const answer = async (name: string) => {
      // A dialog that asks at once leaves the box unticked until it's answered.
      await optOut.click();
      if (scripts !== "on") await save();
      await page.getByText(QUESTION).waitFor();
      await person.arrive("Account Details", "the question");
      await page.getByRole("button", { name, exact: true }).click();
    };
    await answer("Cancel");
    await optOut.waitFor();
    expect([await ticked(), await optOut.isChecked()]).toEqual([before, false]);
    await answer("Opt Out");
    if (scripts === "on") {
      await expect.poll(ticked).toBe(0);
      await save();
    }
    await page.getByText('click the "Save Changes" button again.').waitFor();
    await person.arrive("Account Details", "the warning");
    await save();
    await person.arrive("Saved", "unsubscribed");
    await page.getByText("We've stopped sending you marketing emails").waitFor();
  });
});

it("Opt Out that was ticked before scripts came stays ticked, and saving asks about it", async () => {
  await begin("on");
  const { page } = person;
  world.provider.db.exec(
    `INSERT OR IGNORE INTO marketing_opt_ins (contact_id, topic_id, channel)
       SELECT contact_id, 5, 'Email' FROM contacts WHERE email = '${emails.anna}'`,
  );
  const releaseScripts = await holdScripts(person);
  await page.goto(page.url(), { waitUntil: "commit" });
  const optOut = page.getByRole("checkbox", { name: "Opt Out" });
  await optOut.check();
  expect(await page.getByText(DELAY).isVisible()).toBe(true);
  releaseScripts();
  await page.getByText(DELAY).waitFor({ state: "hidden" });
  expect(await optOut.isChecked()).toBe(true);
  await save();
  await page.getByText(QUESTION).waitFor();
  await person.arrive("Account Details", "the question");
  await page.getByRole("button", { name: "Opt Out", exact: true }).click();
  await page.getByText('click the "Save Changes" button again.').waitFor();
  expect([await optOut.isChecked(), await ticked()]).toEqual([true, 0]);
  await save();
  await person.arrive("Saved", "unsubscribed");
  await page.getByText("We've stopped sending you marketing emails").waitFor();
});

it("the question about Opt Out is answered by the keyboard alone", async () => {
  await begin("on");
  const { page } = person;
  await box("Newsletter", "Email").check();
  await page.getByRole("checkbox", { name: "Opt Out" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("dialog", { name: QUESTION }).waitFor();
  await page.keyboard.press("Escape");
  expect(await page.getByRole("dialog", { name: QUESTION }).isVisible()).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("opt-out");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect.poll(ticked).toBe(0);
  expect(await page.getByRole("checkbox", { name: "Opt Out" }).isChecked()).toBe(true);
  await box("Newsletter", "Email").press("Space");
  expect(await page.getByRole("checkbox", { name: "Opt Out" }).isChecked()).toBe(false);
});
