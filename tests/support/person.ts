import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { BrowserContext, Page } from "playwright";
import { expect } from "vitest";
import { demoPassword } from "#provider/data/people.ts";
import { isDriven, type PersonOptions } from "./browser.ts";
import { engine } from "./engine.ts";
import { waitForHydration } from "./hydrated.ts";
import { isListed, layoutOf } from "./listed-pages.ts";
import { isLong } from "./long.ts";
import { scriptModes, type Scripts } from "./script-modes.ts";

export { scriptModes, type Scripts };

/** The modes that an area's first journey runs in. The HTTP tests cover all pages without scripts. With broken scripts a page is the same as with scripts off, except that nothing reloads it. */
export const areaModes: readonly Scripts[] = isLong ? scriptModes : ["on"];

/** True if all of an area's journeys run in this mode, false if only the first does. In the long run they all run with scripts off. */
export const runsAllJourneys = (scripts: Scripts) => scripts === "on" || (isLong && scripts === "off");

const wcag22AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Minified, because every page that we check compiles it again, and axe.source takes twice as long. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Pages that axe has checked, in each state and appearance. */
const checked = new Set<string>();
/** Pages whose colours axe has checked. That's slow, and colours don't depend on width or scripts. */
const checkedColours = new Set<string>();

/** Adds a combination to a set; true if it wasn't there. */
function isNew(set: Set<string>, ...parts: readonly string[]): boolean {
  const sizeBefore = set.size;
  return set.add(parts.join(", ")).size > sizeBefore;
}

/** Someone with a browser. Axe checks every page that they arrive at. */
export class Person {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly scripts: Scripts;
  readonly #origin: string;
  /** Script errors and violations of the content security policy on any page. */
  readonly faults: string[] = [];
  /** When each event stream was requested, in milliseconds since the epoch. */
  readonly #streams: number[] = [];
  readonly #colorScheme: string;

  constructor(page: Page, origin: string, { scripts = "on", colorScheme }: PersonOptions) {
    this.context = page.context();
    this.page = page;
    this.scripts = scripts;
    this.#origin = origin;
    this.#colorScheme = colorScheme ?? "light";
    this.#watch(page);
    this.context.on("response", (reply) => {
      if (new URL(reply.url()).pathname === "/live" && reply.ok())
        this.#streams.push(reply.request().timing().startTime);
    });
  }

  /** Opens another tab of the same browser. */
  async newTab(): Promise<Page> {
    const page = await this.context.newPage();
    this.#watch(page);
    return page;
  }

  async goTo(path: string, heading: string): Promise<void> {
    await this.page.goto(new URL(path, this.#origin).href);
    await this.arrive(heading);
  }

  /** Waits for the page with this heading, whose scripts may still be loading. */
  async see(heading: string): Promise<void> {
    const title = this.page.getByRole("heading", { level: 1, name: heading, exact: true });
    await title.waitFor({ state: "attached" });
  }

  /** Waits for the page with this heading and its scripts; axe then checks it, unless devices.test.ts does. */
  async arrive(heading: string, state = ""): Promise<void> {
    await this.see(heading);
    if (this.scripts === "on") await waitForHydration(this.page);
    // We check pages with scripts off in the long run. Broken scripts leave the same pages.
    if (!runsAllJourneys(this.scripts) || (!isLong && isListed(new URL(this.page.url()).pathname))) return;
    await this.check(heading, state);
  }

  /** Makes axe check the page, once for each layout and appearance; outside Chromium only in the long run. */
  async check(heading: string, state = ""): Promise<void> {
    if (engine !== "chromium" && !isLong) return;
    const path = layoutOf(new URL(this.page.url()).pathname);
    // The gallery has every component in every state. The long run also checks every page in each.
    const page = isLong ? [path, heading, state] : [path];
    const colours = this.scripts === "on" && isNew(checkedColours, ...page, this.#colorScheme);
    const width = (this.page.viewportSize()?.width ?? 1280) < 768 ? "narrow" : "wide";
    const isDark = this.#colorScheme === "dark";
    if (isDark ? !colours : !isNew(checked, ...page, this.scripts, width)) return;
    const appearance = [path, heading, state, this.scripts, this.#colorScheme, width].join(", ");
    expect(await this.violations({ colours }), `axe on ${appearance}`).toEqual([]);
  }

  /** The violations that axe finds on the page. In dark mode it only checks colours, because nothing else differs. It doesn't run over WebDriver. */
  async violations({ colours = this.scripts === "on" } = {}): Promise<string[]> {
    if (isDriven(this.scripts)) return [];
    await this.page.evaluate(endAnimations);
    if (this.scripts === "off") await this.page.evaluate(replaceTimers);
    const options: axe.RunOptions = {
      resultTypes: ["violations"],
      runOnly: this.#colorScheme === "dark" ? { type: "rule", values: ["color-contrast"] } : wcag22AA,
      rules: {
        "color-contrast": { enabled: colours },
        // Without scripts, a waiting page can't continue in any other way (ADR 8).
        "meta-refresh": { enabled: this.scripts === "on" },
      },
    };
    if (!(await this.page.evaluate(() => "axe" in window))) await this.page.evaluate(axeSource);
    return this.page.evaluate(runAxe, options);
  }

  /** The number of pixels by which the page is wider than its window. */
  overflow(): Promise<number> {
    return this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  }

  /** Expects the page to fit in windows of these widths; restores the window. */
  async fits(...widths: readonly number[]): Promise<void> {
    const { width, height } = this.page.viewportSize()!;
    for (const testedWidth of widths) {
      await this.page.setViewportSize({ width: testedWidth, height });
      const message = `${this.page.url()} at ${testedWidth} px`;
      await expect.poll(() => this.overflow(), { message }).toBeLessThanOrEqual(0);
    }
    await this.page.setViewportSize({ width, height });
  }

  /** Presses a button that isn't available yet: with scripts it's disabled, otherwise the answer gives the reason. */
  async pressInVain(name: string, { reason, answer }: { reason: string; answer: string }): Promise<void> {
    const button = this.page.getByRole("main").getByRole("button", { name, exact: true });
    if (this.scripts !== "on") {
      await button.click();
      await this.page.getByRole("alert").getByText(answer).waitFor();
      return;
    }
    await this.page.getByText(reason).waitFor();
    expect(await button.isDisabled()).toBe(true);
    await button.click({ force: true });
    expect(await this.page.getByRole("alert").getByText(answer).count()).toBe(0);
  }

  /** Finds a single row by the list's search and opens it. */
  async openRow(list: string, words: string): Promise<void> {
    const { page } = this;
    await page.getByRole("searchbox", { name: `Search ${list}` }).fill(words);
    await page.getByRole("main").getByRole("button", { name: "Search", exact: true }).click();
    await page.waitForURL(/search=/);
    await page.getByText("Showing 1–1 of 1").waitFor();
    await page.getByRole("main").locator("tbody [data-row-link]").click();
  }

  /** Signs in on the identity provider's page; ends on the portal's page with the heading `lands`. */
  async signIn(
    email: string,
    { employee = false, lands }: { employee?: boolean; lands: string },
  ): Promise<void> {
    await this.goTo("/login", "Welcome to the Customer Portal");
    if (employee) await this.page.getByRole("link", { name: "Employee login" }).click();
    else await this.page.getByRole("button", { name: "Click here to proceed" }).click();
    await this.arrive("Sign in");
    await this.page.getByLabel(/^email/i).fill(email);
    await this.page.getByLabel("Password", { exact: true }).fill(demoPassword);
    await this.page.getByRole("button", { name: "Sign in" }).click();
    await this.arrive(lands);
  }

  /** Chooses an account on Choose Account and continues to the dashboard. */
  async choose(account: string): Promise<void> {
    await this.page.getByLabel(account, { exact: true }).check();
    await this.page.getByRole("button", { name: "Continue" }).click();
    await this.arrive("Dashboard", account);
  }

  /** Waits until this page has opened its event stream. */
  async listens(): Promise<void> {
    // The previous page may still open a stream while this one loads.
    const navigatedAt = await this.page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      return performance.timeOrigin + (navigation?.responseStart ?? 0);
    });
    await expect
      .poll(() => this.#streams.some((startedAt) => startedAt >= navigatedAt), { timeout: 30_000 })
      .toBe(true);
  }

  #watch(page: Page): void {
    page.on("pageerror", (error) => {
      // Firefox reports an error if a font is late, if the page is left while its data is loading, or if a script can't
      // be loaded.
      if (/^(download failed \(font|Error in input stream)/.test(error.message)) return;
      // And if the policy refuses the style 'body {}', which Playwright adds before taking a picture.
      if (error.message.includes("sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=")) return;
      // WebKit does too, if the page is left while something is loading.
      if (error.message === "TypeError: Load failed") return;
      if (this.scripts === "broken" && error.message.startsWith("Loading ")) return;
      this.faults.push(`script error: ${error.message}`);
    });
    page.on("console", (message) => {
      const text = message.text();
      const isPolicy = /Content.Security.Policy|Refused to/i.test(text);
      const isReact = message.type() === "error" && /hydrat|did not match|React/i.test(text);
      if (isPolicy || isReact) this.faults.push(text);
    });
  }
}

/** Runs in the page: ends the animations that have begun. */
function endAnimations(): void {
  for (const animation of document.getAnimations())
    if (Number(animation.effect?.getComputedTiming().endTime) < 2_000) animation.finish();
  // Otherwise axe says that elements under the sticky header are too small.
  window.scrollTo({ top: 0, behavior: "instant" });
}

/** Runs axe in the page, where it has been loaded; returns its violations as texts. */
async function runAxe(options: axe.RunOptions): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
}

/** Runs in the page: replaces timers, which axe uses and which don't run with scripts off. */
function replaceTimers(): void {
  const runSoon = (next: () => void, ms = 0) => (ms > 0 ? undefined : void Promise.resolve().then(next));
  Object.assign(window, { setTimeout: runSoon });
}
