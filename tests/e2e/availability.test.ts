import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { annaAt, annaWithoutCookieQuestion, closePerson, startJourneys } from "../support/journey.ts";
import { isLong } from "../support/long.ts";
import { readPdf } from "../support/pdf.ts";
import { areaModes, runsAllJourneys, type Person } from "../support/person.ts";
import { world } from "../support/world.ts";

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
    const leads = world.provider.db
      .prepare("SELECT product_selected AS product FROM availability_leads WHERE phone_number = ?")
      .all(phones[scripts].replace(" ", ""));
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
      reason: "Type the whole postcode to search",
      answer: "Enter a valid postcode",
    });
  });

  if (!runsAllJourneys(scripts)) return;

  it("a person goes back and forth, and checks another address in a second tab", async () => {
    const { page } = person;
    await person.goTo(BASE, TITLE);
    await check(person, "YO99 9AA", /^Two Gigabit/);
    await waitForProduct(page, "Larkfield Fibre 2000");
    const tab = await person.newTab();
    await tab.goto(world.portal.url + BASE);
    await check({ page: tab } as Person, "YO99 9AA", /^No Fibre/);
    await tab.getByRole("heading", { name: "Fibre is not available here yet" }).waitFor();
    await tab.close();
    await page.goBack();
    await page.getByRole("heading", { name: "Addresses in YO99 9AA" }).waitFor();
    await chooseAddress(page, /^Gigabit/);
    await waitForProduct(page, "Larkfield Fibre 998");
    await page.goBack();
    await page.getByRole("heading", { name: "Addresses in YO99 9AA" }).waitFor();
    await page.goForward();
    await waitForProduct(page, "Larkfield Fibre 998");
  });

  if (isLong)
    it("a person is led to the devices shop, or reads why that failed", async () => {
      const { page } = person;
      await person.goTo("/dashboard", "Dashboard");
      await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: "Devices Shop" })
        .click();
      await person.arrive("Devices Shop", "waiting");
      await page.getByText("Please wait, you are being redirected to Device Solutions...").waitFor();
      // The page leads on by itself after three seconds, except with broken scripts.
      if (scripts === "broken") await page.getByRole("link", { name: "Go to Device Solutions" }).click();
      await page.getByText("This is where the devices shop would open.").waitFor();
      if (scripts === "on") {
        await page.goBack();
        await person.arrive("Dashboard", "back from the shop");
        // The same when the browser, not the router, has loaded the page that waits.
        await page.goto(`${world.portal.url}/shop/devices`);
        await page.getByText("This is where the devices shop would open.").waitFor();
        await page.goBack();
        await person.arrive("Dashboard", "back from the shop again");
      }
      world.provider.faults.add({ kind: "500", path: "/api/Order", delayMs: 0 });
      await page.goto(`${world.portal.url}/shop/devices`);
      await page.getByRole("link", { name: "Go to Device Solutions" }).click();
      await page.getByText("There was an error getting the Mercato redirect URL").waitFor();
      world.provider.faults.clear();
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
