import { expect, it } from "vitest";
import { annaAt, startJourneys } from "../support/journey.ts";
import { lineTestPath, newLine } from "../support/line-test-pages.ts";
import { world } from "../support/world.ts";

startJourneys({ environment: { PORTAL_HUB_URL: "none", FIBRE_ADDRESSES_URL: "", FIBRE_PRODUCTS_URL: "" } });

it("without a hub a line test's results come by themselves, and no live connection is tried", async () => {
  const person = await annaAt({ isLive: true });
  const { page } = person;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await person.goTo(lineTestPath, "Run a Line Test");
  await page.getByLabel("Telephone number").fill(newLine("200"));
  await page.getByLabel("Postcode").fill("yo21 3pu");
  await page.getByLabel("Test reason").selectOption("No dial tone");
  await page.getByRole("button", { name: "Run Test" }).click();
  await page.getByText("Please wait while we run a line test.").waitFor();
  world.provider.finishLineTests();
  await page.getByRole("heading", { name: /^Line Check Results for/ }).waitFor();
  // Without an availability checker, no link in the results leads to it.
  expect(await page.getByText("You'll need to replace this line before then.").count()).toBe(1);
  expect(await page.getByRole("link", { name: /fibre/i }).count()).toBe(0);
  expect(asked.filter((path) => path.startsWith("/live"))).toEqual([]);
});
