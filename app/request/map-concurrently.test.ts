import { setTimeout } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { timeouts } from "#shared/limits.ts";
import { mapConcurrently } from "./map-concurrently.ts";

it("works on eight at a time, and keeps the order of the items", async () => {
  let running = 0;
  let most = 0;
  const items = Array.from({ length: 20 }, (_, index) => index);
  const doubled = await mapConcurrently(items, async (item) => {
    most = Math.max(most, (running += 1));
    await setTimeout(20 - item);
    running -= 1;
    return item * 2;
  });
  expect(most).toBe(8);
  expect(doubled).toEqual(items.map((item) => item * 2));
});

it("begins no more after the time of one call", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const late = async (item: number) => {
    clock.mockReturnValue(timeouts.optionalCallMs + 1);
    return Promise.resolve(item);
  };
  const results = await mapConcurrently([1, 2, 3], late).finally(() => clock.mockRestore());
  expect(results).toEqual([1, undefined, undefined]);
});

it("begins all without a limit, however long they take", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const late = async (item: number) => {
    clock.mockReturnValue(timeouts.optionalCallMs + 1);
    return Promise.resolve(item);
  };
  const results = await mapConcurrently([1, 2, 3], late, Infinity).finally(() => clock.mockRestore());
  expect(results).toEqual([1, 2, 3]);
});
