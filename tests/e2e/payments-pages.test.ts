import { describe, expect, it } from "vitest";
import { startJourneys } from "../support/journey.ts";
import { holdScripts } from "../support/late-scripts.ts";
import { firstOrAll, isLong } from "../support/long.ts";
import { Payer } from "../support/payer.ts";
import { readPdf } from "../support/pdf.ts";
import { areaModes, runsAllJourneys } from "../support/person.ts";
import { world } from "../support/world.ts";

startJourneys();

const phone = { width: 360, height: 740 };

describe.each(areaModes.filter(runsAllJourneys))("with scripts %s", (scripts) => {
  it.each(firstOrAll([phone, { width: 900, height: 800 }, { width: 1440, height: 900 }]))(
    "at $width × $height 'Proceed to Payment' is in sight, and a refused review shows the error summary at its top",
    async (viewport) => {
      const payer = await Payer.arrive({ scripts, viewport });
      const { page } = payer;
      await payer.openList();
      await payer.expectInSight("Proceed to Payment");
      await payer.tick(4);
      await payer.expectInSight("Proceed to Payment");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      expect(await payer.liesBare("table")).toBe(false);
      await payer.proceed();
      expect(await payer.liesBare("table")).toBe(false);
      await expect.poll(() => payer.scrolled()).toBe(0);
      await payer.showCardholder();
      await page.getByLabel("City").fill("");
      await payer.press("Pay Now");
      const summary = page.getByRole("alert");
      await summary.getByText("Please resolve the validation errors below before submitting.").waitFor();
      await expect.poll(() => summary.evaluate((one) => one === document.activeElement)).toBe(true);
      await expect.poll(() => payer.scrolled()).toBe(0);
      const isFirst = await summary.evaluate((one) => {
        const invoices = document.querySelector("#invoices");
        return Boolean(one.compareDocumentPosition(invoices ?? one) & Node.DOCUMENT_POSITION_FOLLOWING);
      });
      expect(isFirst).toBe(true);
    },
  );

  it("no checkbox covers an amount, however narrow the table is", async () => {
    const payer = await Payer.arrive({ scripts });
    // One of them is being paid: its tag is wider than a checkbox.
    await payer.openList("?size=100");
    await payer.page.locator("#unpaid tbody").getByText("Payment processing").first().waitFor();
    const narrowestRoom = () =>
      payer.page.evaluate(() => {
        const text = document.createRange();
        const roomIn = (row: Element) => {
          const [amount, box] = [...row.querySelectorAll("td")].slice(-2);
          text.selectNodeContents(amount!);
          return box!.getBoundingClientRect().left - text.getBoundingClientRect().right;
        };
        return Math.min(...[...document.querySelectorAll("#unpaid tbody tr")].map(roomIn));
      });
    // Narrower windows show two-line rows.
    for (let width = 960; width <= 1_440; width += isLong ? 32 : 64) {
      await payer.page.setViewportSize({ width, height: 800 });
      await expect.poll(narrowestRoom, { message: `at ${width} px` }).toBeGreaterThan(0);
    }
  });

  it("on a phone an invoice is ticked wherever its row is pressed, and a form sorts and chooses rows a page", async () => {
    const payer = await Payer.arrive({ scripts, viewport: phone });
    const { page } = payer;
    const choose = async (label: string, option: string, button: string) => {
      await page.getByLabel(label, { exact: true }).selectOption({ label: option });
      if (scripts === "off") await payer.press(button);
    };
    await payer.openList();
    const row = page.locator("#unpaid tbody tr", { has: page.getByRole("checkbox") }).first();
    const box = row.getByRole("checkbox");
    const number = await box.getAttribute("value");
    const belowItsNumber = { x: 150, y: ((await row.boundingBox())?.height ?? 0) - 12 };
    for (const ticked of [true, false, true]) {
      await row.click({ position: belowItsNumber });
      await expect.poll(() => box.isChecked()).toBe(ticked);
    }
    await choose("Sort by", "Total, descending", "Sort");
    await page.waitForURL(/\?sort=-total$/);
    // The address changes a moment before the page does.
    await expect.poll(() => page.locator("#unpaid tbody tr").first().innerText()).toContain("£123,456.78");
    await choose("Rows per page", "8", "Show");
    await page.waitForURL(/\?sort=-total&size=8$/);
    await page.getByText(/^Showing 1–8 of /).waitFor();
    await payer.openList("?size=100");
    expect(await page.getByRole("checkbox", { name: `Select invoice ${number}` }).isChecked()).toBe(true);
    await page.getByText("1 invoice selected").waitFor();
    await page
      .locator("#unpaid")
      .getByRole("link", { name: `${number}`, exact: true })
      .click();
    await payer.person.arrive(`Invoice ${number}`);
  });

  if (isLong)
    it("Enter in the search finds invoices and keeps what is ticked", async () => {
      const payer = await Payer.arrive({ scripts });
      const { page } = payer;
      await payer.openList();
      const [ticked = ""] = await payer.tick(1);
      await page.getByRole("searchbox", { name: "Search Invoices" }).fill("Disputed charge");
      await page.keyboard.press("Enter");
      await page.getByText("Showing 1–1 of 1").waitFor();
      await page.getByRole("rowheader").getByText("Disputed", { exact: true }).waitFor();
      await page.getByText("1 invoice selected").waitFor();
      await payer.press("Clear search");
      await page.getByText(/^Showing 1–20 of/).waitFor();
      expect(await page.getByRole("checkbox", { name: `Select invoice ${ticked}` }).isChecked()).toBe(true);
      await payer.press("Clear selection");
    });

  if (isLong)
    it("a person who comes back before the API answers sees a page that waits, and then the receipt", async () => {
      const payer = await Payer.arrive({ scripts });
      await payer.review(1);
      await payer.payNow();
      let answer = () => {};
      const answered = new Promise<void>((resolve) => (answer = resolve));
      await world.api.answering("CompletePaymentTransaction", answered, async () => {
        await payer.press("Pay");
        await payer.page.getByText("We're recording your payment…").waitFor();
        expect(new URL(payer.page.url()).search).toBe("");
        answer();
        await payer.person.arrive("Payment received");
      });
    });

  it("ticked invoices are counted, by 'Update total' where no script does it, and all due over all pages", async () => {
    const payer = await Payer.arrive({ scripts });
    const { page } = payer;
    await payer.openList("?size=8");
    await payer.tick(2);
    const update = page.getByRole("button", { name: "Update total" });
    if (scripts === "off") await update.click();
    else expect(await update.count()).toBe(0);
    await page.getByText("2 invoices selected").waitFor();
    await payer.press("Clear selection");
    await page.getByText("0 invoices selected").waitFor();
    await payer.press("Select all due");
    const told = await page.getByText(/^\d+ invoices selected\./).innerText();
    const count = Number.parseInt(told, 10);
    expect(count).toBeGreaterThan(8);
    await page.getByText(`${count} invoices selected`, { exact: true }).waitFor();
    await payer.press("Clear selection");
    await page.getByText("0 invoices selected").waitFor();
  });
});

describe("with scripts on", () => {
  it("paging and sorting keep the scroll position", async () => {
    const payer = await Payer.arrive({ viewport: { width: 1440, height: 700 } });
    const { page } = payer;
    await payer.openList();
    // Playwright scrolls in Firefox before it presses.
    await page.evaluate(() => {
      window.scrollTo(0, 150);
      addEventListener("click", () => Object.assign(window, { pressedAt: Math.round(scrollY) }), true);
    });
    const pressedAt = () => page.evaluate<number>("pressedAt");
    await payer.press("Total");
    await page.waitForURL(/sort=total$/);
    await expect.poll(() => payer.scrolled()).toBe(await pressedAt());
    await payer.press("Next");
    await page.getByText(/^Showing 21–/).waitFor();
    expect(await pressedAt()).toBeGreaterThan(150);
    // The second page of the list may be shorter, so that it can't be scrolled as far.
    const lowest = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    expect(await payer.scrolled()).toBe(Math.min(await pressedAt(), lowest));
  });
});

describe("with scripts on and a slow line", () => {
  it("what is ticked before scripts come stays ticked, is counted and is kept", async () => {
    const payer = await Payer.arrive({});
    const { page } = payer;
    const counted = (count: string) => page.getByText(`${count} selected`, { exact: true }).waitFor();
    const box = page.getByRole("checkbox", { name: /^Select invoice/ });
    const ticked = () => Promise.all([box.nth(0).isChecked(), box.nth(1).isChecked()]);
    await payer.openList();
    await payer.press("Clear selection");
    await counted("0 invoices");
    const releaseScripts = await holdScripts(payer.person);
    await page.reload({ waitUntil: "commit" });
    await box.nth(0).check();
    releaseScripts();
    await counted("1 invoice");
    await box.nth(1).check();
    await counted("2 invoices");
    expect(await ticked()).toEqual([true, true]);
    await page.waitForLoadState("networkidle");
    await payer.openList();
    await counted("2 invoices");
    expect(await ticked()).toEqual([true, true]);
    await payer.press("Clear selection");
    await counted("0 invoices");
  });

  it("what is pressed after a tick takes effect after it", async () => {
    const payer = await Payer.arrive({});
    const { page } = payer;
    await payer.openList();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let posts = 0;
    await page.route(/\/make-a-payment\.data/, async (route) => {
      if (route.request().method() === "POST" && posts++ === 0) await held;
      await route.continue();
    });
    await payer.tick(3);
    await page.getByText("3 invoices selected").waitFor();
    await payer.press("Clear selection");
    release();
    await page.getByText("0 invoices selected").waitFor();
    await page.waitForLoadState("networkidle");
    await payer.openList();
    await page.getByText("0 invoices selected").waitFor();
    expect(posts).toBe(2);
  });
});

it("a tick that can't be kept leads to the page that says why", async () => {
  const payer = await Payer.arrive({});
  const { page, person } = payer;
  await payer.openList();
  const other = await person.newTab();
  await other.goto(`${world.portal.url}/switch-account`);
  await other.getByLabel("Harbour & Pine (Retail) Ltd", { exact: true }).check();
  await other.getByRole("button", { name: "Continue" }).click();
  await other.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  await other.close();
  await page
    .getByRole("checkbox", { name: /^Select invoice/ })
    .first()
    .click();
  await person.arrive("You've switched accounts");
});

if (isLong)
  describe("a printed receipt", () => {
    it("is one page with what was paid, and nothing that belongs to the screen", async () => {
      const payer = await Payer.arrive({});
      const { page, person } = payer;
      const numbers = await payer.review(3);
      await payer.payNow();
      await payer.press("Pay");
      await person.arrive("Payment received");
      const transaction = await page.locator("#transaction dd").nth(1).innerText();
      await page.emulateMedia({ media: "print" });
      for (const text of ["You can print this page as your receipt.", "Back to Invoices"])
        expect(await page.getByText(text).isVisible(), text).toBe(false);
      expect(await page.getByText("Environment: ").first().isVisible()).toBe(false);
      const { pages, text } = await readPdf(await page.pdf({ format: "A4" }));
      expect(pages).toBe(1);
      for (const part of [transaction, "Harbour & Pine Ltd", ...numbers]) expect(text).toContain(part);
    });
  });
