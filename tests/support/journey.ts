import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { isDriven, launchBrowser, newContext, wideWindow, type PersonOptions } from "./browser.ts";
import { Person, type Scripts } from "./person.ts";
import { signedIn, type DemoName } from "./signed-in.ts";
import type { Visitor } from "./visitor.ts";
import { startWorld, world, type WorldOptions } from "./world.ts";

/** The browser that all test files of this worker share. */
let browser: Browser | undefined;
/** Pages whose people have left. A new page takes longer than most tests do in it. */
const vacated: Page[] = [];
/** The shared ones, and whether they have live events. */
const shared = new Map<Page, boolean>();
/** Everyone with an open browser context. */
const people = new Set<Person>();

/**
 * Call at the top of a test file: starts its world (options as for {@link startWorld}) and a browser. People who arrive
 * during a test leave when it ends. Script errors on any page fail the test. A failed test's traces and screenshots are
 * in test-results/.
 */
export function startJourneys(options?: WorldOptions): void {
  startWorld(options);
  let presentBefore: readonly Person[] = [];
  beforeEach(() => {
    presentBefore = [...people];
  });
  afterEach(async ({ task }) => {
    const present = [...people];
    const failed = task.result?.state === "fail" || present.some(({ faults }) => faults.length > 0);
    const name = task.fullTestName.replace(/\W+/g, "-");
    for (const [index, person] of present.entries()) {
      const { tracing } = person.context;
      const path = `test-results/${name}-${index}`;
      if (failed) await person.page.screenshot({ path: `${path}.png`, fullPage: true, caret: "initial" });
      await tracing.stopChunk(failed ? { path: `${path}.zip` } : {});
      if (presentBefore.includes(person)) await tracing.startChunk();
      else await closePerson(person);
    }
    expect(present.flatMap(({ faults }) => faults.splice(0))).toEqual([]);
  });
  afterAll(() => Promise.all([...people].map(closePerson)));
}

/** Closes a person's browser context, or leaves its first page, as good as new, for the next person. */
export async function closePerson(person: Person): Promise<void> {
  people.delete(person);
  const { page, context } = person;
  if (shared.has(page) && (await clean(page).catch(() => false))) vacated.push(page);
  else await context.close();
}

/** Makes a page as good as new; false if it's closed, or if its unsaved form won't let go. */
async function clean(page: Page): Promise<boolean> {
  const context = page.context();
  for (const emitter of [page, context]) emitter.removeAllListeners();
  page.on("dialog", (dialog) => void dialog.accept());
  for (const tab of context.pages()) if (tab !== page) await tab.close();
  for (const routed of [page, context]) await routed.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  const reply = await page.goto(`${world.portal.url}/healthz`);
  await Promise.all([context.clearCookies(), context.clearPermissions()]);
  await page.evaluate(() => sessionStorage.clear());
  page.removeAllListeners();
  return reply!.ok();
}

/** Opens a wide window for a person who hasn't signed in, in this worker's browser unless `at` names another. */
export async function sitDown({ at, ...options }: PersonOptions & { at?: Browser } = {}): Promise<Person> {
  const { scripts = "on", viewport, colorScheme, isLive = false, ...own } = options;
  const isShared = !at && scripts === "on" && !isDriven(scripts) && Object.keys(own).length === 0;
  const free = isShared ? vacated.findIndex((left) => shared.get(left) === isLive) : -1;
  let [page] = free < 0 ? [] : vacated.splice(free, 1);
  // Without snapshots of every step, which would take a tenth of the time.
  if (page) await page.context().tracing.startChunk();
  else {
    const context = await newContext(async () => at ?? (browser ??= await launchBrowser()), {
      scripts,
      isLive,
      ...own,
    });
    await context.tracing.start();
    page = await context.newPage();
    if (isShared) shared.set(page, isLive);
  }
  if (scripts === "off") await expectNoScripts(page);
  // In Firefox, key presses only reach the page in front, which may be someone else's earlier one.
  await page.bringToFront();
  await page.setViewportSize(viewport ?? wideWindow);
  if (!isDriven(scripts)) await page.emulateMedia({ media: null, colorScheme: colorScheme ?? null });
  const person = new Person(page, world.portal.url, { scripts, colorScheme });
  people.add(person);
  return person;
}

/** Fails unless the browser shows what's meant for browsers without scripts. */
async function expectNoScripts(page: Page): Promise<void> {
  await page.goto(new URL("no-scripts.html", import.meta.url).href);
  expect(await page.locator("noscript p").isVisible()).toBe(true);
}

/** Opens the dashboard in a new session. The session is created without a browser, because the sign-in pages have their own journeys. */
export async function enter(person: Person, name: DemoName, account?: string): Promise<void> {
  await copyCookies(person, await signedIn(world, name, account));
  await person.goTo("/dashboard", "Dashboard");
}

/** Signs a person in as this visitor. */
export async function copyCookies(person: Person, visitor: Visitor): Promise<void> {
  await person.context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: world.portal.url })));
}

/** Anna, signed in at account 1001, before she opens a page. With `cookiesAnswered`, she has answered the cookie question. */
export async function annaAt(
  options: PersonOptions & { at?: Browser },
  { cookiesAnswered = false } = {},
): Promise<Person> {
  const [person, visitor] = await Promise.all([sitDown(options), signedIn(world, "anna", "1001")]);
  if (cookiesAnswered) await visitor.post("/cookies", { choice: "opt-out", returnTo: "/dashboard" });
  await copyCookies(person, visitor);
  return person;
}

/** Like {@link annaAt}, in a window of this width in pixels, with the cookie question answered. */
export function annaWithoutCookieQuestion(scripts: Scripts, width = 1440): Promise<Person> {
  return annaAt({ scripts, viewport: { width, height: 900 } }, { cookiesAnswered: true });
}
