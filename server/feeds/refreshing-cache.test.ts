import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RefreshingCache } from "./refreshing-cache.ts";

const minute = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A cache whose source answers only when the test says so. */
function startCache(firstLoadTimeoutMs = 10_000) {
  let pendingLoads: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const failures: unknown[] = [];
  let loads = 0;
  const cache = new RefreshingCache<string>(
    () => {
      loads += 1;
      return new Promise((resolve, reject) => pendingLoads.push({ resolve, reject }));
    },
    { onFailure: (error) => failures.push(error), firstLoadTimeoutMs },
  );
  const settle = async (settleLoad: (load: (typeof pendingLoads)[number]) => void) => {
    pendingLoads.forEach(settleLoad);
    pendingLoads = [];
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    cache,
    failures,
    loads: () => loads,
    advance: (ms: number) => void vi.advanceTimersByTime(ms),
    answer: (value: string) => settle((load) => load.resolve(value)),
    fail: () => settle((load) => load.reject(new Error("down"))),
  };
}

it("loads once for all calls at the same time", async () => {
  const { cache, answer, loads } = startCache();
  const results = [cache.get(), cache.get(), cache.get()];
  await answer("one");
  expect(await Promise.all(results)).toEqual(["one", "one", "one"]);
  expect(loads()).toBe(1);
});

it("is fresh for 10 minutes, then serves the stale copy while one attempt refreshes it", async () => {
  const { cache, answer, loads, advance } = startCache();
  const first = cache.get();
  await answer("one");
  await first;
  advance(10 * minute - 1);
  expect(await cache.get()).toBe("one");
  expect(loads()).toBe(1);
  advance(1);
  expect(await Promise.all([cache.get(), cache.get()])).toEqual(["one", "one"]);
  expect(loads()).toBe(2);
  await answer("two");
  expect(await cache.get()).toBe("two");
});

it("is refreshed after 10 minutes even if the clock was set back an hour", async () => {
  const { cache, answer, loads, advance } = startCache();
  const first = cache.get();
  await answer("one");
  await first;
  vi.setSystemTime(Date.now() - 60 * minute);
  advance(10 * minute);
  await cache.get();
  expect(loads()).toBe(2);
});

it("keeps the stale copy when a refresh fails, and tries again after 30 seconds", async () => {
  const { cache, answer, fail, failures, loads, advance } = startCache();
  const first = cache.get();
  await answer("one");
  await first;
  advance(10 * minute);
  expect(await cache.get()).toBe("one");
  await fail();
  expect(failures).toHaveLength(1);
  advance(29_999);
  expect(await cache.get()).toBe("one");
  expect(loads()).toBe(2);
  advance(1);
  await cache.get();
  expect(loads()).toBe(3);
});

it("rejects immediately after a failed first load, and loads again in the background", async () => {
  const { cache, answer, fail, loads, advance } = startCache();
  const first = cache.get();
  void fail();
  await expect(first).rejects.toThrow("down");
  await expect(cache.get()).rejects.toThrow("down");
  expect(loads()).toBe(1);
  advance(30_000);
  // The second load isn't answered yet, but the caller doesn't wait for it.
  await expect(cache.get()).rejects.toThrow("down");
  expect(loads()).toBe(2);
  await answer("one");
  expect(await cache.get()).toBe("one");
});

it("rejects after the time limit if the first load doesn't answer", async () => {
  const { cache, answer } = startCache(1);
  await expect(cache.get()).rejects.toThrow("no response in time");
  await answer("one");
  expect(await cache.get()).toBe("one");
});
