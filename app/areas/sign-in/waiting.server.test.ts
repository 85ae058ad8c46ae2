import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Arrival } from "./arrival.server.ts";
import { collect, findWaiting, holdForWait, within } from "./waiting.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<Arrival>(() => {});

it("gives what comes in time, and nothing for what does not", async () => {
  expect(await within(Promise.resolve("done"), 100)).toBe("done");
  const late = within(never(), 100);
  await vi.advanceTimersByTimeAsync(100);
  expect(await late).toBeUndefined();
});

it("leaves no timer behind", async () => {
  await within(Promise.resolve("done"), 100);
  await expect(within(Promise.reject(new Error("no")), 100)).rejects.toThrow("no");
  expect(vi.getTimerCount()).toBe(0);
});

it("lets one caller collect a sign-in", () => {
  const work = never();
  holdForWait("one", work);
  expect(findWaiting("one")).toBe(work);
  expect([collect("one", work), collect("one", work)]).toEqual([true, false]);
  expect(findWaiting("one")).toBeUndefined();
});

it("does not collect one that a newer sign-in has replaced", () => {
  const [older, newer] = [never(), never()];
  holdForWait("one", older);
  holdForWait("one", newer);
  expect(collect("one", older)).toBe(false);
  expect(findWaiting("one")).toBe(newer);
  collect("one", newer);
});

it("forgets what nobody collects", async () => {
  holdForWait("one", never());
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(findWaiting("one")).toBeUndefined();
});
