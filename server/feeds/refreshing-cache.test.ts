import { expect, it } from "vitest";
import { RefreshingCache } from "./refreshing-cache.ts";

const minute = 60_000;

/** A source that answers only when told to, under a clock that moves only when told to. */
function scripted(firstLoadTimeoutMs = 10_000) {
  let time = 0;
  let waiting: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const failures: unknown[] = [];
  let loads = 0;
  const cache = new RefreshingCache<string>(
    () => {
      loads += 1;
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    { now: () => new Date(time), onFailure: (error) => failures.push(error), firstLoadTimeoutMs },
  );
  const settle = async (how: (one: (typeof waiting)[number]) => void) => {
    waiting.forEach(how);
    waiting = [];
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    cache,
    failures,
    loads: () => loads,
    pass: (ms: number) => void (time += ms),
    answer: (value: string) => settle((one) => one.resolve(value)),
    fail: () => settle((one) => one.reject(new Error("down"))),
  };
}

it("asks once for all who ask at the same time", async () => {
  const { cache, answer, loads } = scripted();
  const asked = [cache.get(), cache.get(), cache.get()];
  await answer("one");
  expect(await Promise.all(asked)).toEqual(["one", "one", "one"]);
  expect(loads()).toBe(1);
});

it("is fresh for 10 minutes, then serves the stale copy while one attempt refreshes it", async () => {
  const { cache, answer, loads, pass } = scripted();
  const first = cache.get();
  await answer("one");
  await first;
  pass(10 * minute - 1);
  expect(await cache.get()).toBe("one");
  expect(loads()).toBe(1);
  pass(1);
  expect(await Promise.all([cache.get(), cache.get()])).toEqual(["one", "one"]);
  expect(loads()).toBe(2);
  await answer("two");
  expect(await cache.get()).toBe("two");
});

it("keeps the stale copy when a refresh fails, and tries again after 30 seconds", async () => {
  const { cache, answer, fail, failures, loads, pass } = scripted();
  const first = cache.get();
  await answer("one");
  await first;
  pass(10 * minute);
  expect(await cache.get()).toBe("one");
  await fail();
  expect(failures).toHaveLength(1);
  pass(29_999);
  expect(await cache.get()).toBe("one");
  expect(loads()).toBe(2);
  pass(1);
  await cache.get();
  expect(loads()).toBe(3);
});

it("after the first failure answers at once, and recovers behind the callers' backs", async () => {
  const { cache, answer, fail, loads, pass } = scripted();
  const first = cache.get();
  void fail();
  await expect(first).rejects.toThrow("down");
  await expect(cache.get()).rejects.toThrow("down");
  expect(loads()).toBe(1);
  pass(30_000);
  // This attempt is under way and unanswered: nobody waits for it.
  await expect(cache.get()).rejects.toThrow("down");
  expect(loads()).toBe(2);
  await answer("one");
  expect(await cache.get()).toBe("one");
});

it("does not hold its callers when the first attempt does not answer", async () => {
  const { cache, answer } = scripted(1);
  await expect(cache.get()).rejects.toThrow("no answer in time");
  await answer("one");
  expect(await cache.get()).toBe("one");
});
