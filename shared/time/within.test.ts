import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { valueWithin } from "./within.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("returns the result if it comes in time, and undefined if it doesn't", async () => {
  expect(await valueWithin(100, Promise.resolve("done"))).toBe("done");
  const late = valueWithin(100, new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(100);
  expect(await late).toBeUndefined();
});

it("leaves no timer behind", async () => {
  await valueWithin(100, Promise.resolve("done"));
  await expect(valueWithin(100, Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(vi.getTimerCount()).toBe(0);
});
