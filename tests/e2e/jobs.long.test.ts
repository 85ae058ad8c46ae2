import type { Locator, Page } from "playwright";
import { afterEach, describe, expect, it } from "vitest";
import { goodNumbers } from "../support/direct-debit-pages.ts";
import { annaAt, startJourneys } from "../support/journey.ts";
import { newLine } from "../support/line-test-pages.ts";
import type { Person, Scripts } from "../support/person.ts";
import { world } from "../support/world.ts";

/** Counts the actions of a person at a browser, and the pages that they visit. */
class Walk {
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

  /** The number of pages they visited, not counting the first. */
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

  /** Chooses the option that matches, or the first that isn't empty. */
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

// Visits that other files booked would push the quote out of 'Needs your attention'.
startJourneys({});

// Invoices that a job took to the card page are due again for the next job.
afterEach(() => {
  world.provider.db.exec("UPDATE invoices SET pending_until_at = NULL WHERE order_number <> 'Being paid'");
});

interface Job {
  readonly name: string;
  /** The most presses, texts and choices it may take, starting on the dashboard. */
  readonly presses: number;
  /** The most pages it may take. */
  readonly pages: number;
  readonly do: (walk: Walk) => Promise<void>;
}

const jobs: readonly Job[] = [
  {
    name: "pay everything that is due",
    presses: 3,
    pages: 2,
    async do(walk) {
      await walk.press(walk.link("Pay now").or(walk.button("Pay now")));
      await walk.press(walk.button("Pay Now"));
      if (walk.scripts === "off") await walk.press(walk.button("Continue to payment"));
      await walk.page.waitForURL(/gateway/);
    },
  },
  {
    name: "set up a direct debit",
    presses: 10,
    pages: 4,
    async do(walk) {
      await walk.press(walk.link("Setup Direct Debit"));
      for (const yes of [0, 1]) await walk.press(walk.page.getByRole("radio", { name: "Yes" }).nth(yes));
      await walk.press(walk.button("Proceed"));
      await walk.choose("Account");
      await walk.type("Bank Sort Code", goodNumbers.bankSortCode);
      await walk.type("Bank Account Number", goodNumbers.bankAccountNumber);
      await walk.type("Bank Account Name", "HARBOUR LTD");
      await walk.press(walk.button("Proceed"));
      await walk.press(walk.button("Complete Direct Debit"));
      await walk.see("Direct Debit saved");
    },
  },
  {
    name: "get from a broken line to a booked engineer",
    presses: 12,
    pages: 6,
    async do(walk) {
      await walk.press(walk.link("Run a Line Test"));
      await walk.type("Telephone number", newLine("150"));
      await walk.type("Postcode", "YO21 3PU");
      await walk.choose("Test reason");
      await walk.press(walk.button("Run Test"));
      await walk.see("Please wait while we run a line test.");
      world.provider.finishLineTests();
      await walk.page.reload();
      await walk.press(walk.link("Book Engineer Appointment"));
      await walk.press(walk.page.getByLabel("I understand and agree"));
      await walk.press(walk.button("Proceed"));
      await walk.press(walk.page.getByRole("radio", { name: "AM Morning", disabled: false }).first());
      await walk.press(walk.button("Select Appointment"));
      await walk.type("Fault Description", "No dial tone since Friday.");
      await walk.press(walk.button("Submit"));
      await walk.see("Your engineer appointment has been booked.");
    },
  },
  {
    name: "log a ticket with a file",
    presses: 7,
    pages: 3,
    async do(walk) {
      await walk.press(walk.link("Log New Ticket"));
      await walk.choose("What is it about?", /Broadband/);
      await walk.press(walk.button("Continue"));
      await walk.type("Summary", "No internet in the shop");
      await walk.type("Details", "Since this morning.");
      walk.presses += 1;
      await walk.page
        .getByLabel("Attach Files")
        .setInputFiles([{ name: "router.txt", mimeType: "text/plain", buffer: Buffer.from("red light") }]);
      await walk.press(walk.button("Send Ticket"));
      await walk.see(/^Ticket \d+ logged/);
    },
  },
  {
    name: "download last month's bill",
    presses: 3,
    pages: 1,
    async do(walk) {
      await walk.press(walk.link("Invoices"));
      await walk.press(walk.page.locator("dt:has-text('Invoiced in') + dd a"));
      const download = walk.page.waitForEvent("download");
      await walk.press(walk.link(/^Download/));
      await download;
    },
  },
  {
    name: "accept a quote, up to the email",
    presses: 2,
    pages: 2,
    async do(walk) {
      await walk.press(walk.link(/^Quote \d+ expires/));
      await walk.press(walk.link("Accept Quote"));
      await walk.see("Update the email");
    },
  },
  {
    name: "read a licence's password",
    presses: 3,
    pages: 2,
    async do(walk) {
      await walk.press(walk.link("Subscriptions"));
      await walk.press(walk.page.locator("#subscriptions tbody [data-row-link]").first());
      await walk.press(walk.button(/^Show password/));
      await walk.page.getByRole("link", { name: "Hide" }).waitFor();
    },
  },
  {
    name: "see what fibre a location can have",
    presses: 4,
    pages: 2,
    async do(walk) {
      await walk.press(walk.link("FTTP Availability Checker"));
      await walk.press(
        walk.page
          .getByRole("main")
          .getByRole("button", { name: /YO21 3PU/ })
          .first(),
      );
      await walk.choose("Address");
      await walk.press(walk.button("Continue"));
      await walk.see(/Download up to/);
    },
  },
  {
    name: "let a colleague in, for invoices only",
    presses: 8,
    pages: 1,
    async do(walk) {
      await walk.press(walk.link("Add New Contact"));
      await walk.type("First Names", "Priya");
      await walk.type("Surname", "Nair");
      const email = `priya.${Date.now()}@harbourpine.example`;
      await walk.type("Email", email);
      await walk.type("Confirm email", email);
      await walk.choose("Address");
      await walk.press(walk.page.getByLabel("Orders", { exact: true }));
      await walk.press(walk.button("Save New Contact"));
      await walk.see("New Contact Added Successfully.");
    },
  },
  {
    name: "switch account",
    presses: 2,
    pages: 1,
    async do(walk) {
      await walk.press(walk.page.getByRole("banner").locator("summary").filter({ visible: true }).last());
      await walk.press(walk.button(/^Switch to/));
      await walk.page.waitForLoadState();
    },
  },
  {
    name: "read a ticket of another account by its number",
    presses: 3,
    pages: 2,
    async do(walk) {
      await walk.type("Search this account", "61");
      await walk.page.keyboard.press("Enter");
      walk.presses += 1;
      await walk.press(walk.button("Switch and open it"));
      await walk.page.getByRole("heading", { name: "Update History" }).waitFor();
    },
  },
];

const places = [
  ["on a phone", { viewport: { width: 375, height: 800 } }],
  ["at a desk, without scripts", { viewport: { width: 1366, height: 900 }, scripts: "off" }],
] as const;

describe.each(places)("%s, few presses are enough to", (_, options) => {
  it.each(jobs)("$name", async ({ do: job, presses, pages }) => {
    const person = await annaAt(options, { cookiesAnswered: true });
    await person.goTo("/dashboard", "Dashboard");
    const walk = new Walk(person);
    await job(walk);
    expect(walk.presses).toBeLessThanOrEqual(presses);
    expect(walk.pages).toBeLessThanOrEqual(pages);
  });
});
