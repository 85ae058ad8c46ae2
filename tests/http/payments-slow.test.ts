import { expect, it } from "vitest";
import { anna } from "../support/anna.ts";
import {
  ledgerCalls,
  ledgerOf,
  payment,
  paymentPaths,
  startPaying,
  thanks,
  unpaid,
} from "../support/payment-pages.ts";
import { cardText } from "../support/signed-in.ts";
import { headingOf, textOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startPaying();

const recording = "We're recording your payment…";
const refreshOf = ({ headers }: Page) => headers.get("refresh");

/** Runs `during`, and holds the API's answer to Complete back until `answer` is called. */
async function withSlowComplete<T>(during: (answer: () => void) => Promise<T>): Promise<T> {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  return world.api.answering("CompletePaymentTransaction", answered, () => during(answer));
}

it("while Complete is slow a page says so, in each tab and account, and then shows the receipt", async () => {
  const numbers = unpaid(1);
  const back = await payment.atCardProvider(await payment.begin(numbers), "paid");
  const page = await withSlowComplete(async (answer) => {
    const arrived = await Promise.all([anna.get(back), anna.get(back.replace("succeeded", "failed"))]);
    for (const { status, location } of arrived)
      expect([status, location]).toEqual([303, paymentPaths.succeeded]);
    const waiting = await anna.get(paymentPaths.succeeded);
    expect([waiting.status, headingOf(waiting)]).toEqual([200, "Payment result"]);
    expect(textOf(waiting)).toContain(recording);
    expect(waiting.text).not.toMatch(/crypt|@[0-9A-F]{32}/);
    expect(refreshOf(waiting)).toBe(`1; url=${paymentPaths.succeeded}`);
    expect(waiting.$(`main a[href='${paymentPaths.succeeded}']`).text()).toBe("Check now");
    expect(waiting.$("script").length).toBe(0);
    await anna.post("/switch-account", { account: "1002" });
    // This page waits, and we send it as soon as the API has answered.
    const next = anna.get(paymentPaths.succeeded);
    answer();
    return next;
  });
  const shown = await anna.follow(page);
  expect(textOf(shown)).toContain(thanks);
  expect(refreshOf(shown)).toBeNull();
  expect(cardText(shown, "Receipt")).toContain("Paid byHarbour & Pine Ltd");
  expect(textOf(await anna.open(paymentPaths.succeeded))).toContain(thanks);
  await anna.post("/switch-account", { account: "1001" });
  expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
});

it("a slow refusal leads to the page for failure, and the invoice stays selected", async () => {
  const numbers = unpaid(1);
  const back = await payment.atCardProvider(await payment.begin(numbers), "declined");
  const page = await withSlowComplete(async (answer) => {
    const waiting = await anna.get((await anna.get(back)).location ?? "");
    expect(textOf(waiting)).toContain(recording);
    answer();
    return anna.follow(waiting);
  });
  expect([headingOf(page), new URL(page.url).pathname]).toEqual(["Payment failed", paymentPaths.failed]);
  expect((await anna.get(paymentPaths.review)).status).toBe(200);
});

it("a return that comes while the API still has a made-up one for its payment is sent after that", async () => {
  const numbers = unpaid(1);
  const back = await payment.atCardProvider(await payment.begin(numbers), "paid");
  const page = await withSlowComplete(async (answer) => {
    const madeUp = await anna.get(back.replace(/crypt=[^&]*/, "crypt=@00"));
    const arrived = await anna.get(back);
    expect([madeUp.status, arrived.status]).toEqual([303, 303]);
    answer();
    return anna.follow(arrived);
  });
  const shown = async () => textOf(await anna.get(new URL(page.url).pathname));
  await expect.poll(shown).toContain(thanks);
  const calls = ledgerCalls(await ledgerOf(world, numbers));
  expect(calls).toEqual(["Begin started", "Complete unreadable", "Complete paid"]);
});

it("after a slow 409 the waiting page sends the return once more, then 'Check again' does", async () => {
  const back = await payment.atCardProvider(await payment.begin(unpaid(1)), "paid");
  let calls = 0;
  let answer = () => {};
  const answered = new Promise<{ status: number }>((resolve) => (answer = () => resolve({ status: 409 })));
  const page = await world.api.scripted(
    ({ path }) => {
      if (!path.endsWith("CompletePaymentTransaction")) return undefined;
      calls += 1;
      return answered;
    },
    async () => {
      const waiting = await anna.get((await anna.get(back)).location ?? "");
      expect(textOf(waiting)).toContain(recording);
      answer();
      return anna.follow(waiting);
    },
  );
  expect([headingOf(page), calls, refreshOf(page)]).toEqual(["We're checking your payment", 2, null]);
  const checkAgain = page.$("main a:contains('Check again')").attr("href") ?? "";
  const heard = await anna.open(checkAgain);
  expect(textOf(heard)).toContain(thanks);
  expect(cardText(heard, "Receipt")).toContain("Paid byHarbour & Pine Ltd");
});

it("what a slow 409 left untold, any other page of the payer tells in the background", async () => {
  const numbers = unpaid(1);
  const back = await payment.atCardProvider(await payment.begin(numbers), "paid");
  let answer = () => {};
  const answered = new Promise<{ status: number }>((resolve) => (answer = () => resolve({ status: 409 })));
  await world.api.answering("CompletePaymentTransaction", answered, async () => {
    expect(textOf(await anna.get((await anna.get(back)).location ?? ""))).toContain(recording);
    answer();
  });
  const afterAnotherPage = async () => {
    await anna.get("/invoices");
    return ledgerCalls(await ledgerOf(world, numbers));
  };
  await expect.poll(afterAnotherPage, { timeout: 10_000 }).toEqual(["Begin started", "Complete paid"]);
});
