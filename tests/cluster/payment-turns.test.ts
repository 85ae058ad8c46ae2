import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redisAvailable } from "#server/session/testing/redis-server.ts";
import { askInstance, signInCarla, startCluster, type Cluster } from "./cluster.ts";
import { ledgerCalls, ledgerOf, Payment, thanks, unpaidInvoices } from "../support/payment-pages.ts";
import { textOf } from "../support/visitor.ts";

describe.runIf(redisAvailable)("a return that waits for a colleague's when its instance", () => {
  let cluster: Cluster;
  let unpaid: (count: number) => string[];
  beforeAll(async () => {
    cluster = await startCluster();
    unpaid = unpaidInvoices(cluster, "1003");
  });
  afterAll(() => cluster.close());

  /** Without the first press, which asks to confirm the postcode. */
  const callsFor = async (numbers: readonly string[]) =>
    ledgerCalls(await ledgerOf(cluster, numbers)).filter((call) => call !== "Begin refused");

  it.each(["stops", "is killed"] as const)(
    "%s was never sent, and another instance sends it",
    async (end) => {
      const numbers = unpaid(2);
      const payers = await Promise.all(
        numbers.map(async (number) => {
          const visitor = await signInCarla(cluster);
          const theirs = new Payment(visitor, "1003");
          const review = await theirs.begin([number]);
          return { visitor, back: await theirs.atCardProvider(await theirs.payNow(review), "paid") };
        }),
      );
      const [first, second] = payers as [(typeof payers)[0], (typeof payers)[0]];
      const path = "/api/Payment/CompletePaymentTransaction";
      cluster.provider.faults.add({ kind: "slow", path, delayMs: 8_000, calls: 1 });
      await askInstance(cluster, 1, first.back, first.visitor);
      await askInstance(cluster, 0, second.back, second.visitor);
      if (end === "stops") await cluster.portals[0]!.stop();
      else cluster.portals[0]!.kill();
      await cluster.portals[0]!.ended();
      expect(await callsFor(numbers)).toEqual(["Begin started", "Begin started"]);
      await cluster.restart(0);
      for (const { visitor, back } of payers) {
        const page = async () => textOf(await visitor.open(back));
        await expect.poll(page, { timeout: 40_000, interval: 500 }).toContain(thanks);
      }
      for (const number of numbers)
        expect(await callsFor([number])).toEqual(["Begin started", "Complete paid"]);
    },
  );
});
