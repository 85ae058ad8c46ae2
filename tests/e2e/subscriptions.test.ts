import { expect, it } from "vitest";
import { annaAt, annaWithoutCookieQuestion, startJourneys } from "../support/journey.ts";
import { isLong } from "../support/long.ts";
import { sql, world } from "../support/world.ts";

startJourneys();

/** A column of the licence that expires first, which in the demo's data is today. */
const firstToExpire = (column: "password" | "licence_id") =>
  String(
    sql(
      `SELECT ${column} AS x FROM licences WHERE client_id = '1001' AND expires_at >= ? ORDER BY expires_at LIMIT 1`,
      new Date().setUTCHours(0, 0, 0, 0),
    )[0]?.["x"],
  );

it("a shown password can be copied, is stored nowhere in the browser, and hides after a minute", async () => {
  const person = await annaAt({ permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = person;
  await page.clock.install();
  await page.goto(`${world.portal.url}/products/subscriptions/${firstToExpire("licence_id")}`);
  const password = page.getByText(firstToExpire("password"), { exact: true });
  const askedAt = await page.evaluate(() => Date.now());
  await page.getByRole("button", { name: "Show password" }).click();
  await password.waitFor();
  expect(await person.violations()).toEqual([]);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(firstToExpire("password"));
  const stored = await page.evaluate(async () =>
    JSON.stringify([
      history.state,
      { ...sessionStorage },
      { ...localStorage },
      location.href,
      await caches.keys(),
    ]),
  );
  expect(stored).not.toContain(firstToExpire("password"));
  await page.clock.pauseAt(askedAt + 59_000);
  expect(await password.count()).toBe(1);
  await page.clock.resume();
  await page.clock.fastForward(60_000);
  await page.getByRole("button", { name: "Show password" }).waitFor();
  expect(await page.content()).not.toContain(firstToExpire("password"));
  await page.getByRole("button", { name: "Show password" }).click();
  await password.waitFor();
  await page.getByRole("link", { name: "Back to Subscriptions" }).click();
  await person.arrive("Subscriptions", "left");
  await page.goBack();
  await page.getByRole("button", { name: "Show password" }).waitFor();
});

if (isLong)
  it("list and subscription aren't cut off on the narrowest screen", async () => {
    const person = await annaWithoutCookieQuestion("on", 320);
    const find = "SELECT licence_id AS id FROM licences WHERE notes LIKE 'Hostile %' LIMIT 1";
    const hostile = sql(find)[0]?.["id"];
    for (const path of ["/products/subscriptions", `/products/subscriptions/${hostile}`]) {
      await person.page.goto(world.portal.url + path);
      expect([path, await person.overflow()]).toEqual([path, 0]);
      expect([path, await person.violations()]).toEqual([path, []]);
    }
  });
