import fc from "fast-check";
import { expect, test } from "vitest";
import { hubTiming, retryDelay } from "./hub-connection.ts";

test("delays double up to the cap, half of each is chance", () => {
  const shortest = Array.from({ length: 8 }, (_, attempts) => retryDelay(attempts, hubTiming, () => 0));
  expect(shortest).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(retryDelay(0, hubTiming, () => 1)).toBe(500);
});

test("however often it failed, the delay is a time that can be waited for", () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
      const delay = retryDelay(attempts, hubTiming, () => chance);
      return delay >= hubTiming.firstRetryMs / 2 && delay <= hubTiming.longestRetryMs;
    }),
  );
});
