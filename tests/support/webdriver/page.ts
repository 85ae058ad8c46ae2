import { EventEmitter } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { error, type WebDriver } from "selenium-webdriver";
import { keysOf } from "./keys.ts";
import { DrivenLocator, type DriverOfPage } from "./locator.ts";
import { patternOf, type Handler, type RouteOptions } from "./proxy.ts";
import { loadEngine, type RoleOptions } from "./selectors.ts";

/** What an action in the page may wait for, as in Playwright's. */
const PATIENCE_MS = 30_000;
/** A window narrower than WebKit allows never gets its size. */
const MAX_RESIZES = 8;

/** What a page needs of its context. */
export interface ContextOfPage extends EventEmitter {
  readonly runsScripts: boolean;
  route(pattern: RegExp | string, handler: Handler, options?: RouteOptions): Promise<void>;
  addInitScript<Given>(script: (given: Given) => void, given?: Given): Promise<void>;
  /** Makes a window the one that the driver's commands are for. */
  select(window: string): Promise<void>;
  left(page: EventEmitter): void;
  /** Waits until a page that was asked for is there. */
  settled(): Promise<void>;
}

/** The part of Playwright's Page that the journeys of every browser use, over WebDriver. */
export class DrivenPage extends EventEmitter implements DriverOfPage {
  readonly driver: WebDriver;
  readonly #context: ContextOfPage;
  readonly #window: string;
  readonly #root = new DrivenLocator(this, "");
  #url = "about:blank";
  #size = { width: 0, height: 0 };

  constructor(context: ContextOfPage, driver: WebDriver, window: string) {
    super();
    this.#context = context;
    this.driver = driver;
    this.#window = window;
  }

  context = () => this.#context;
  locator = (selector: string, options?: { hasText?: string | RegExp }) =>
    this.#root.locator(selector, options);
  getByRole = (role: string, options?: RoleOptions) => this.#root.getByRole(role, options);
  getByLabel = (text: string | RegExp, options?: { exact?: boolean }) => this.#root.getByLabel(text, options);
  getByText = (text: string | RegExp, options?: { exact?: boolean }) => this.#root.getByText(text, options);
  route: ContextOfPage["route"] = (...given) => this.#context.route(...given);
  addInitScript: ContextOfPage["addInitScript"] = (...given) => this.#context.addInitScript(...given);
  /** Where the page was when it was last asked anything. */
  url = () => this.#url;
  viewportSize = () => this.#size;
  title = () => this.#ask(() => this.driver.getTitle());
  bringToFront = () => this.#select();

  /** With `commit` the page may still be on its way. */
  async goto(url: string, { waitUntil = "load" } = {}): Promise<null> {
    await this.#load(() => this.driver.get(url), waitUntil);
    return null;
  }
  async goBack(): Promise<void> {
    await this.asking(() => this.driver.navigate().back());
  }
  async goForward(): Promise<void> {
    await this.asking(() => this.driver.navigate().forward());
  }
  /** WebDriver reloads without the browser's question, so a page that asks one is noticed by its cancelled event. */
  async reload({ waitUntil = "load" } = {}): Promise<void> {
    const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    if (this.#context.runsScripts && (await this.evaluate(asks)))
      this.emit("dialog", { type: () => "beforeunload", message: () => "", accept() {}, dismiss() {} });
    await this.#load(() => this.driver.navigate().refresh(), waitUntil);
  }
  /** Waits until another document has come, or is on its way at least. */
  async #load(act: () => Promise<unknown>, waitUntil: string): Promise<void> {
    await this.#select();
    await this.driver.executeScript("globalThis.isLeft = true");
    await this.asking(act);
    const hasCome = (state: string) =>
      !("isLeft" in globalThis) && (state === "commit" || document.readyState === "complete");
    await this.until(async () => (await this.evaluate(hasCome, waitUntil)) || undefined, "another document");
  }
  async waitForLoadState(): Promise<void> {
    await this.until(
      async () => (await this.evaluate(() => document.readyState !== "loading")) || undefined,
      "load",
    );
  }
  async waitForURL(expected: string | RegExp | ((url: URL) => boolean)): Promise<void> {
    const pattern = typeof expected === "string" ? patternOf(expected) : expected;
    const isThere = () => (pattern instanceof RegExp ? pattern.test(this.#url) : pattern(new URL(this.#url)));
    await this.until(async () => (await this.#readUrl(), isThere() || undefined), String(expected));
  }
  /** `download` is told by the proxy, once the browser has the whole file. */
  async waitForEvent(name: "download"): Promise<unknown> {
    const [event] = (await EventEmitter.once(this.#context, name)) as [unknown];
    return event;
  }
  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    const inner = () => this.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    await this.#select();
    // What's around the page is only known once the window has its new size, which may take a moment.
    let frame = { width: 0, height: 0 };
    for (let tries = 0; tries < MAX_RESIZES; tries += 1) {
      const window = this.driver.manage().window();
      await window.setRect({ x: 0, y: 0, width: width + frame.width, height: height + frame.height });
      const [outer, now] = [await window.getRect(), await inner()];
      this.#size = now;
      if (now.width === width && now.height === height) return;
      if (outer.width >= now.width && outer.height >= now.height)
        frame = { width: outer.width - now.width, height: outer.height - now.height };
    }
  }
  async emulateMedia(media: Readonly<Record<string, string | null>>): Promise<void> {
    const asked = Object.entries(media).filter(([, value]) => value !== null);
    if (asked.length > 0)
      throw new Error(`WebDriver can't show ${JSON.stringify(Object.fromEntries(asked))}.`);
  }
  async screenshot({ path }: { path?: string } = {}): Promise<Buffer> {
    const picture = Buffer.from(await this.#ask(() => this.driver.takeScreenshot()), "base64");
    if (path) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, picture);
    }
    return picture;
  }
  evaluate<Answer, Given>(read: string | ((given: Given) => Answer), given?: Given): Promise<Answer> {
    const expression = typeof read === "string" ? read : `(${String(read)})(given)`;
    const script = `const told = ${expression}; return told === window ? undefined : told;`;
    return this.run(script, { given });
  }
  async close(): Promise<void> {
    await this.#select();
    await this.driver.close();
    this.#context.left(this);
  }

  readonly keyboard = {
    press: async (name: string) => {
      const keys = keysOf(name);
      await this.#select();
      let actions = this.driver.actions();
      for (const key of keys) actions = actions.keyDown(key);
      for (const key of keys.toReversed()) actions = actions.keyUp(key);
      await this.asking(() => actions.perform());
    },
    type: async (text: string) => {
      for (const character of text) await this.keyboard.press(character === "+" ? "Add" : character);
    },
  };

  /**
   * Runs a script in the page, with `engine`, which finds elements, and what else it's given by name. Resolves with what
   * it returns.
   */
  async run<Answer>(script: string, given: Readonly<Record<string, unknown>>): Promise<Answer> {
    const names = Object.keys(given);
    const asked = `const engine = globalThis.selectorEngine; if (!engine) return null;
      let [${names.join()}] = arguments;
      const answer = (() => { ${script} })(), at = location.href;
      return typeof answer?.then === "function" ? answer.then((later) => [at, later]) : [at, answer];`;
    return this.#ask(async () => {
      const ask = () => this.driver.executeScript<[string, Answer] | null>(asked, ...Object.values(given));
      let told = await ask();
      if (!told) {
        await this.driver.executeScript(loadEngine);
        told = await ask();
      }
      const [url, answer] = told!;
      this.#url = url;
      return answer;
    });
  }

  /** Tries until something has an answer other than undefined; rejects after half a minute with the last fault. */
  async until<Answer>(
    attempt: () => Promise<Answer | undefined>,
    what: string,
    patience = PATIENCE_MS,
  ): Promise<Answer> {
    let fault: unknown;
    for (const end = Date.now() + patience; Date.now() < end;) {
      try {
        const answer = await attempt();
        if (answer !== undefined) return answer;
      } catch (caught) {
        fault = caught;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`Waited in vain for ${what} at ${this.#url}. ${String(fault ?? "")}`, { cause: fault });
  }

  /** Does something after which the page may ask a question; answers it. */
  async asking(act: () => Promise<unknown>): Promise<void> {
    await this.#select();
    try {
      await act();
    } catch (caught) {
      if (!(caught instanceof error.UnexpectedAlertOpenError)) throw caught;
    }
    await this.#answer();
    await this.#context.settled();
  }

  /** Asks the driver something, once any question of the page has been answered. */
  async #ask<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    await this.#select();
    try {
      return await ask();
    } catch (caught) {
      if (!(caught instanceof error.UnexpectedAlertOpenError)) throw caught;
      await this.#answer();
      return ask();
    }
  }

  async #answer(): Promise<void> {
    const alert = await this.driver
      .switchTo()
      .alert()
      .catch(() => undefined);
    if (!alert) return;
    const message = await alert.getText();
    let answer = () => alert.dismiss();
    const accept = () => void (answer = () => alert.accept());
    this.emit("dialog", { type: () => "confirm", message: () => message, accept, dismiss() {} });
    await answer();
  }

  /** Asks the page itself, because the driver names an address that is only on its way. */
  #readUrl = () => this.evaluate(() => undefined);

  async #select(): Promise<void> {
    await this.#context.select(this.#window);
  }
}
