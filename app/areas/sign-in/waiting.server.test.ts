import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { routeArgs } from "#server/testing/route-args.ts";
import type { Arrival } from "./arrival.server.ts";
import { collect, findWaiting, holdForWait, takeHandedOver, valueWithin } from "./waiting.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const browser = async () => (await routeArgs({ request: "/login/wait" })).context;
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

it("lets one caller collect a sign-in", async () => {
  const work = never();
  const one = await browser();
  const { handle } = one.session;
  holdForWait(one, work);
  expect(findWaiting(handle)).toBe(work);
  expect([collect(handle, work), collect(handle, work)]).toEqual([true, false]);
  expect(findWaiting(handle)).toBeUndefined();
});

it("does not collect one that a newer sign-in has replaced", async () => {
  const [older, newer] = [never(), never()];
  const one = await browser();
  const { handle } = one.session;
  holdForWait(one, older);
  holdForWait(one, newer);
  expect(collect(handle, older)).toBe(false);
  expect(findWaiting(handle)).toBe(newer);
  collect(handle, newer);
});

it("forgets what nobody collects", async () => {
  const one = await browser();
  holdForWait(one, never());
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(findWaiting(one.session.handle)).toBeUndefined();
});

it("leaves who has arrived unasked to whichever instance is asked next, once", async () => {
  const one = await browser();
  const arrival = { outcome: { ok: true, purpose: "sign-in" }, accounts: [] } as unknown as Arrival;
  holdForWait(one, Promise.resolve(arrival));
  await vi.advanceTimersByTimeAsync(10);
  expect(findWaiting(one.session.handle)).toBeUndefined();
  expect(await Promise.all([takeHandedOver(one), takeHandedOver(one)])).toEqual([arrival, undefined]);
  expect(await takeHandedOver(one)).toBeUndefined();
});

it("stores nothing of who was not let in", async () => {
  const one = await browser();
  const arrival = { outcome: { ok: false, purpose: "sign-in" }, accounts: [] } as unknown as Arrival;
  holdForWait(one, Promise.resolve(arrival));
  await vi.advanceTimersByTimeAsync(10);
  expect(await takeHandedOver(one)).toBeUndefined();
  expect(await findWaiting(one.session.handle)).toBe(arrival);
});
