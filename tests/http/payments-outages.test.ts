import { createClient } from "@redis/client";
import { afterAll, describe, expect, it } from "vitest";
import { redisAvailable } from "#server/session/testing/redis-server.ts";
import { failingRedis } from "../support/failing-store.ts";
import {
  ledgerCalls,
  ledgerOf,
  Payment,
  paymentPaths,
  startPaying,
  thanks,
  unpaid,
} from "../support/payment-pages.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { headingOf, textOf, type Visitor } from "../support/visitor.ts";
import { world } from "../support/world.ts";

/** Longer than a command of the store may take. */
const OUTAGE_MS = 1_500;
const isComplete = ({ path }: { readonly path: string }) => path.endsWith("CompletePaymentTransaction");
const patient = { timeout: 30_000, interval: 200 };

describe.runIf(redisAvailable)("a payment whose return meets an outage of the session store", async () => {
  const store = redisAvailable ? await failingRedis() : undefined!;
  startPaying({ environment: { SESSION_STORE: store?.address ?? "" } });
  afterAll(() => store.close());

  const emptyStore = async () => {
    const redis = await createClient({ url: store.direct }).connect();
    await redis.flushAll();
    redis.destroy();
  };

  /** The result page, as someone sees it who loads it until it ends. */
  const resultText = (visitor: Visitor) => async () => {
    const page = await visitor.get(paymentPaths.succeeded);
    const next = page.$("main a:contains('Check')").attr("href");
    return textOf(next ? await visitor.open(next) : page);
  };

  it.each(["before the claim", "claim's answer lost", "after the claim"] as const)(
    "%s: it is completed once, and the payer gets the receipt",
    async (moment) => {
      const visitor = await signedIn(world, "anna", "1001");
      const numbers = unpaid(1);
      const theirs = new Payment(visitor);
      const back = await theirs.atCardProvider(await theirs.begin(numbers), "paid");
      store.fail(moment, OUTAGE_MS);
      await visitor.get(back);
      await expect.poll(resultText(visitor), patient).toContain(thanks);
      expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
    },
  );

  it("when the API's answer comes: its receipt is kept", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const numbers = unpaid(1);
    const theirs = new Payment(visitor);
    const back = await theirs.atCardProvider(await theirs.begin(numbers), "paid");
    const failing = async () => void store.fail("at once", OUTAGE_MS);
    await world.api.scripted(
      (call) => (isComplete(call) ? failing() : undefined),
      () => visitor.get(back),
    );
    await expect.poll(resultText(visitor), patient).toContain(thanks);
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
  });

  it("while a refused token is being renewed: the refusal had no effect, and the return is sent again", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const numbers = unpaid(1);
    const theirs = new Payment(visitor);
    const back = await theirs.atCardProvider(await theirs.begin(numbers), "paid");
    let refused = 0;
    await world.api.scripted(
      (call) => {
        if (!isComplete(call) || refused > 0) return undefined;
        refused += 1;
        store.fail("at once", OUTAGE_MS);
        return { status: 401 };
      },
      async () => {
        await visitor.get(back);
        await expect.poll(resultText(visitor), patient).toContain(thanks);
      },
    );
    expect(refused).toBe(1);
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
  });

  it("while it waits for a colleague's: both are completed once, and both payers get their receipts", async () => {
    const [first, second] = [await signedIn(world, "anna", "1001"), await signedIn(world, "anna", "1001")];
    const numbers = unpaid(2);
    const backs: string[] = [];
    for (const [index, visitor] of [first, second].entries()) {
      const theirs = new Payment(visitor);
      backs.push(await theirs.atCardProvider(await theirs.begin([numbers[index]!]), "paid"));
    }
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    let completes = 0;
    await world.api.scripted(
      (call) => (isComplete(call) && (completes += 1) === 1 ? held : undefined),
      async () => {
        const slow = first.get(backs[0]!);
        await expect.poll(() => completes).toBe(1);
        await Promise.all([slow, second.get(backs[1]!)]);
        store.fail("at once", OUTAGE_MS);
        answer();
        for (const visitor of [first, second])
          await expect.poll(resultText(visitor), patient).toContain(thanks);
      },
    );
    for (const number of numbers)
      expect(ledgerCalls(await ledgerOf(world, [number]))).toEqual(["Begin started", "Complete paid"]);
  });

  it("which has lost everything: the receipt is enough", async () => {
    const numbers = unpaid(1);
    const payer = new Payment(await signedIn(world, "anna", "1001"));
    const back = await payer.atCardProvider(await payer.begin(numbers), "paid");
    await emptyStore();
    const visitor = await signedIn(world, "anna", "1001");
    const page = await visitor.open(back);
    expect(textOf(page)).toContain(thanks);
    expect(cardText(page, "Receipt")).not.toContain("Invoice");
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
  });

  it("which has lost everything, with another account chosen: it's sent after the switch", async () => {
    const numbers = unpaid(1);
    const payer = new Payment(await signedIn(world, "anna", "1001"));
    const back = await payer.atCardProvider(await payer.begin(numbers), "paid");
    await emptyStore();
    const visitor = await signedIn(world, "anna", "1002");
    expect(textOf(await visitor.open(back))).toContain("We couldn't find this payment under");
    await visitor.post("/switch-account", { account: "1001" });
    expect(textOf(await visitor.open(paymentPaths.succeeded))).toContain(thanks);
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
  });

  it("and whose receipt is for another amount: the log names the payment, and never the crypt", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const theirs = new Payment(visitor);
    const back = await theirs.atCardProvider(await theirs.begin(unpaid(1)), "paid");
    const receipt = {
      txAuthNo: "8604856",
      vendorTxCode: "DEMARC-17",
      amount: 0.01,
      paymentDate: "2026-11-26",
    };
    const page = await world.api.answering(isComplete, { body: JSON.stringify(receipt) }, () =>
      visitor.open(back),
    );
    expect(headingOf(page)).toBe("We're checking your payment");
    const { paymentId, crypt } = Object.fromEntries(new URL(back, world.portal.url).searchParams);
    const lines = () => world.portal.log.filter((line) => line["paymentId"] === paymentId);
    await expect.poll(() => lines().length).toBeGreaterThan(0);
    expect(lines()).toMatchObject([
      {
        level: "error",
        msg: "nobody knows what became of a payment",
        err: {
          message:
            "The receipt DEMARC-17, authorised as 8604856, doesn't match any payment that was started.",
        },
      },
    ]);
    expect(JSON.stringify(world.portal.log)).not.toContain(crypt);
  });
});
