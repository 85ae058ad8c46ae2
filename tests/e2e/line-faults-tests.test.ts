import { beforeEach, describe, expect, it } from "vitest";
import { annaAt, startJourneys } from "../support/journey.ts";
import { checksOf, lineTestPath, newLine, notificationStatusOf } from "../support/line-test-pages.ts";
import { toasts } from "../support/live-events.ts";
import { isLong } from "../support/long.ts";
import { areaModes, type Person, type Scripts } from "../support/person.ts";
import { sql, world } from "../support/world.ts";

startJourneys();
beforeEach(() => world.provider.finishLineTests());

const sitDownAs = (scripts: Scripts) => annaAt({ scripts, isLive: true }, { cookiesAnswered: true });

/** Fills in the form and presses Run Test; ends on the page that waits. */
async function begin(person: Person, cli: string): Promise<void> {
  const { page } = person;
  await person.goTo(lineTestPath, "Run a Line Test");
  await page.getByLabel("Telephone number").fill(cli);
  await page.getByLabel("Postcode").fill("yo21 3pu");
  await page.getByLabel("Test reason").selectOption("No dial tone");
  await page.getByRole("button", { name: "Run Test" }).click();
  await page.getByText("Please wait while we run a line test.").waitFor();
  await person.arrive("Line test running");
}

it("where scripts are allowed but can't be had, a waiting page continues on its own", async () => {
  const person = await sitDownAs("broken");
  const { page } = person;
  await page.clock.install();
  const cli = newLine("200");
  await begin(person, cli);
  world.provider.finishLineTests();
  await page.clock.runFor(5_000);
  await page.getByRole("heading", { name: `Line Check Results for ${cli}` }).waitFor();
});

describe.each(areaModes)("with scripts %s", (scripts) => {
  it("a line test leads to its results, and the confirmed checklist to the booking", async () => {
    const person = await sitDownAs(scripts);
    const { page } = person;
    const cli = newLine("200");
    await begin(person, cli);
    await person.fits(320);
    world.provider.finishLineTests();
    await page.getByRole("heading", { name: `Line Check Results for ${cli}` }).waitFor();
    await person.arrive("Line Checker Results", "no fault");
    await person.fits(320);
    expect(notificationStatusOf(checksOf(cli)[0] ?? "")).toBe(1);
    const book = page.getByRole("link", { name: "Book Engineer Appointment" });
    expect(await book.count()).toBe(0);
    const box = page.getByRole("checkbox", { name: "I confirm that I have carried out the above checks" });
    await box.focus();
    await page.keyboard.press("Space");
    if (scripts !== "on") await page.getByRole("button", { name: "Confirm" }).click();
    await book.waitFor();
    await person.arrive("Line Checker Results", "checked");
  });
});

if (isLong)
  it("a phone number of hundreds of digits from the provider doesn't widen the page", async () => {
    const person = await sitDownAs("off");
    const cli = newLine("200");
    await begin(person, cli);
    world.provider.finishLineTests();
    const endless = "01947".repeat(80) + "200";
    sql`UPDATE line_tests SET cli = ${endless} WHERE cli = ${cli}`;
    await person.page.reload();
    await person.arrive("Line Checker Results", "endless");
    expect(await person.page.getByRole("heading", { name: endless }).count()).toBe(1);
    await person.fits(320);
  });

it("fields are checked when the person leaves them, and an unlikely postcode only brings a warning", async () => {
  const person = await sitDownAs("on");
  const { page } = person;
  await person.goTo(lineTestPath, "Run a Line Test");
  const [number, postcode] = [page.getByLabel("Telephone number"), page.getByLabel("Postcode")];
  await number.focus();
  await postcode.focus();
  await number.fill("01947");
  expect(await page.getByText("Enter a valid phone number").count()).toBe(0);
  await postcode.fill("ZZ99 3VZ");
  await postcode.blur();
  await page.getByText("Enter a valid phone number").waitFor();
  await page.getByLabel("Test reason").selectOption("No dial tone");
  await page.getByText("This postcode does not appear to be valid").waitFor();
  expect(await page.getByText("Enter a valid UK postcode").count()).toBe(0);
  await number.fill(newLine("200"));
  await page.getByRole("button", { name: "Run Test" }).click();
  await page.getByText("Please wait while we run a line test.").waitFor();
});

it("letters typed as number or postcode become capitals, and the caret stays in place", async () => {
  const person = await sitDownAs("on");
  const { page } = person;
  await person.goTo(lineTestPath, "Run a Line Test");
  const postcode = page.getByLabel("Postcode");
  await postcode.pressSequentially("yo2 3pu");
  expect(await postcode.inputValue()).toBe("YO2 3PU");
  await page.keyboard.press("Home");
  for (let steps = 2; steps > 0; steps -= 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.type("ab");
  expect(await postcode.inputValue()).toBe("YOAB2 3PU");
  const number = page.getByLabel("Telephone number");
  await number.fill("+44 1947 abc");
  expect(await number.inputValue()).toBe("+44 1947 ABC");
});

it("of seven tabs, the one that waits shows the results, and the others show a toast", async () => {
  const person = await sitDownAs("on");
  const others = [];
  while (others.length < 6) {
    const tab = await person.newTab();
    await tab.goto(`${world.portal.url}/dashboard`);
    others.push(tab);
  }
  await person.page.bringToFront();
  const cli = newLine("100");
  await begin(person, cli);
  await person.page.evaluate(() => Object.assign(window, { stillHere: true }));
  world.provider.finishLineTests();
  await person.page.getByRole("heading", { name: `Line Check Results for ${cli}` }).waitFor();
  expect(await person.page.evaluate(() => "stillHere" in window)).toBe(true);
  expect(await toasts(person.page).getByText("New Notification").count()).toBe(0);
  for (const tab of others) {
    await toasts(tab).getByText("New Notification").waitFor();
    expect(new URL(tab.url()).pathname).toBe("/dashboard");
  }
});

it("a line test that ends after its page was left brings a toast that leads to the results", async () => {
  const person = await sitDownAs("on");
  const cli = newLine("100");
  await begin(person, cli);
  await person.goTo("/dashboard", "Dashboard");
  await person.listens();
  world.provider.finishLineTests();
  await toasts(person.page).getByRole("link", { name: "View details" }).click();
  await person.page.getByRole("heading", { name: `Line Check Results for ${cli}` }).waitFor();
});

it("without an event from the hub the page finds the results on its own", async () => {
  const person = await sitDownAs("on");
  const cli = newLine("910");
  await begin(person, cli);
  world.provider.finishLineTests();
  await person.page.getByRole("heading", { name: `Line Check Results for ${cli}` }).waitFor();
});
