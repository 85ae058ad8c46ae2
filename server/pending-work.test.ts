import { expect, it } from "vitest";
import { createPendingWork } from "./pending-work.ts";

function pendingWork() {
  const told: string[] = [];
  const log = { warn: (line: { work: string }, text: string) => told.push(`${text}: ${line.work}`) };
  const countBackground = (work: string, outcome: string) => void told.push(`${work} ${outcome}`);
  return { told, ...createPendingWork(log as never, { countBackground }) };
}

it("is waited for, along with what it begins at its end", async () => {
  const { told, inBackground, names, settled } = pendingWork();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  inBackground("first", async () => {
    await first.promise;
    inBackground("second", () => second.promise);
  });
  const all = settled(60_000);
  expect(names()).toEqual(["first"]);
  first.resolve();
  await expect.poll(names).toEqual(["second"]);
  second.resolve();
  await all;
  expect([names(), told]).toEqual([[], ["first done", "second done"]]);
});

it("is waited for no longer than it may take", async () => {
  const { inBackground, names, settled } = pendingWork();
  inBackground("endless", () => new Promise(() => {}));
  await settled(20);
  await settled(-1);
  expect(names()).toEqual(["endless"]);
});

it("is counted and logged where it fails, and ends nobody else's work", async () => {
  const { told, add, inBackground, names, settled } = pendingWork();
  inBackground("failing", () => Promise.reject(new Error("no")));
  inBackground("throwing", () => {
    throw new Error("no");
  });
  await expect(add("GET", Promise.reject(new Error("heard")))).rejects.toThrow("heard");
  await settled(1_000);
  expect(names()).toEqual([]);
  expect(told.sort()).toEqual([
    "failing failed",
    "throwing failed",
    "work in the background failed: failing",
    "work in the background failed: throwing",
  ]);
});
