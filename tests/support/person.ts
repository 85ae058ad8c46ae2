import axe from "axe-core";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright";
import { expect } from "vitest";
import { demoPassword } from "#provider/data/people.ts";
import { isLong } from "./long.ts";
import { findChromium, findHeadlessShell } from "../../scripts/find-programs.ts";

/** How scripts fare in a browser: they run, they are switched off, or every one of them answers 500. */
export const scriptModes = ["on", "off", "broken"] as const;
export type Scripts = (typeof scriptModes)[number];

/**
 * Whether every journey of an area is made in this mode, or its first alone: the HTTP suite goes all ways without
 * scripts, too. The long run has them all with scripts off.
 */
export const isForAll = (scripts: Scripts) => scripts === "on" || (isLong && scripts === "off");

export interface PersonOptions extends BrowserContextOptions {
  readonly scripts?: Scripts;
}

const wcag22AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--no-proxy-server",
];

/** A browser without its own background traffic, and, unless a test is about letters and pixels, without windows; close it after the tests. */
export function launchBrowser({ whole = false } = {}): Promise<Browser> {
  const shell = whole ? undefined : findHeadlessShell();
  return chromium.launch({ executablePath: shell ?? findChromium(), args: quiet });
}

/** Pages that axe has looked at, each in every state and look that styles tell apart. */
const checked = new Set<string>();
/** Those whose colours it has looked at: as dear as all else, and the same at every width, with and without scripts. */
const checkedColours = new Set<string>();

/** Whether this is the first time that a set meets this. */
function isNew(seen: Set<string>, ...what: readonly string[]): boolean {
  const before = seen.size;
  return seen.add(what.join(", ")).size > before;
}

/** Somebody at a browser. Whatever page they arrive at is checked by axe. */
export class Person {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly scripts: Scripts;
  readonly #origin: string;
  /** Script errors and breaches of the content security policy on any page. */
  readonly faults: string[] = [];
  /** When each stream of live events was asked for, ms since 1970. */
  readonly #streams: number[] = [];
  readonly #colorScheme: string;

  private constructor(context: BrowserContext, page: Page, origin: string, options: PersonOptions) {
    const { scripts = "on", colorScheme = "light" } = options;
    this.context = context;
    this.page = page;
    this.scripts = scripts;
    this.#origin = origin;
    this.#colorScheme = colorScheme ?? "light";
    this.#watch(page);
    context.on("response", (reply) => {
      if (new URL(reply.url()).pathname === "/live" && reply.ok())
        this.#streams.push(reply.request().timing().startTime);
    });
  }

  static async sitDown(browser: Browser, origin: string, options: PersonOptions = {}): Promise<Person> {
    const { scripts = "on", ...rest } = options;
    const context = await browser.newContext({ javaScriptEnabled: scripts !== "off", ...rest });
    if (scripts === "broken") {
      await context.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 500, body: "" }));
    }
    context.setDefaultTimeout(30_000);
    return new Person(context, await context.newPage(), origin, options);
  }

  /** Another tab of the same browser. */
  async newTab(): Promise<Page> {
    const page = await this.context.newPage();
    this.#watch(page);
    return page;
  }

  async goTo(path: string, heading: string): Promise<void> {
    await this.page.goto(new URL(path, this.#origin).href);
    await this.arrive(heading);
  }

  /** Waits for the page with this heading; axe then looks at it, once for each address, state and look. */
  async arrive(heading: string, state = ""): Promise<void> {
    await this.page
      .getByRole("heading", { level: 1, name: heading, exact: true })
      .waitFor({ state: "attached" });
    // Where scripts are broken the page is the one of scripts off, byte for byte.
    if (!isForAll(this.scripts)) return;
    // One invoice is laid out like another.
    const path = new URL(this.page.url()).pathname.replace(/\d+/g, "0");
    const colours = this.scripts === "on" && isNew(checkedColours, path, state, this.#colorScheme);
    const width = (this.page.viewportSize()?.width ?? 1280) < 768 ? "narrow" : "wide";
    const isDark = this.#colorScheme === "dark";
    if (isDark ? !colours : !isNew(checked, path, heading, state, this.scripts, width)) return;
    const look = [path, heading, state, this.scripts, this.#colorScheme, width].join(", ");
    expect(await this.violations({ colours }), `axe on ${look}`).toEqual([]);
  }

  /** What axe finds on the page as it stands. In the dark nothing but colours can differ. */
  async violations({ colours = this.scripts === "on" } = {}): Promise<string[]> {
    await this.page.evaluate(settle);
    if (this.scripts === "off") await this.page.evaluate(withoutTimers);
    const options: axe.RunOptions = {
      resultTypes: ["violations"],
      runOnly: this.#colorScheme === "dark" ? { type: "rule", values: ["color-contrast"] } : wcag22AA,
      rules: {
        "color-contrast": { enabled: colours },
        // Without scripts a page that waits has no other way to ask again (ADR 8).
        "meta-refresh": { enabled: this.scripts === "on" },
      },
    };
    await this.page.evaluate(axe.source);
    return this.page.evaluate(runAxe, options);
  }

  /** By how many pixels the page is wider than its window. */
  overflow(): Promise<number> {
    return this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  }

  /** Expects that nothing is cut off in windows of these widths, and leaves the window as it was. */
  async fits(...widths: readonly number[]): Promise<void> {
    const { width, height } = this.page.viewportSize()!;
    for (const narrow of widths) {
      await this.page.setViewportSize({ width: narrow, height });
      await expect.poll(() => this.overflow(), { message: `at ${narrow} px` }).toBeLessThanOrEqual(0);
    }
    await this.page.setViewportSize({ width, height });
  }

  /** A button that waits for something: with scripts it is disabled and tells the reason; otherwise its answer does. */
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

  /** Finds the one row that holds these words by the list's search, and opens it. */
  async openRow(list: string, words: string): Promise<void> {
    const { page } = this;
    await page.getByRole("searchbox", { name: `Search ${list}` }).fill(words);
    await page.getByRole("main").getByRole("button", { name: "Search", exact: true }).click();
    await page.waitForURL(/search=/);
    await page.getByText("Showing 1–1 of 1").waitFor();
    await page.getByRole("main").locator("tbody [data-row-link]").click();
  }

  /** The identity provider's page: fills in and sends; ends on the portal page with this heading. */
  async signIn(
    email: string,
    { employee = false, lands }: { employee?: boolean; lands: string },
  ): Promise<void> {
    await this.goTo("/login", "Welcome to the Customer Portal");
    if (employee) await this.page.getByRole("link", { name: "Employee login" }).click();
    else await this.page.getByRole("button", { name: "Click here to proceed" }).click();
    await this.arrive("Sign in");
    await this.page.getByLabel(/e-mail/i).fill(email);
    await this.page.getByLabel("Password", { exact: true }).fill(demoPassword);
    await this.page.getByRole("button", { name: "Sign in" }).click();
    await this.arrive(lands);
  }

  /** Chooses on Choose Account and goes on to the dashboard. */
  async choose(account: string): Promise<void> {
    await this.page.getByLabel(account, { exact: true }).check();
    await this.page.getByRole("button", { name: "Continue" }).click();
    await this.arrive("Dashboard", account);
  }

  /** Waits until this page listens for live events. */
  async listens(): Promise<void> {
    // The page before may still begin to listen while this one is on its way.
    const came = await this.page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      return performance.timeOrigin + (navigation?.responseStart ?? 0);
    });
    await expect.poll(() => this.#streams.some((begun) => begun >= came), { timeout: 30_000 }).toBe(true);
  }

  #watch(page: Page): void {
    page.on("pageerror", (error) => this.faults.push(`script error: ${error.message}`));
    page.on("console", (message) => {
      const text = message.text();
      const isPolicy = /Content.Security.Policy|Refused to/i.test(text);
      const isReact = message.type() === "error" && /hydrat|did not match|React/i.test(text);
      if (isPolicy || isReact) this.faults.push(text);
    });
  }
}

/** Runs in the page: what is fading in has too little contrast until it is there. */
function settle(): void {
  for (const one of document.getAnimations())
    if (Number(one.effect?.getComputedTiming().endTime) < 2_000) one.finish();
  // Of what the header covers axe says that it is too small to be pressed.
  window.scrollTo({ top: 0, behavior: "instant" });
}

/** Runs in the page, where axe has been loaded; only what is wrong crosses to here. */
async function runAxe(options: axe.RunOptions): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
}

/** Runs in the page: axe waits for its next turn by timers, which do not run where scripts are off. */
function withoutTimers(): void {
  const soon = (next: () => void, ms = 0) => (ms > 0 ? undefined : void Promise.resolve().then(next));
  Object.assign(window, { setTimeout: soon });
}
