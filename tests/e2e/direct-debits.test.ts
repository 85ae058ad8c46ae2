import type { Locator } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { badNumbers, goodNumbers, letterEvents, mandatesOf } from "../support/direct-debit-pages.ts";
import { engine } from "../support/engine.ts";
import { annaAt, startJourneys } from "../support/journey.ts";
import { isLong } from "../support/long.ts";
import { readPdf } from "../support/pdf.ts";
import { areaModes, runsAllJourneys, type Person } from "../support/person.ts";
import { world } from "../support/world.ts";

startJourneys();

const list = "/invoices/manage-direct-debit";
const widths = isLong ? [320, 2560] : [320];

beforeEach(() => {
  world.provider.db.exec(
    "DELETE FROM direct_debit_events; DELETE FROM direct_debits WHERE link_id = (SELECT link_id FROM sage_accounts WHERE number = 'HAR004')",
  );
});

/** Waits for a step by its name in the list of steps; axe checks it, and it must fit. */
async function arriveAt(person: Person, heading: string, step: string, state = ""): Promise<void> {
  await person.page.locator("[aria-current=step]", { hasText: step }).waitFor();
  await person.arrive(heading, `${step} ${state}`);
  await person.fits(...widths);
}

async function fill(person: Person, numbers: typeof goodNumbers | typeof badNumbers): Promise<void> {
  const { page } = person;
  await page.getByLabel("Bank Sort Code").fill("");
  await page.getByLabel("Bank Sort Code").pressSequentially(numbers.bankSortCode);
  await page.getByLabel("Bank Account Number").fill(numbers.bankAccountNumber);
}

const press = ({ page }: Person, name: string) => page.getByRole("button", { name, exact: true }).click();
const answerYes = async (person: Person) => {
  for (const answer of await person.page.getByRole("radio", { name: "Yes" }).all()) await answer.check();
  await press(person, "Proceed");
};

describe.each(areaModes)("with scripts %s", (scripts) => {
  it("after a No and a wrong number a person sets up a direct debit, and downloads its letter", async () => {
    const person = await annaAt({ scripts }, { cookiesAnswered: true });
    const { page } = person;
    await person.goTo(list, "Direct Debits");
    await page.getByRole("link", { name: "Add Direct Debit" }).click();
    await arriveAt(person, "New Direct Debit", "Eligibility");
    await page.getByRole("radio", { name: "No" }).first().check();
    await press(person, "Proceed");
    await page.getByRole("alert").getByText("Select Yes to continue.").first().waitFor();
    await page.getByRole("link", { name: "Download the mandate (PDF)" }).waitFor();
    const mistakes = page.getByRole("alert").getByRole("listitem");
    expect(await mistakes.count()).toBe(2);
    if (scripts === "on") {
      await page.getByRole("radio", { name: "Yes" }).first().check();
      await expect.poll(() => mistakes.allTextContents()).toEqual([expect.stringContaining("only person")]);
      await page.getByRole("radio", { name: "Yes" }).last().check();
      await page.getByRole("alert").waitFor({ state: "detached" });
    }
    await answerYes(person);
    await arriveAt(person, "New Direct Debit", "Bank details");
    await page
      .getByLabel("Account", { exact: true })
      .selectOption({ label: (await page.locator("option").nth(1).textContent())! });
    await fill(person, badNumbers);
    const panel = page.getByText("Please double check your account number and sort code:");
    if (scripts === "on") {
      expect(await page.getByLabel("Bank Sort Code").inputValue()).toBe("08-99-99");
      await panel.waitFor();
    }
    await page.getByLabel("Bank Account Name").fill("HARBOUR");
    await press(person, "Proceed");
    await page.getByRole("alert").getByText("did not pass our external checks").waitFor();
    await panel.waitFor();
    await person.arrive("New Direct Debit", "refused");
    await page.getByLabel("Bank Account Name").fill("HARBOUR LTD");
    await page.getByRole("alert").getByText("did not pass our external checks").waitFor();
    await fill(person, goodNumbers);
    if (scripts === "on") {
      await page.getByText("Your details passed our external checks.").waitFor();
      await page.getByRole("alert").waitFor({ state: "detached" });
      await person.arrive("New Direct Debit", "filled");
    }
    await press(person, "Proceed");
    await arriveAt(person, "New Direct Debit", "Confirmation");
    await page.getByText("****4958").waitFor();
    if (engine === "chromium") {
      await page.emulateMedia({ media: "print" });
      await page.getByRole("heading", { name: "The Direct Debit Guarantee" }).waitFor();
      expect(await page.getByRole("button", { name: "Complete Direct Debit" }).isVisible()).toBe(false);
      await page.emulateMedia({ media: null });
    }
    const asked: string[] = [];
    // The browser itself asks before a reload, which goes on; the page's questions are answered with Cancel.
    page.on("dialog", (dialog) => {
      asked.push(dialog.type() === "beforeunload" ? "reload" : dialog.message());
      void (dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss());
    });
    /** With scripts, leaving the page asks in these words, and Cancel stays. */
    const expectQuestion = async (words: string) => {
      if (scripts !== "on") return;
      await page.getByRole("link", { name: "Back to Direct Debits" }).click();
      await expect.poll(() => asked.join()).toContain(words);
      asked.length = 0;
    };
    await expectQuestion("You have unsaved changes. Are you sure you want to navigate away from this page?");
    await page.getByRole("link", { name: "Back to Previous Page" }).click();
    await arriveAt(person, "New Direct Debit", "Bank details");
    expect(asked).toEqual([]);
    await expectQuestion("You have unsaved changes.");
    await press(person, "Proceed");
    await arriveAt(person, "New Direct Debit", "Confirmation");
    await page.reload();
    expect(asked).toEqual(scripts === "on" ? ["reload"] : []);
    await press(person, "Complete Direct Debit");
    await person.arrive("Direct Debit saved");
    await person.fits(...widths);
    asked.length = 0;
    await expectQuestion("You have not downloaded your Direct Debit confirmation letter.");
    if (scripts === "on") {
      await page.reload();
      expect(asked).toEqual(["reload"]);
    }
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download confirmation letter" }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const { text } = await readPdf(Buffer.concat(chunks));
    expect(text).toContain("****4958");
    expect(letterEvents(mandatesOf("HAR004")[0]!.id)).toEqual(["Started OK", "Completed OK"]);
    await page.getByRole("link", { name: "Back to Direct Debits" }).click();
    await person.arrive("Direct Debits");
    expect(asked).toEqual(scripts === "on" ? ["reload"] : []);
    await page.getByRole("link", { name: "HAR004", exact: true }).waitFor();
  });
});

describe.each(areaModes.filter(runsAllJourneys))("with scripts %s", (scripts) => {
  it("'Find branches', or Enter in its postcode field, finds sort codes and keeps what was typed", async () => {
    const person = await annaAt({ scripts }, { cookiesAnswered: true });
    const { page } = person;
    await person.goTo("/invoices/direct-debit", "New Direct Debit");
    await answerYes(person);
    await fill(person, goodNumbers);
    const postcode = page.getByLabel("Your bank branch's postcode");
    for (const byEnter of [false, true]) {
      await postcode.fill(byEnter ? "ZZ9 9ZZ" : "HG1 4AA");
      await (byEnter ? postcode.press("Enter") : press(person, "Find branches"));
      await page
        .getByText(byEnter ? "We couldn't find a branch near ZZ9 9ZZ." : "Northern Counties Bank")
        .waitFor();
      expect(await page.getByLabel("Bank Sort Code").inputValue()).toBe("08-99-99");
      expect(await page.getByLabel("Bank Account Number").inputValue()).toBe(goodNumbers.bankAccountNumber);
      expect(page.url()).not.toContain(goodNumbers.bankAccountNumber);
    }
  });
});

/** Presses Tab until the control has the focus, as someone without a mouse does. */
async function tabTo({ page }: Person, control: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to ${String(control)}`);
}

it("a person sets up a direct debit by the keyboard, and is warned before a slow bank check answers", async () => {
  const person = await annaAt({}, { cookiesAnswered: true });
  const { page } = person;
  const use = async (control: Locator, ...keys: readonly string[]) => {
    await tabTo(person, control);
    for (const key of keys) await page.keyboard.press(key);
  };
  const proceed = page.getByRole("button", { name: "Proceed", exact: true });
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/bank-check", async (route) => {
    if (!route.request().postData()?.includes("firstLook")) await held;
    await route.continue();
  });
  await person.goTo("/invoices/direct-debit", "New Direct Debit");
  await use(page.getByRole("radio", { name: "Yes" }).first(), "Space");
  await use(page.getByRole("radio", { name: "Yes" }).last(), "Space");
  await use(proceed, "Enter");
  await page.locator("[aria-current=step]", { hasText: "Bank details" }).waitFor();
  await use(page.getByLabel("Account", { exact: true }), "H");
  await use(page.getByLabel("Bank Sort Code"));
  await page.keyboard.type(badNumbers.bankSortCode);
  await use(page.getByLabel("Bank Account Number"));
  const topOfProceed = async () => (await proceed.boundingBox())?.y;
  const top = await topOfProceed();
  await page.keyboard.type(badNumbers.bankAccountNumber);
  await page.getByText("These don't look like UK bank details.").waitFor();
  await page.getByText("Checking your details…").waitFor();
  answer();
  await page.getByText("Please double check your account number and sort code:").waitFor();
  await page.keyboard.press("Backspace");
  await page.keyboard.type("8");
  await page.getByText("Your details passed our external checks.").waitFor();
  expect(await topOfProceed()).toBe(top);
  await use(page.getByLabel("Bank Account Name"));
  await page.keyboard.type("HARBOUR");
  await use(proceed, "Enter");
  await page.locator("[aria-current=step]", { hasText: "Confirmation" }).waitFor();
  await use(page.getByRole("button", { name: "Complete Direct Debit" }), "Enter");
  await person.arrive("Direct Debit saved", "Done");
  const download = page.waitForEvent("download");
  await use(page.getByRole("link", { name: "Download confirmation letter" }), "Enter");
  expect((await download).suggestedFilename()).toMatch(/^Direct-Debit-HAR00\d\.pdf$/);
});

it("what Proceed learns of the numbers replaces 'You can continue' from a check that failed while they were typed", async () => {
  world.provider.faults.add({ kind: "500", path: "/bank-check", delayMs: 0 });
  const person = await annaAt({}, { cookiesAnswered: true });
  const { page } = person;
  await person.goTo("/invoices/direct-debit", "New Direct Debit");
  await answerYes(person);
  await page.getByLabel("Account", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Bank Account Name").fill("HARBOUR");
  await fill(person, badNumbers);
  await page.getByText("You can continue").waitFor();
  world.provider.faults.clear();
  await press(person, "Proceed");
  await page.getByRole("alert").getByText("did not pass our external checks.").waitFor();
  expect(await page.getByText("You can continue").count()).toBe(0);
});

it("the sort code gets its dashes as a person types, nothing that is typed or pasted is dropped, and too many digits are refused", async () => {
  const person = await annaAt({}, { cookiesAnswered: true });
  const { page } = person;
  await person.goTo("/invoices/direct-debit", "New Direct Debit");
  await answerYes(person);
  await page.locator("[aria-current=step]", { hasText: "Bank details" }).waitFor();
  const sortCode = page.getByLabel("Bank Sort Code");
  await sortCode.click();
  await page.keyboard.insertText("Sort code 12 34 56");
  expect(await sortCode.inputValue()).toBe("Sort code 12 34 56");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("123456");
  expect(await sortCode.inputValue()).toBe("12-34-56");
  for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("97");
  expect(await sortCode.inputValue()).toBe("12-97-45-6");
  expect(await sortCode.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(5);
  const account = page.getByLabel("Bank Account Number");
  await account.click();
  await page.keyboard.insertText("1234 5678 9");
  expect(await account.inputValue()).toBe("1234 5678 9");
  await press(person, "Proceed");
  for (const text of ["Must be 6 digits", "Must be 8 digits"])
    await page.getByRole("alert").getByText(text).waitFor();
  expect(await account.inputValue()).toBe("1234 5678 9");
});
