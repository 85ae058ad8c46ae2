import type { Browser } from "playwright";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { launchBrowser, Person, type PersonOptions, type Scripts } from "./person.ts";
import { signedIn, type DemoName } from "./signed-in.ts";
import type { Visitor } from "./visitor.ts";
import { startWorld, world, type WorldOptions } from "./world.ts";

/** One for all test files of this worker, which ends with it. */
let browser: Browser | undefined;
/** Everybody who sits at it. */
const people = new Set<Person>();

/**
 * For the top of a test file: its world (options as for {@link startWorld}) and a browser. Who sits down in a test leaves with it; who was there before
 * stays. What went wrong on a page fails the test; of one that failed the traces and the last picture of each page are
 * kept in test-results/.
 */
export function startJourneys(options?: WorldOptions): void {
  startWorld(options);
  let staying: readonly Person[] = [];
  beforeEach(() => {
    staying = [...people];
  });
  afterEach(async ({ task }) => {
    const present = [...people];
    const failed = task.result?.state === "fail" || present.some(({ faults }) => faults.length > 0);
    const name = task.fullTestName.replace(/\W+/g, "-");
    for (const [index, person] of present.entries()) {
      const { tracing } = person.context;
      const kept = `test-results/${name}-${index}`;
      if (failed) await person.page.screenshot({ path: `${kept}.png`, fullPage: true });
      await tracing.stopChunk(failed ? { path: `${kept}.zip` } : {});
      if (staying.includes(person)) await tracing.startChunk();
      else await seeOut(person);
    }
    expect(present.flatMap(({ faults }) => faults.splice(0))).toEqual([]);
  });
  afterAll(() => Promise.all([...people].map(seeOut)));
}

/** Ends a visit. */
export async function seeOut(person: Person): Promise<void> {
  people.delete(person);
  await person.context.close();
}

/** Somebody at a wide window, who has not signed in; at the browser of this worker unless another is given. */
export async function sitDown({ at, ...options }: PersonOptions & { at?: Browser } = {}): Promise<Person> {
  if (!at) browser ??= await launchBrowser();
  const wide = { viewport: { width: 1440, height: 900 } };
  const person = await Person.sitDown(at ?? browser!, world.portal.url, { ...wide, ...options });
  // Without snapshots of every step, which cost a tenth of the journeys' time.
  await person.context.tracing.start();
  people.add(person);
  return person;
}

/**
 * Brings somebody in, with a session of their own, to the dashboard of the account. The sign-in pages have journeys
 * of their own: here they are passed without a browser.
 */
export async function enter(person: Person, name: DemoName, account?: string): Promise<void> {
  await carry(person, await signedIn(world, name, account));
  await person.goTo("/dashboard", "Dashboard");
}

async function carry(person: Person, visitor: Visitor): Promise<void> {
  await person.context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: world.portal.url })));
}

/** Anna, signed in at account 1001 and not on any page yet: she is asked about cookies unless that is `decided`. */
export async function annaAt(
  options: PersonOptions & { at?: Browser },
  { decided = false } = {},
): Promise<Person> {
  const [person, visitor] = await Promise.all([sitDown(options), signedIn(world, "anna", "1001")]);
  if (decided) await visitor.post("/cookies", { choice: "opt-out", returnTo: "/dashboard" });
  await carry(person, visitor);
  return person;
}

/** The same in a window of this width, in pixels; she has answered the question. */
export function annaWithoutCookies(scripts: Scripts, width = 1440): Promise<Person> {
  return annaAt({ scripts, viewport: { width, height: 900 } }, { decided: true });
}
