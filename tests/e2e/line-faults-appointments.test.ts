import { describe, expect, it } from "vitest";
import { BookingPages, typed } from "../support/booking-pages.ts";
import { annaAt, startJourneys } from "../support/journey.ts";
import { lineTestPath, newLine } from "../support/line-test-pages.ts";
import { isLong } from "../support/long.ts";
import { areaModes, runsAllJourneys, type Person } from "../support/person.ts";
import { signedIn } from "../support/signed-in.ts";
import { world } from "../support/world.ts";

startJourneys();

/** Waits for the page with this heading; axe checks it, and it must fit the narrowest screen. */
async function arriveAt(person: Person, heading: string, state = ""): Promise<void> {
  await person.arrive(heading, state);
  await person.fits(320);
}

const press = ({ page }: Person, name: string) => page.getByRole("button", { name, exact: true }).click();

async function fillIn({ page }: Person): Promise<void> {
  await page.getByLabel("Contact Telephone").fill(typed.contactTelephone);
  await page.getByLabel("Fault Description").fill(typed.problemDescription);
}

/** Runs a line test without a browser; returns the address of its results. */
async function checkOf(ending: string): Promise<string> {
  return (await BookingPages.after(await signedIn(world, "anna", "1001"), ending)).at;
}

describe.each(areaModes.filter(runsAllJourneys))("with scripts %s", (scripts) => {
  it("a person tests a line, agrees to the charges, tries slots by arrow keys, and books one", async () => {
    const person = await annaAt({ scripts }, { cookiesAnswered: true });
    const { page } = person;
    await person.goTo(lineTestPath, "Run a Line Test");
    await page.getByLabel("Telephone number").fill(newLine("150"));
    await page.getByLabel("Postcode").fill("YO21 3PU");
    await page.getByLabel("Test reason").selectOption({ index: 1 });
    await press(person, "Run Test");
    await page.getByText("Please wait while we run a line test.").waitFor();
    world.provider.finishLineTests();
    await page.reload();
    await page.getByText("A fault has been found on this line.").first().waitFor();
    await page.getByRole("link", { name: "Book Engineer Appointment" }).click();
    await arriveAt(person, "Time-related charges");
    await person.pressInVain("Proceed", {
      reason: "Tick the box to continue",
      answer: "Tick 'I understand and agree' to proceed.",
    });
    await page.getByLabel("I understand and agree").check();
    await press(person, "Proceed");
    await arriveAt(person, "Book an engineer appointment");
    await person.pressInVain("Select Appointment", {
      reason: "Choose an appointment to continue",
      answer: "Select an appointment",
    });
    const free = page.getByRole("radio", { disabled: false });
    await free.first().focus();
    await page.keyboard.press("ArrowDown");
    expect(await free.nth(1).isChecked()).toBe(true);
    await page.getByRole("link", { name: "Show chargeable slots" }).click();
    await page.getByRole("link", { name: "Hide chargeable slots" }).waitFor();
    expect(await page.getByRole("radio", { checked: true }).count()).toBe(0);
    await arriveAt(person, "Book an engineer appointment", "chargeable");
    await page.getByRole("radio", { name: "Evening", disabled: false }).first().check();
    await press(person, "Select Appointment");
    await arriveAt(person, "Chargeable appointment");
    await page.getByText("Harbour & Pine Ltd is booking a chargeable engineer appointment").waitFor();
    await page.getByLabel("I understand and agree").check();
    await press(person, "Proceed");
    await arriveAt(person, "Confirm Site Details");
    await fillIn(person);
    await press(person, "Submit");
    await arriveAt(person, "Success");
    await page.getByText("Your engineer appointment has been booked.").waitFor();
    await page.getByRole("link", { name: "What you agreed to" }).click();
    await arriveAt(person, "What you agreed to");
    expect(await page.getByText("I understand and agree: Anna Archer").count()).toBe(2);
  });
});

if (isLong)
  it("a person who goes back, or whose slot is taken, chooses another and finds the typed details again", async () => {
    const person = await annaAt({ viewport: { width: 360, height: 780 } }, { cookiesAnswered: true });
    const { page } = person;
    // A check belongs to the account, so one that began in another session goes on here.
    const at = await checkOf("975");
    await page.goto(`${world.portal.url}${at}/charges`);
    await page.getByLabel("I understand and agree").check();
    await press(person, "Proceed");
    await arriveAt(person, "Book an engineer appointment");
    await page.getByRole("radio", { name: "AM Morning", disabled: false }).first().check();
    await press(person, "Select Appointment");
    await arriveAt(person, "Confirm Site Details");
    await fillIn(person);
    await press(person, "Previous Step");
    await page.getByRole("radio", { name: "AM Morning", disabled: false }).first().check();
    await press(person, "Select Appointment");
    await page.getByRole("button", { name: "Submit" }).waitFor();
    expect(await page.getByLabel("Fault Description").inputValue()).toBe(typed.problemDescription);
    await press(person, "Submit");
    await page.getByText("This appointment has just been taken.").waitFor();
    await arriveAt(person, "Book an engineer appointment", "gone");
    await page.getByRole("radio", { name: "PM Afternoon", disabled: false }).first().check();
    await press(person, "Select Appointment");
    await person.arrive("Confirm Site Details");
    expect(await page.getByLabel("Fault Description").inputValue()).toBe(typed.problemDescription);
    await press(person, "Submit");
    await arriveAt(person, "Success");
  });

it("in dark mode, buttons scroll the days; a line of extra high care needs no appointment", async () => {
  const person = await annaAt({ colorScheme: "dark" }, { cookiesAnswered: true });
  const { page } = person;
  await person.goTo(`${await checkOf("450")}/engineer-appointment`, "Book an engineer appointment");
  const [earlier, later] = [
    page.getByRole("button", { name: "Earlier days" }),
    page.getByRole("button", { name: "Later days" }),
  ];
  await later.waitFor();
  expect(await earlier.isDisabled()).toBe(true);
  const first = page.getByRole("radio").first();
  const left = async () => (await first.boundingBox())?.x ?? 0;
  const before = await left();
  await later.click();
  await expect.poll(left).toBeLessThan(before - 600);
  await expect.poll(() => earlier.isDisabled()).toBe(false);
  await person.goTo(await checkOf("550"), "Confirm Site Details");
  await page.getByText("A high care level fault needs related information for a trouble ticket.").waitFor();
  const telephone = page.getByLabel("Contact Telephone");
  await telephone.fill("");
  await telephone.pressSequentially("+44 (0)1273 123456 ext");
  expect(await telephone.inputValue()).toBe("+44 (0)1273 123456 ext");
  await press(person, "Submit");
  await page.getByRole("alert").getByText("Enter a valid phone number").waitFor();
  await fillIn(person);
  expect(await telephone.inputValue()).toBe("07700 900123");
  await press(person, "Submit");
  await arriveAt(person, "Success", "extra high");
  await page.getByText("Your trouble report has been logged.").waitFor();
});

it("the tick that agrees to one appointment goes when the page comes to show another", async () => {
  const person = await annaAt({}, { cookiesAnswered: true });
  const { page } = person;
  const slots = `${world.portal.url}${await checkOf("450")}/engineer-appointment?chargeable`;
  const choose = async (tab: typeof page, nth: number) => {
    await tab.goto(slots);
    await tab.getByRole("radio", { name: "Evening", disabled: false }).nth(nth).check();
    await tab.getByRole("button", { name: "Select Appointment" }).click();
    await tab.getByRole("heading", { level: 1, name: "Chargeable appointment" }).waitFor();
  };
  await choose(page, 0);
  const shown = page.locator("input[name=shownTerms]");
  const tick = page.getByLabel("I understand and agree");
  await tick.check();
  const before = await shown.inputValue();
  await choose(await person.newTab(), 1);
  await page.evaluate("__remixRouter.revalidate()");
  await expect.poll(() => shown.inputValue()).not.toBe(before);
  expect(await tick.isChecked()).toBe(false);
});
