import type { Page } from "playwright";
import { expect } from "vitest";
import type { PersonOptions } from "./browser.ts";
import { annaAt } from "./journey.ts";
import type { Person } from "./person.ts";

/** Anna at a browser, paying invoices. */
export class Payer {
  readonly person: Person;

  constructor(person: Person) {
    this.person = person;
  }

  /** Anna, signed in at account 1001, with the cookie question answered. */
  static async arrive(options: PersonOptions): Promise<Payer> {
    return new Payer(await annaAt(options, { cookiesAnswered: true }));
  }

  get page(): Page {
    return this.person.page;
  }

  /** Opens the list of unpaid invoices. */
  async openList(query = ""): Promise<void> {
    await this.person.goTo(`/invoices/make-a-payment${query}`, "Make a Payment");
  }

  /** Ticks the page's first invoices; resolves with their numbers. */
  async tick(count: number): Promise<string[]> {
    const numbers: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const box = this.page.getByRole("checkbox", { name: /^Select invoice/ }).nth(index);
      numbers.push(String(await box.getAttribute("value")));
      await box.check();
    }
    return numbers;
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole("button", { name, exact: true }).click();
  }

  async proceed(state = ""): Promise<void> {
    await this.press("Proceed to Payment");
    await this.person.arrive("Review your payment", state);
  }

  /** Selects invoices in the list and continues to their review; resolves with their numbers. */
  async review(count: number): Promise<string[]> {
    await this.openList("?size=100");
    const numbers = await this.tick(count);
    await this.proceed();
    return numbers;
  }

  /** Unfolds the cardholder's fields, which are folded if they're all known. */
  async showCardholder(page: Page = this.page): Promise<void> {
    const line = page.locator("#cardholder summary");
    if (await line.isVisible()) await line.click();
  }

  /** Types the cardholder's address. */
  async fillIn(page: Page = this.page): Promise<void> {
    await this.showCardholder(page);
    await page.getByLabel("Address Line 1").fill("14 Fisher Street");
    await page.getByLabel("City").fill("Whitby");
    await page.getByLabel("Postcode").fill("YO21 3PU");
  }

  /** Fills in the cardholder and continues to the card provider's page. */
  async payNow(): Promise<void> {
    await this.fillIn();
    await this.confirmPayment();
  }

  /** Continues to the card provider's page with the cardholder as filled in. */
  async confirmPayment(): Promise<void> {
    await this.press("Pay Now");
    // An inline script submits this page even if the portal's other scripts are broken.
    if (this.person.scripts === "off") await this.press("Continue to payment");
    await this.page.getByRole("heading", { level: 1, name: /^Pay £/ }).waitFor();
  }

  /** The vertical scroll position in pixels. */
  scrolled(): Promise<number> {
    return this.page.evaluate(() => Math.round(window.scrollY));
  }

  /** True if an element is on the page's background rather than on a card. */
  liesBare(selector: string): Promise<boolean> {
    return this.page.locator(selector).evaluate((element) => {
      const colours: string[] = [];
      for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
        colours.push(getComputedStyle(ancestor).backgroundColor);
      const behind = colours.find((colour) => colour !== "rgba(0, 0, 0, 0)");
      return behind === undefined || behind === getComputedStyle(document.documentElement).backgroundColor;
    });
  }

  /** Fails unless the button is visible without scrolling. */
  async expectInSight(name: string): Promise<void> {
    const button = this.page.getByRole("button", { name, exact: true });
    const isOnTop = await button.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height - 2);
      return hit !== null && element.contains(hit);
    });
    expect(isOnTop, `${name} is in sight`).toBe(true);
  }
}
