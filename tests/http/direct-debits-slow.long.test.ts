import { expect, it } from "vitest";
import { timeouts } from "#shared/limits.ts";
import { startWithAnna } from "../support/anna.ts";
import { badNumbers, newPages, sample, startDirectDebits, summaryOf } from "../support/direct-debit-pages.ts";
import { world } from "../support/world.ts";

startWithAnna();
startDirectDebits();

it("Proceed waits longer for the bank check than other parts of pages, so that wrong numbers don't pass", async () => {
  const pages = await newPages();
  const details = await pages.begin();
  world.provider.faults.add({ kind: "slow", path: "/bank-check", delayMs: timeouts.optionalCallMs + 500 });
  const page = await pages.send(details, { ...sample, ...badNumbers });
  expect(page.status).toBe(400);
  expect(summaryOf(page)).toContain("did not pass our external checks");
});
