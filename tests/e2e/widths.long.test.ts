import { expect, it } from "vitest";
import { engine } from "../support/engine.ts";
import { everyPage } from "../support/every-page.ts";
import { waitForHydration } from "../support/hydrated.ts";
import { copyCookies, sitDown, startJourneys } from "../support/journey.ts";
import { signedIn } from "../support/signed-in.ts";
import { world } from "../support/world.ts";

startJourneys();

/** WebKit's windows are never narrower than 334 px. */
const widths = [320, 375, 768, 1280, 1440].slice(engine === "webkit" ? 1 : 0);

it("no page of the site is wider than its window", { timeout: 900_000 }, async () => {
  const visitor = await signedIn(world, "anna", "1001");
  const person = await sitDown();
  await copyCookies(person, visitor);
  const opened: string[] = [];
  for await (const path of everyPage(visitor)) {
    await person.page.goto(world.portal.url + path);
    await waitForHydration(person.page);
    await person.fits(...widths);
    opened.push(path);
  }
  expect(opened.length).toBeGreaterThan(70);
});
