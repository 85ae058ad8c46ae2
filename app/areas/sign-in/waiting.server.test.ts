import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakePortal } from "#app/request/testing/route-args.ts";
import type { Arrival } from "./arrival.server.ts";
import { collect, findWaiting, holdForWait, takeHandedOver, valueWithin } from "./waiting.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A browser whose session, or visit, has this handle. */
function browser(handle: string) {
  const { context } = new FakePortal({ apiUrl: "" }).args("/login/wait");
  return { ...context, session: { ...context.session, handle } } as typeof context;
}
const never = () => new Promise<Arrival>(() => {});

it("gives what comes in time, and nothing for what does not", async () => {
  expect(await valueWithin(Promise.resolve("done"), 100)).toBe("done");
  const late = valueWithin(never(), 100);
  await vi.advanceTimersByTimeAsync(100);
  expect(await late).toBeUndefined();
});

it("leaves no timer behind", async () => {
  await valueWithin(Promise.resolve("done"), 100);
  await expect(valueWithin(Promise.reject(new Error("no")), 100)).rejects.toThrow("no");
  expect(vi.getTimerCount()).toBe(0);
});

it("lets one caller collect a sign-in", () => {
  const work = never();
  holdForWait(browser("one"), work);
  expect(findWaiting("one")).toBe(work);
  expect([collect("one", work), collect("one", work)]).toEqual([true, false]);
  expect(findWaiting("one")).toBeUndefined();
});

it("does not collect one that a newer sign-in has replaced", () => {
  const [older, newer] = [never(), never()];
  holdForWait(browser("one"), older);
  holdForWait(browser("one"), newer);
  expect(collect("one", older)).toBe(false);
  expect(findWaiting("one")).toBe(newer);
  collect("one", newer);
});

it("forgets what nobody collects", async () => {
  holdForWait(browser("one"), never());
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(findWaiting("one")).toBeUndefined();
});

it("leaves who has arrived unasked to whichever instance is asked next, once", async () => {
  const one = browser("one");
  const arrival = { outcome: { ok: true, purpose: "sign-in" }, accounts: [] } as unknown as Arrival;
  holdForWait(one, Promise.resolve(arrival));
  await vi.advanceTimersByTimeAsync(10);
  expect(findWaiting("one")).toBeUndefined();
  expect(await Promise.all([takeHandedOver(one), takeHandedOver(one)])).toEqual([arrival, undefined]);
  expect(await takeHandedOver(one)).toBeUndefined();
});

it("stores nothing of who was not let in", async () => {
  const one = browser("one");
  const arrival = { outcome: { ok: false, purpose: "sign-in" }, accounts: [] } as unknown as Arrival;
  holdForWait(one, Promise.resolve(arrival));
  await vi.advanceTimersByTimeAsync(10);
  expect(await takeHandedOver(one)).toBeUndefined();
  expect(await findWaiting("one")).toBe(arrival);
});
