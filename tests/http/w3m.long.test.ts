import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { demoPassword } from "#provider/data/people.ts";
import { findW3m } from "../../scripts/find-programs.ts";
import { ledgerCalls, ledgerOf, unpaidInvoices } from "../support/payment-pages.ts";
import { emails } from "../support/signed-in.ts";
import { countTickets } from "../support/ticket-pages.ts";
import { startWorld, world } from "../support/world.ts";

startWorld();

const details = "It hums.";

/** A terminal that runs w3m, used with its keys. */
class TextBrowser {
  readonly #home = mkdtempSync(join(tmpdir(), "w3m-"));
  readonly #tmux: string;

  constructor(url: string) {
    const programs = findW3m();
    if (!programs) throw new Error("No w3m or tmux found. Install them (Debian: apt-get install w3m tmux).");
    this.#tmux = programs.tmux;
    // w3m opens its editor for what's typed into a long field.
    writeFileSync(join(this.#home, "details"), details);
    const settings = `HOME=${this.#home} EDITOR='cp ${this.#home}/details'`;
    const open = `${settings} ${programs.w3m} -cookie -no-mouse -o confirm_qq=false ${url}`;
    this.#run("-f", "/dev/null", "new-session", "-d", "-x", "140", "-y", "200", open);
  }

  #run(...given: readonly string[]): string {
    return spawnSync(this.#tmux, ["-S", join(this.#home, "tmux"), ...given], { encoding: "utf8" }).stdout;
  }

  close = () => void this.#run("kill-server");
  keys = (...names: readonly string[]) => void this.#run("send-keys", ...names);

  /** Waits for a text on the screen. */
  async see(text: string): Promise<void> {
    await expect
      .poll(() => this.#run("capture-pane", "-p").replace(/\n\s*\n/g, "\n"), { timeout: 15_000 })
      .toContain(text);
  }

  /** Goes to the last place with this text, then as many links or fields on, or back. */
  find(text: string, steps = 0): void {
    this.keys("G");
    this.#run("send-keys", "-l", `?${text}`);
    this.keys("Enter");
    for (let step = 0; step < Math.abs(steps); step += 1)
      this.keys(...(steps > 0 ? ["Tab"] : ["Escape", "Tab"]));
  }

  /** Presses the link, the button or the box there. `see` is what the next page shows. */
  async press(text: string, see: string, steps = 0): Promise<void> {
    this.find(text, steps);
    this.keys("Enter");
    await this.see(see);
  }

  /** Types into the field after a label, in a line at the bottom of the screen. */
  async fill(label: string, text: string): Promise<void> {
    this.find(label, 1);
    this.keys("Enter");
    await this.see("TEXT:");
    this.#run("send-keys", "-l", text);
    this.keys("Enter");
  }
}

let browser: TextBrowser;
beforeAll(() => {
  browser = new TextBrowser(`${world.portal.url}/login`);
});
afterAll(() => browser.close());

it("in a text browser a person signs in, pays an invoice, logs a ticket and signs out", async () => {
  await browser.see("Welcome to the Customer Portal");
  await browser.press("Click here to proceed", "Email address");
  await browser.fill("Email address", emails.anna);
  browser.find("Password \\[", 1);
  browser.keys("Enter");
  await browser.see("Password:");
  browser.keys(demoPassword, "Enter", "Tab", "Enter");
  await browser.see("Which account would you like to use?");
  await browser.press("Harbour & Pine Ltd", "(*)", -1);
  await browser.press("Continue", "Customer Details");

  const [number = ""] = unpaidInvoices(world)(1);
  await browser.press("Make a Payment", "Proceed to Payment");
  await browser.press(`Select invoice ${number}`, "[*]", -1);
  await browser.press("Proceed to Payment", "Review your payment");
  await browser.press("Pay Now", "You're leaving the portal");
  await browser.press("Continue to payment", "Card number");
  await browser.press("Cancel", "Thank you, your payment has been received.", -1);
  expect(ledgerCalls(await ledgerOf(world, [number]))).toEqual(["Begin started", "Complete paid"]);

  await browser.press("Tickets", "Log New Ticket");
  await browser.press("Log New Ticket", "Or choose step by step");
  await browser.press("Account & Billing", "Add Details");
  await browser.press("Send Ticket", "Please enter a summary.");
  await browser.fill("Summary", "The line hums");
  await browser.press("Details", details, 1);
  await browser.press("Send Ticket", "logged");
  expect(countTickets("The line hums")).toBe(1);

  await browser.press("Logout", "You've signed out");
});
