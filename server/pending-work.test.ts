import { expect, it } from "vitest";
import { createPendingWork } from "./pending-work.ts";

function pendingWork() {
  const events: string[] = [];
  const log = { warn: (line: { work: string }, text: string) => events.push(`${text}: ${line.work}`) };
  const countBackground = (work: string, outcome: string) => void events.push(`${work} ${outcome}`);
  return { events, ...createPendingWork(log as never, { countBackground }) };
}

it("background work is waited for, together with the work that it starts at its end", async () => {
  const { events, inBackground, names, settled } = pendingWork();
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
  expect([names(), events]).toEqual([[], ["first done", "second done"]]);
});

it("background work is waited for no longer than the given time", async () => {
  const { inBackground, names, settled } = pendingWork();
  inBackground("endless", () => new Promise(() => {}));
  await settled(20);
  await settled(-1);
  expect(names()).toEqual(["endless"]);
});

it("background work is counted, and logged if it fails", async () => {
  const { events, add, inBackground, names, settled } = pendingWork();
  inBackground("failing", () => Promise.reject(new Error("no")));
  inBackground("throwing", () => {
    throw new Error("no");
  });
  await expect(add("GET", Promise.reject(new Error("handled by the caller")))).rejects.toThrow(
    "handled by the caller",
  );
  await settled(1_000);
  expect(names()).toEqual([]);
  expect(events.sort()).toEqual([
    "background work failed: failing",
    "background work failed: throwing",
    "failing failed",
    "throwing failed",
  ]);
});
