import { beforeEach, describe, expect, it } from "vitest";
import { engine } from "../support/engine.ts";
import { startJourneys } from "../support/journey.ts";
import { isLong } from "../support/long.ts";
import { Payer } from "../support/payer.ts";
import { ledgerCalls, ledgerOf } from "../support/payment-pages.ts";
import { runsAllJourneys, scriptModes } from "../support/person.ts";
import { world } from "../support/world.ts";

const thanks = /^Thank you, your payment has been received\./;
const retried = ["Begin started", "Complete failed", "Begin started", "Complete paid"];

startJourneys();

let payer: Payer;
const start = (scripts: (typeof scriptModes)[number]) => {
  beforeEach(async () => {
    payer = await Payer.arrive({ scripts });
  });
};

const modes = engine === "chromium" ? (["on", "broken"] as const) : (["on"] as const);
describe.each(isLong ? scriptModes : modes)("with scripts %s", (scripts) => {
  start(scripts);

  it("a person pays invoices from two pages and sees the receipt; a tab left open pays nothing again", async () => {
    const { person, page } = payer;
    await payer.openList("?size=8");
    const numbers = await payer.tick(2);
    await payer.press("Next");
    await page.getByText(/^Showing 9–/).waitFor();
    numbers.push(...(await payer.tick(1)));
    if (scripts === "on") await page.getByText("3 invoices selected").waitFor();
    await payer.proceed();
    expect(await page.getByRole("row").count()).toBe(4);
    const stale = await person.newTab();
    await stale.goto(page.url());
    await payer.fillIn(stale);
    await page.bringToFront();
    await payer.fillIn();
    await page.getByLabel("Postcode").fill("M1 1AE");
    await payer.press("Pay Now");
    await page.getByText('click the "Pay now" button again').waitFor();
    await payer.confirmPayment();
    await payer.press("Pay");
    await person.arrive("Payment received");
    expect(new URL(page.url()).search).toBe("");
    await page.getByText(thanks).waitFor();
    await page.locator("#receipt summary").click();
    for (const number of numbers) await page.locator("#receipt details").getByText(number).waitFor();
    const details = await page.locator("#transaction").innerText();
    await page.reload();
    expect(await page.locator("#transaction").innerText()).toBe(details);
    // The review as it was before: what Back shows from the browser's memory, or a tab that was left open.
    await stale.bringToFront();
    await stale.getByRole("button", { name: "Pay Now" }).click();
    await stale.getByRole("heading", { level: 1, name: "Make a Payment" }).waitFor();
    await stale.getByText(/^What you're paying has changed since you opened this page\./).waitFor();
    await stale.close();
    await page.goto(`${world.portal.url}/invoices/payment-summary`);
    await person.arrive("Make a Payment", "after paying");
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual([
      "Begin refused",
      "Begin started",
      "Complete paid",
    ]);
    const row = page
      .locator("tbody")
      .getByRole("row")
      .filter({ hasText: numbers[0] ?? "" });
    await row.getByText("Payment processing").waitFor();
  });
});

it("a tick made the moment the next page of the list appears stays", async () => {
  payer = await Payer.arrive({ scripts: "on" });
  await payer.openList("?size=8");
  await payer.page.evaluate(() => {
    const shown = new MutationObserver(() => {
      if (!document.querySelector("main")?.innerText.includes("Showing 9–")) return;
      shown.disconnect();
      document.querySelector<HTMLInputElement>("[name=select]")?.click();
    });
    shown.observe(document, { subtree: true, childList: true, characterData: true });
  });
  await payer.press("Next");
  await payer.page.getByText("1 invoice selected").waitFor();
  await expect.poll(() => payer.page.getByRole("checkbox", { checked: true }).count()).toBe(1);
});

it("ticks made when a live event's rows have come, but aren't on the page yet, and while they load again, stay", async () => {
  payer = await Payer.arrive({ scripts: "on" });
  const { page } = payer;
  await payer.openList("?size=8");
  // The rows that the first tick loads are held back, and don't have the second one.
  const [loaded, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let posts = 0;
  let isHeld = false;
  await page.route(/make-a-payment\.data/, async (route) => {
    if (route.request().method() === "POST") posts += 1;
    if (route.request().method() === "POST" || posts !== 1 || isHeld) return route.continue();
    isHeld = true;
    const response = await route.fetch();
    loaded.resolve();
    await go.promise;
    // The second tick may have ended this load.
    await route.fulfill({ response }).catch(() => undefined);
  });
  await page.evaluate(() => {
    interface Router {
      state: { revalidation: string };
      subscribe(heard: () => void): () => void;
      revalidate(): void;
    }
    const { __remixRouter: router } = window as unknown as { __remixRouter: Router };
    // As on a slow device, React's tasks only run after the tick.
    const { postMessage } = MessagePort.prototype;
    const tasks: (() => void)[] = [];
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      tasks.push(() => Reflect.apply(postMessage, this, message));
    };
    router.revalidate();
    const stop = router.subscribe(() => {
      if (router.state.revalidation !== "idle") return;
      stop();
      document.querySelector<HTMLInputElement>("[name=select]")?.click();
      MessagePort.prototype.postMessage = postMessage;
      for (const run of tasks) run();
    });
  });
  await loaded.promise;
  const saved = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("checkbox", { checked: false }).first().check();
  await saved;
  go.resolve();
  await expect.poll(() => page.evaluate("__remixRouter.state.navigation.state")).toBe("idle");
  // Once React has rendered the rows.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(2);
  await page.getByText("2 invoices selected").waitFor();
  await page.reload();
  await page.getByText("2 invoices selected").waitFor();
});

it.each(isLong ? scriptModes : (["off"] as const))(
  "with scripts %s, Back from the card page shows the review, and Pay Now goes on with the same payment",
  async (scripts) => {
    payer = await Payer.arrive({ scripts });
    const { person, page } = payer;
    const numbers = await payer.review(1);
    await payer.payNow();
    await page.goBack();
    await person.arrive("Review your payment", "begun");
    expect(page.url()).toBe(`${world.portal.url}/invoices/payment-summary`);
    await page.getByText(/You didn't finish this payment\./).waitFor();
    await payer.payNow();
    await payer.press("Pay");
    await person.arrive("Payment received");
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
  },
);

describe.each(isLong ? scriptModes.filter(runsAllJourneys) : [])("with scripts %s", (scripts) => {
  start(scripts);

  it("a person whose bank declines is told what wasn't paid, tries again and pays", async () => {
    const { person, page } = payer;
    const numbers = await payer.review(2);
    const total = await page.locator("#to-pay strong").innerText();
    await payer.payNow();
    await payer.press("Declined by the bank");
    await person.arrive("Payment failed", "declined");
    await page.getByText("Your payment has failed.", { exact: true }).waitFor();
    // The card provider's own words, '2000 : The Authorisation was Declined by the bank.', are for its customers.
    const reason = "Your bank declined the card. No money has been taken.";
    await page.getByText(reason, { exact: true }).waitFor();
    const attempt = page.locator("#attempt");
    await attempt.locator("summary").click();
    for (const text of [...numbers.map((number) => `Invoice ${number}`), total])
      await attempt.getByText(text, { exact: true }).waitFor();
    await page.getByRole("link", { name: "Try again" }).click();
    await person.arrive("Review your payment", "after a decline");
    expect(await page.locator("#to-pay strong").innerText()).toBe(total);
    await payer.payNow();
    await payer.press("Pay");
    await person.arrive("Payment received");
    await page.locator("#transaction").getByText(total, { exact: true }).waitFor();
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(retried);
  });

  it("a person who pays from an invoice's page cancels at the card page, tries again and pays", async () => {
    const { person, page } = payer;
    await payer.openList();
    const [number = ""] = await payer.tick(1);
    await person.goTo(`/invoices/${number}`, `Invoice ${number}`);
    // Where a Direct Debit collects the invoice, the button is folded behind this question.
    const question = page.getByText("Pay by card anyway?");
    if (await question.isVisible()) await question.click();
    await payer.press("Pay this invoice");
    await person.arrive("Review your payment", "from the invoice");
    await payer.payNow();
    await payer.press("Cancel");
    await person.arrive("Payment failed");
    await page.getByText("Your payment has failed.").waitFor();
    await page.getByRole("link", { name: "Try again" }).click();
    await person.arrive("Review your payment", "again");
    await payer.payNow();
    await payer.press("The bank asks for approval (3-D Secure)");
    await payer.press("Approve");
    await person.arrive("Payment received");
    expect(ledgerCalls(await ledgerOf(world, [number]))).toEqual(retried);
  });

  it("an invoice that's being paid can't be ticked, and without a tick nobody can proceed", async () => {
    const { page } = payer;
    await payer.openList("?size=100");
    const pending = page.getByRole("row").filter({ hasText: "Being paid" });
    await pending.getByText("Payment processing").waitFor();
    expect(await pending.getByRole("checkbox").count()).toBe(0);
    await payer.press("Clear selection");
    const button = page.getByRole("button", { name: "Proceed to Payment" });
    if (scripts === "on") {
      await page.getByText("0 invoices selected").waitFor();
      expect(await button.isDisabled()).toBe(true);
      expect(await button.getAttribute("title")).toBe("Select an invoice to continue");
      return;
    }
    await button.click();
    await page.getByText("Select an invoice to continue").waitFor();
  });
});

describe("with scripts on", () => {
  start("on");

  it("leaving the review asks first once something was typed; paying doesn't ask", async () => {
    const { page } = payer;
    const asked: string[] = [];
    let answer: "accept" | "dismiss" = "dismiss";
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog[answer]();
    });
    await payer.review(1);
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await payer.person.arrive("Make a Payment", "from the review");
    expect(asked).toEqual([]);
    await payer.proceed();
    await payer.showCardholder();
    await page.getByLabel("City").fill("Scarborough");
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await expect.poll(() => asked).toHaveLength(1);
    expect(new URL(page.url()).pathname).toBe("/invoices/payment-summary");
    expect(await page.getByLabel("City").inputValue()).toBe("Scarborough");
    answer = "accept";
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await payer.person.arrive("Make a Payment", "from the review");
    const unsaved = "You have unsaved changes. Are you sure you want to navigate away from this page?";
    expect(asked).toEqual([unsaved, unsaved]);
    await payer.proceed();
    await payer.payNow();
    expect(asked).toHaveLength(2);
  });
});
