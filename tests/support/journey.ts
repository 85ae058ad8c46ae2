import type { Browser } from "playwright";
import { beforeAll } from "vitest";
import { launchBrowser, Person, type PersonOptions, type Scripts } from "./person.ts";
import { signedIn, type DemoName } from "./signed-in.ts";
import type { Visitor } from "./visitor.ts";
import { startWorld, world } from "./world.ts";

/** The browser that people sit at: one for all test files of this worker, which ends with it. */
export let browser: Browser;

/** For the top of a test file: its world and a browser. */
export function startJourneys(): void {
  startWorld();
  beforeAll(async () => {
    browser ??= await launchBrowser();
  });
}

/** Somebody at a wide window, who has not signed in. */
export function sitDown(options: PersonOptions = {}): Promise<Person> {
  return Person.sitDown(browser, world.portal.url, { viewport: { width: 1440, height: 900 }, ...options });
}

/**
 * Brings somebody in, with a session of their own, to the dashboard of the account. The sign-in pages have journeys
 * of their own: here they are passed without a browser.
 */
export async function enter(person: Person, name: DemoName, account?: string): Promise<void> {
  await carry(person, await signedIn(world, name, account));
}

async function carry(person: Person, visitor: Visitor): Promise<void> {
  await person.context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: world.portal.url })));
  await person.goTo("/dashboard", "Dashboard");
}

/** Anna on the dashboard of account 1001, where she is asked about cookies unless that is `decided`. */
export async function annaAt(options: PersonOptions, { decided = false } = {}): Promise<Person> {
  const [person, visitor] = await Promise.all([sitDown(options), signedIn(world, "anna", "1001")]);
  if (decided) await visitor.post("/cookies", { choice: "opt-out", returnTo: "/dashboard" });
  await carry(person, visitor);
  return person;
}

/** The same in a window of this width, in pixels; she has answered the question. */
export function annaWithoutCookies(scripts: Scripts, width = 1440): Promise<Person> {
  return annaAt({ scripts, viewport: { width, height: 900 } }, { decided: true });
}
