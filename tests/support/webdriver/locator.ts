import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { error, type WebDriver, type WebElement } from "selenium-webdriver";
import { keysOf } from "./keys.ts";
import { roleOf, textOf, type RoleOptions } from "./selectors.ts";

/** What an element needs of its page. */
export interface DriverOfPage {
  readonly driver: WebDriver;
  readonly keyboard: { press(keys: string): Promise<void> };
  run<Answer>(script: string, given: Readonly<Record<string, unknown>>): Promise<Answer>;
  until<Answer>(attempt: () => Promise<Answer | undefined>, what: string, patience?: number): Promise<Answer>;
  asking(act: () => Promise<unknown>): Promise<void>;
}
interface Exact {
  readonly exact?: boolean;
}
interface Force {
  readonly force?: boolean;
}
interface Upload {
  readonly name: string;
  readonly buffer: Buffer;
}

/** The part of Playwright's Locator that the journeys of every browser use, over WebDriver. */
export class DrivenLocator {
  readonly #page: DriverOfPage;
  readonly selector: string;

  constructor(page: DriverOfPage, selector: string) {
    this.#page = page;
    this.selector = selector;
  }

  toString = () => this.selector;
  page = () => this.#page;

  locator(selector: string, options?: { hasText?: string | RegExp }): DrivenLocator {
    const found = new DrivenLocator(this.#page, this.selector ? `${this.selector} >> ${selector}` : selector);
    return options ? found.filter(options) : found;
  }
  getByRole = (role: string, options: RoleOptions = {}) => this.locator(roleOf(role, options));
  getByLabel = (text: string | RegExp, { exact }: Exact = {}) =>
    this.locator(`internal:label=${textOf(text, exact)}`);
  getByText = (text: string | RegExp, { exact }: Exact = {}) =>
    this.locator(`internal:text=${textOf(text, exact)}`);
  filter = ({ hasText }: { hasText?: string | RegExp }) =>
    hasText === undefined ? this : this.locator(`internal:has-text=${textOf(hasText)}`);
  nth = (index: number) => this.locator(`nth=${index}`);
  first = () => this.nth(0);
  last = () => this.nth(-1);

  async count(): Promise<number> {
    return this.#all("elements.length");
  }
  async all(): Promise<DrivenLocator[]> {
    return Array.from({ length: await this.count() }, (_, index) => this.nth(index));
  }
  allTextContents = () => this.#all<string[]>("elements.map((element) => element.textContent)");
  allInnerTexts = () => this.#all<string[]>("elements.map((element) => element.innerText)");
  evaluateAll<Answer>(
    read: (elements: Element[], given: unknown) => Answer,
    given?: unknown,
  ): Promise<Answer> {
    return this.#all(`(${String(read)})(elements, given)`, given);
  }
  isVisible = () =>
    this.#all<boolean>("elements.length > 0 && engine.elementState(elements[0], 'visible', true).matches");

  evaluate<Answer>(read: (element: HTMLElement, given: unknown) => Answer, given?: unknown): Promise<Answer> {
    return this.#one(`(${String(read)})(element, given)`, given);
  }
  innerText = () => this.#one<string>("element.innerText");
  textContent = () => this.#one<string>("element.textContent");
  inputValue = () => this.#one<string>("engine.retarget(element, 'follow-label').value");
  getAttribute = (name: string) => this.#one<string | null>("element.getAttribute(given)", name);
  isChecked = () => this.#one<boolean>("engine.elementState(element, 'checked', true).matches");
  isDisabled = () => this.#one<boolean>("engine.elementState(element, 'disabled', true).matches");
  isEnabled = () => this.#one<boolean>("engine.elementState(element, 'enabled', true).matches");
  boundingBox = () => this.#one<DOMRect>("element.getBoundingClientRect().toJSON()");
  focus = () => this.#one<void>("void element.focus()");
  blur = () => this.#one<void>("void element.blur()");

  /** Waits until one is visible, or in the other state. */
  async waitFor({ state = "visible", timeout }: { state?: string; timeout?: number } = {}): Promise<void> {
    const isThere = {
      visible: "elements.length > 0 && engine.elementState(elements[0], 'visible', true).matches",
      hidden: "!elements.some((element) => engine.elementState(element, 'visible', true).matches)",
      attached: "elements.length > 0",
      detached: "elements.length === 0",
    }[state];
    await this.#page.until(
      async () => (await this.#all<boolean>(isThere!)) || undefined,
      this.selector,
      timeout,
    );
  }

  click = ({ force }: Force = {}) => this.#use((element) => this.#click(element), force);
  async dblclick(): Promise<void> {
    await this.#use((element) => this.#page.driver.actions().doubleClick(element).perform());
  }
  async check(): Promise<void> {
    if (!(await this.isChecked())) await this.click();
    await this.#page.until(
      async () => (await this.isChecked()) || undefined,
      `${this.selector} to be checked`,
    );
  }
  async uncheck(): Promise<void> {
    if (await this.isChecked()) await this.click();
  }
  async fill(text: string): Promise<void> {
    await this.#use(async (element) => {
      const [answer, field] = await this.#page.run<[string, WebElement]>(
        "element = engine.retarget(element, 'follow-label'); return [engine.fill(element, given), element]",
        { element, given: text },
      );
      // Playwright has selected what was in the field, for the keys to replace; a date it has set on its own.
      if (answer === "needsinput") await field.sendKeys(text === "" ? keysOf("Delete")[0]! : text);
    });
  }
  async pressSequentially(text: string): Promise<void> {
    await this.#use((element) => element.sendKeys(text));
  }
  async press(keys: string): Promise<void> {
    await this.focus();
    await this.#page.keyboard.press(keys);
  }
  async selectOption(option: string | { index?: number; label?: string }): Promise<void> {
    const given = typeof option === "string" ? [{ valueOrLabel: option }] : [option];
    const select = "engine.selectOptions(engine.retarget(element, 'follow-label'), given)";
    await this.#page.until(
      async () => (typeof (await this.#one(select, given)) === "string" ? undefined : true),
      `an option of ${this.selector}`,
    );
  }
  async setInputFiles(files: readonly Upload[]): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "upload-"));
    const paths = files.map(({ name, buffer }, index) => {
      const path = join(mkdtempSync(join(folder, `${index}-`)), name);
      writeFileSync(path, buffer);
      return path;
    });
    const input = await this.#find();
    await input.sendKeys(paths.join("\n"));
  }

  /** Firefox takes no click for a row of a table, but the mouse over it. */
  async #click(element: WebElement): Promise<void> {
    try {
      await element.click();
    } catch (caught) {
      if (!(caught instanceof error.ElementNotInteractableError)) throw caught;
      await this.#page.driver.actions().move({ origin: element }).click().perform();
    }
  }

  /** What an expression says of the elements that the selector finds now. */
  #all<Answer>(expression: string, given?: unknown): Promise<Answer> {
    return this.#page.run(
      `const elements = engine.querySelectorAll(engine.parseSelector(selector), document); return ${expression}`,
      { selector: this.selector, given },
    );
  }

  /** What an expression says of the one element, once it's there. */
  async #one<Answer>(expression: string, given?: unknown): Promise<Answer> {
    const script = `const element = engine.querySelector(engine.parseSelector(selector), document, true);
      return element && [${expression}]`;
    const found = () => this.#page.run<[Answer] | null>(script, { selector: this.selector, given });
    const [answer] = await this.#page.until(async () => (await found()) ?? undefined, this.selector);
    return answer;
  }

  #find = () => this.#one<WebElement>("element");

  /** Does something to the element once it can be used, or with `force` once it's there. */
  async #use(act: (element: WebElement) => Promise<void>, force = false): Promise<void> {
    // In the middle of the window nothing lies over it that sticks to an edge.
    const scroll = "element.scrollIntoView({ block: 'center', behavior: 'instant' }), element";
    const isReady = `['visible', 'enabled'].every((state) => engine.elementState(element, state, true).matches) && (${scroll})`;
    await this.#page.until(async () => {
      const element = await this.#one<WebElement | false>(force ? `(${scroll})` : isReady);
      if (!element) return undefined;
      await this.#page.asking(() => act(element));
      return true;
    }, `${this.selector} to be ready`);
  }
}
