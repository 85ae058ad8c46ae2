import { afterAll, beforeAll, expect, it } from "vitest";
import { waitForHydration } from "../support/hydrated.ts";
import { lineTestPath, newLine } from "../support/line-test-pages.ts";
import { launchBrowser, Person } from "../support/person.ts";
import { signedIn } from "../support/signed-in.ts";
import { createWorld, type World } from "../support/world.ts";

let bare: World;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  const environment = { PORTAL_HUB_URL: "none", FIBRE_ADDRESSES_URL: "", FIBRE_PRODUCTS_URL: "" };
  [bare, browser] = await Promise.all([createWorld({ environment }), launchBrowser()]);
});
afterAll(() => Promise.all([bare.close(), browser.close()]));

it("without a hub a line test's results come by themselves, and no live connection is tried", async () => {
  const anna = await signedIn(bare, "anna", "1001");
  const person = await Person.sitDown(browser, bare.portal.url);
  const { page, context } = person;
  await context.addCookies(anna.cookies().map((cookie) => ({ ...cookie, url: bare.portal.url })));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await person.goTo(lineTestPath, "Run a Line Test");
  await waitForHydration(person);
  await page.getByLabel("Telephone number").fill(newLine("200"));
  await page.getByLabel("Postcode").fill("yo21 3pu");
  await page.getByLabel("Test reason").selectOption("No dial tone");
  await page.getByRole("button", { name: "Run Test" }).click();
  await page.getByText("Please wait while we run a line test.").waitFor();
  bare.provider.finishLineTests();
  await page.getByRole("heading", { name: /^Line Check Results for/ }).waitFor();
  // Without an availability checker, no link in the results leads to it.
  expect(await page.getByText("This line needs a replacement before that day.").count()).toBe(1);
  expect(await page.getByRole("link", { name: /fibre/i }).count()).toBe(0);
  expect(asked.filter((path) => path.startsWith("/live"))).toEqual([]);
  expect(person.faults).toEqual([]);
  await context.close();
});
