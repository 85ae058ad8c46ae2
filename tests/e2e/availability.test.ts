import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { annaAt, annaWithoutCookieQuestion, closePerson, startJourneys } from "../support/journey.ts";
import { isLong } from "../support/long.ts";
import { readPdf } from "../support/pdf.ts";
import { areaModes, type Person } from "../support/person.ts";
import { sql } from "../support/world.ts";

startJourneys();

const BASE = "/services/availability-checker";
const TITLE = "FTTP Availability Checker";
const phones = { on: "01632 960101", off: "01632 960102", broken: "01632 960103" };

/** Types the postcode and chooses the address. */
async function check({ page }: Person, postCode: string, address: RegExp): Promise<void> {
  await page.getByLabel("Postcode").fill(postCode);
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await chooseAddress(page, address);
}

async function chooseAddress(page: Person["page"], address: RegExp): Promise<void> {
  const select = page.getByLabel("Address", { exact: true });
  const label = await select.locator("option").filter({ hasText: address }).first().textContent();
  await select.selectOption({ label: label ?? "" });
  await page.getByRole("button", { name: "Continue" }).click();
}

async function waitForProduct(page: Person["page"], product: string): Promise<void> {
  await page.getByRole("rowheader", { name: product, exact: true }).waitFor();
}

describe.each(areaModes)("with scripts %s", (scripts) => {
  let person: Person;
  beforeAll(async () => {
    person = await annaAt({ scripts }, { cookiesAnswered: true });
  });
  afterAll(() => closePerson(person));

  it("a person finds out what can be had at an address, and asks to be called back", async () => {
    const { page } = person;
    await person.goTo(BASE, TITLE);
    await check(person, "yo21 3aj", /^11 Skinner/);
    await page.getByText("Download up to 900 Mbps").waitFor();
    await person.arrive(TITLE, "products");
    await page.reload();
    await page.getByRole("link", { name: "Ready to Order Larkfield Fibre 330" }).click();
    await page.getByText("Larkfield Fibre 330, 330 Mbps").waitFor();
    await page.getByRole("button", { name: "Request a callback" }).click();
    await page.getByText("Input valid phone number").first().waitFor();
    await person.arrive(TITLE, "refused");
    await page.getByLabel("Phone number").fill(phones[scripts]);
    await page.getByRole("button", { name: "Request a callback" }).click();
    await page.getByText("We will be in touch shortly").waitFor();
    await person.arrive(TITLE, "confirmed");
    const leads = sql`SELECT product_selected AS product FROM availability_leads
      WHERE phone_number = ${phones[scripts].replace(" ", "")}`;
    expect(leads).toEqual([{ product: "Larkfield Fibre 330" }]);
    await page.getByRole("link", { name: "Check Another Address" }).click();
    await page.getByRole("heading", { name: "Addresses in YO21 3AJ" }).waitFor();
    await person.arrive(TITLE, "addresses");
    await person.pressInVain("Continue", {
      reason: "Choose an address to continue",
      answer: "Choose an address",
    });
    await person.goTo(BASE, TITLE);
    await page.getByLabel("Postcode").fill("YO21");
    await person.pressInVain("Search", {
      reason: "Enter a full postcode to search",
      answer: "Enter a valid postcode",
    });
  });
});

it("the postcode can't be changed while it is searched for", async () => {
  const person = await annaWithoutCookieQuestion("on");
  const { page } = person;
  await person.goTo(BASE, TITLE);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/availability-checker\.data/, async (route) => {
    await held;
    await route.continue();
  });
  const postcode = page.getByLabel("Postcode");
  await postcode.fill("YO99 4AA");
  await postcode.press("Enter");
  await expect.poll(() => postcode.getAttribute("readonly")).toBe("");
  release();
  await page.getByText("The matching service is being re-indexed.").first().waitFor();
  expect(await postcode.getAttribute("readonly")).toBeNull();
});

if (isLong)
  it("a printed result is one page with the address and its products, and without links", async () => {
    const person = await annaWithoutCookieQuestion("on");
    await person.goTo(BASE, TITLE);
    await check(person, "YO99 9AA", /^Two Gigabit/);
    await waitForProduct(person.page, "Larkfield Fibre 2000");
    const { pages, text } = await readPdf(await person.page.pdf({ format: "A4" }));
    expect(pages).toBe(1);
    for (const words of [
      "Two Gigabit House",
      "Checked",
      "Harbour & Pine Ltd",
      "Larkfield Fibre 2000",
      "2 Gbps",
    ])
      expect(text).toContain(words);
    for (const words of ["Ready to Order", "Check Another Address"]) expect(text).not.toContain(words);
  });

if (isLong)
  it.each([
    [320, "light"],
    [2560, "dark"],
  ] as const)("nothing is cut off at %i px, %s", async (width, colorScheme) => {
    const person = await annaAt({ viewport: { width, height: 900 }, colorScheme }, { cookiesAnswered: true });
    const { page } = person;
    const fits = async (state: string) => {
      expect([state, (await person.overflow()) <= 0, await person.violations()]).toEqual([state, true, []]);
    };
    await person.goTo(BASE, TITLE);
    await fits("search");
    await check(person, "YO99 9AA", /Hostile/);
    await page.getByRole("link", { name: /^Ready to Order/ }).waitFor();
    await fits("products");
    await page.getByRole("link", { name: /^Ready to Order/ }).click();
    await page.getByLabel("Phone number").waitFor();
    await fits("callback");
  });
