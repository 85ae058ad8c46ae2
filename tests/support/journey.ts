import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser, Person, type PersonOptions, type Scripts } from "./person.ts";
import { emails } from "./signed-in.ts";
import { createWorld, type World } from "./world.ts";

/** The world of the test file that called {@link startJourneys}, there from its first test on. */
export let world: World;
/** The browser that its people sit at. */
export let browser: Browser;

/** For the top of a test file: starts a world and a browser, once. */
export function startJourneys(): void {
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });
}

/** Somebody at a wide window, who has not signed in. */
export function sitDown(options: PersonOptions = {}): Promise<Person> {
  return Person.sitDown(browser, world.portal.url, { viewport: { width: 1440, height: 900 }, ...options });
}

/** Anna on the dashboard of account 1001, where she is asked about cookies. */
export async function annaAt(options: PersonOptions): Promise<Person> {
  const person = await sitDown(options);
  await person.signIn(emails.anna, { lands: "Choose Account" });
  await person.choose("Harbour & Pine Ltd");
  return person;
}

/** The same in a window of this width, in pixels; she has answered the question. */
export async function annaWithoutCookies(scripts: Scripts, width = 1440): Promise<Person> {
  const person = await annaAt({ scripts, viewport: { width, height: 900 } });
  await person.page.getByRole("button", { name: "Opt out" }).click();
  await person.arrive("Dashboard", "cookies decided");
  return person;
}
