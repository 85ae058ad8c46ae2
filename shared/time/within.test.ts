import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { valueWithin, within } from "./within.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("returns the result if it comes in time, and undefined if it doesn't", async () => {
  expect(await valueWithin(100, Promise.resolve("done"))).toBe("done");
  const late = valueWithin(100, new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(100);
  expect(await late).toBeUndefined();
});

it("gives up with its caller, for the caller's reason, and then listens to it no more", async () => {
  const caller = new AbortController();
  const removed = vi.spyOn(caller.signal, "removeEventListener");
  let signal: AbortSignal | undefined;
  const given = within({ ms: 100, signal: caller.signal }, (own) => {
    signal = own;
    return new Promise(() => {});
  });
  caller.abort(new Error("gone"));
  await expect(given).rejects.toThrow("gone");
  expect(signal?.reason).toEqual(new Error("gone"));
  expect(removed).toHaveBeenCalledOnce();
});

it("leaves no timer behind", async () => {
  await valueWithin(100, Promise.resolve("done"));
  await expect(valueWithin(100, Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(vi.getTimerCount()).toBe(0);
});
