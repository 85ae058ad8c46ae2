import { EventEmitter } from "node:events";
import type { WebDriver } from "selenium-webdriver";
import { DrivenPage, type ContextOfPage } from "./page.ts";
import type { AlteringProxy, Handler, RouteOptions } from "./proxy.ts";

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

/** A browser of its own, with its cookies, behind a proxy: what Playwright calls a context. Tells of `response` and `download`. */
export class DrivenContext extends EventEmitter implements ContextOfPage {
  readonly runsScripts: boolean;
  readonly #driver: WebDriver;
  readonly #proxy: AlteringProxy;
  readonly #end: () => Promise<void>;
  #pages: DrivenPage[] = [];
  #selected = "";

  constructor(
    driver: WebDriver,
    proxy: AlteringProxy,
    { runsScripts, end }: { runsScripts: boolean; end: () => Promise<void> },
  ) {
    super();
    this.#driver = driver;
    this.#proxy = proxy;
    this.runsScripts = runsScripts;
    this.#end = end;
    proxy.on("response", (response) => this.emit("response", response));
    proxy.on("download", (download) => this.emit("download", download));
    proxy.on("pageerror", (text: string) => this.#pages[0]?.emit("pageerror", new Error(text)));
  }

  /** WebDriver has no traces. */
  readonly tracing = { async start() {}, async startChunk() {}, async stopChunk() {} };
  pages = () => this.#pages;
  setDefaultTimeout() {}
  async route(pattern: RegExp | string, handler: Handler, options?: RouteOptions): Promise<void> {
    this.#proxy.route(pattern, handler, options);
  }
  settled = () => this.#proxy.settled();
  async unrouteAll(): Promise<void> {
    this.#proxy.unrouteAll();
  }
  async setOffline(isOffline: boolean): Promise<void> {
    this.#proxy.setOffline(isOffline);
  }
  async addInitScript<Given>(script: (given: Given) => void, given?: Given): Promise<void> {
    this.#proxy.scripts.push(`(${String(script)})(${JSON.stringify(given) ?? ""})`);
  }

  async newPage(): Promise<DrivenPage> {
    if (this.#pages.length > 0) await this.#driver.switchTo().newWindow("tab");
    this.#selected = await this.#driver.getWindowHandle();
    const page = new DrivenPage(this, this.#driver, this.#selected);
    this.#pages.push(page);
    return page;
  }
  async select(window: string): Promise<void> {
    if (window === this.#selected) return;
    await this.#driver.switchTo().window(window);
    this.#selected = window;
  }
  left(page: EventEmitter): void {
    this.#pages = this.#pages.filter((other) => other !== page);
    this.#selected = "";
  }

  /** A driver sets the cookies of the page that it's at. */
  async addCookies(cookies: readonly Cookie[]): Promise<void> {
    for (const { name, value, url } of cookies) {
      // Waits for that page, which would otherwise come after the one that the test opens next.
      if (!(await this.#driver.getCurrentUrl()).startsWith(url)) await this.#pages[0]!.goto(`${url}/healthz`);
      await this.#driver.manage().addCookie({ name, value, path: "/" });
    }
  }
  async cookies() {
    return this.#driver.manage().getCookies();
  }
  async clearCookies(): Promise<void> {
    await this.#driver.manage().deleteAllCookies();
  }
  async close(): Promise<void> {
    await this.#end();
  }
}
