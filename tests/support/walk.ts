import type { Locator, Page } from "playwright";
import type { Person, Scripts } from "./person.ts";

/** Counts the actions of a person at a browser, and the pages that they visit. */
export class Walk {
  presses = 0;
  readonly page: Page;
  readonly scripts: Scripts;
  readonly #seen: string[] = [];

  constructor({ page, scripts }: Person) {
    this.page = page;
    this.scripts = scripts;
    page.on("framenavigated", (frame) => {
      const { pathname } = new URL(frame.url());
      if (frame === page.mainFrame() && this.#seen.at(-1) !== pathname) this.#seen.push(pathname);
    });
  }

  /** The number of visited pages, without the one where they began. */
  get pages(): number {
    return this.#seen.length;
  }

  link(name: string | RegExp): Locator {
    return this.page.getByRole("link", { name, exact: true }).filter({ visible: true }).first();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();
  }

  async press(target: Locator): Promise<void> {
    this.presses += 1;
    await target.click();
  }

  async type(label: string, text: string): Promise<void> {
    this.presses += 1;
    await this.page.getByLabel(label, { exact: true }).filter({ visible: true }).fill(text);
  }

  /** Chooses the option that matches, or the first that is not empty. */
  async choose(label: string, entry?: RegExp): Promise<void> {
    this.presses += 1;
    const select = this.page.getByLabel(label, { exact: true });
    const options = select.locator("option:not([value=''])");
    const value = await (entry ? options.filter({ hasText: entry }) : options)
      .first()
      .getAttribute("value", { timeout: 3000 });
    await select.selectOption(value);
  }

  async see(text: string | RegExp): Promise<void> {
    await this.page.getByRole("main").getByText(text).first().waitFor();
  }
}
