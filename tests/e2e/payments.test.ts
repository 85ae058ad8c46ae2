import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { annaAt, startJourneys, world } from "../support/journey.ts";
import { callsIn, ledgerOf } from "../support/payment-pages.ts";
import type { Person } from "../support/person.ts";

const thanks = /^Thank you, your payment has been received\./;

startJourneys();

describe.each(["on", "off"] as const)("with scripts %s", (scripts) => {
  let person: Person;
  beforeEach(async () => {
    person = await annaAt({ scripts });
  });
  afterEach(() => person.leave());

  const boxes = () => person.page.getByRole("checkbox", { name: /^Select invoice/ });

  /** Ticks the first of this page that are free; resolves with their numbers. */
  async function tick(count: number): Promise<string[]> {
    const numbers: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const box = boxes().nth(index);
      numbers.push(String(await box.getAttribute("value")));
      await box.check();
    }
    return numbers;
  }

  async function proceed(): Promise<void> {
    await person.page.getByRole("button", { name: "Proceed to Payment" }).click();
    await person.arrive("Review your payment");
  }

  async function fillIn(page: Page): Promise<void> {
    await page.getByLabel("Address Line 1").fill("14 Fisher Street");
    await page.getByLabel("City").fill("Whitby");
    await page.getByLabel("Postcode").fill("YO21 3PU");
  }

  /** Fills in the cardholder and presses on until the card provider's page is there. */
  async function payNow(): Promise<void> {
    const { page } = person;
    await fillIn(page);
    await page.getByRole("button", { name: "Pay Now" }).click();
    if (scripts === "off") await page.getByRole("button", { name: "Continue to payment" }).click();
    await page.getByRole("heading", { level: 1, name: /^Pay £/ }).waitFor();
  }

  const press = (name: string) => person.page.getByRole("button", { name, exact: true }).click();

  it("a person pays three invoices of two pages and sees the receipt; a tab left open pays nothing again", async () => {
    const { page } = person;
    await person.goTo("/invoices/make-a-payment?size=8", "Make a Payment");
    const numbers = await tick(2);
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByText(/^Showing 9–/).waitFor();
    numbers.push(...(await tick(1)));
    if (scripts === "on") await page.getByText("3 invoices selected").waitFor();
    await proceed();
    expect(await page.getByRole("row").count()).toBe(4);
    const stale = await person.newTab();
    await stale.goto(page.url());
    await fillIn(stale);
    await page.bringToFront();
    await payNow();
    await press("Pay");
    await person.arrive("Payment received");
    expect(new URL(page.url()).search).toBe("");
    await page.getByText(thanks).waitFor();
    for (const number of numbers) await page.locator("#receipt").getByText(number).waitFor();
    const details = await page.locator("#transaction").innerText();
    await page.reload();
    expect(await page.locator("#transaction").innerText()).toBe(details);
    // The review as it was before: what Back shows from the browser's memory, or a tab that was left open.
    await stale.bringToFront();
    await stale.getByRole("button", { name: "Pay Now" }).click();
    await stale.getByRole("heading", { level: 1, name: "Make a Payment" }).waitFor();
    await stale.getByText(/^Your selection has changed since this page was opened\./).waitFor();
    await stale.close();
    await page.goto(`${world.portal.url}/invoices/payment-summary`);
    await person.arrive("Make a Payment", "after paying");
    expect(callsIn(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
    const statuses = page
      .locator("tbody")
      .getByRole("row")
      .filter({ hasText: numbers[0] ?? "" });
    await statuses.getByText("Payment processing").waitFor();
  });

  it("a person cancels at the card page, tries again and pays from the invoice", async () => {
    const { page } = person;
    await person.goTo("/invoices/make-a-payment", "Make a Payment");
    const [number = ""] = await tick(1);
    await person.goTo(`/invoices/${number}`, `Invoice ${number}`);
    await page.getByRole("button", { name: "Pay this invoice" }).click();
    await person.arrive("Review your payment", "from the invoice");
    await payNow();
    await press("Cancel");
    await person.arrive("Payment failed");
    await page.getByText("Your payment has failed.").waitFor();
    await page.getByRole("link", { name: "Try again" }).click();
    await person.arrive("Review your payment", "again");
    await payNow();
    await press("The bank asks (3-D Secure)");
    await press("Approve");
    await person.arrive("Payment received");
    expect(callsIn(await ledgerOf(world, [number]))).toEqual([
      "Begin started",
      "Complete failed",
      "Begin started",
      "Complete paid",
    ]);
  });

  it("a person who leaves the card page by Back goes on with the same payment", async () => {
    const { page } = person;
    await person.goTo("/invoices/make-a-payment", "Make a Payment");
    const numbers = await tick(1);
    await proceed();
    await payNow();
    await page.goto(`${world.portal.url}/invoices/payment-summary`);
    await person.arrive("Review your payment", "begun");
    await page.getByText(/You began this payment and left the card page\./).waitFor();
    await payNow();
    await press("Pay");
    await person.arrive("Payment received");
    expect(callsIn(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
  });

  it("an invoice that is being paid cannot be ticked; nothing ticked cannot proceed", async () => {
    const { page } = person;
    await person.goTo("/invoices/make-a-payment?size=100", "Make a Payment");
    const pending = page.getByRole("row").filter({ hasText: "Being paid" });
    await pending.getByText("Payment processing").waitFor();
    expect(await pending.getByRole("checkbox").count()).toBe(0);
    await page.getByRole("button", { name: "Clear selection" }).click();
    const button = page.getByRole("button", { name: "Proceed to Payment" });
    if (scripts === "on") {
      await page.getByText("0 invoices selected").waitFor();
      expect([await button.isDisabled(), await button.getAttribute("title")]).toEqual([
        true,
        "Select an invoice to continue",
      ]);
      return;
    }
    await button.click();
    await page.getByText("Select an invoice to continue").waitFor();
  });
});
