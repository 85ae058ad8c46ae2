import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { routeArgs } from "#server/testing/route-args.ts";
import {
  claimSignIn,
  findPending,
  keepForPolling,
  takeStoredSignIn,
  type SignInResult,
} from "./waiting.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const newContext = async () => (await routeArgs({ request: "/login/wait" })).context;
const never = () => new Promise<SignInResult>(() => {});

it("lets exactly one caller collect a sign-in", async () => {
  const work = never();
  const context = await newContext();
  const { handle } = context.session;
  keepForPolling(context, work);
  expect(findPending(handle)).toBe(work);
  expect([claimSignIn(handle, work), claimSignIn(handle, work)]).toEqual([true, false]);
  expect(findPending(handle)).toBeUndefined();
});

it("doesn't collect a sign-in that a newer one has replaced", async () => {
  const [older, newer] = [never(), never()];
  const context = await newContext();
  const { handle } = context.session;
  keepForPolling(context, older);
  keepForPolling(context, newer);
  expect(claimSignIn(handle, older)).toBe(false);
  expect(findPending(handle)).toBe(newer);
  claimSignIn(handle, newer);
});

it("discards a sign-in that nobody collects", async () => {
  const context = await newContext();
  keepForPolling(context, never());
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(findPending(context.session.handle)).toBeUndefined();
});

it("stores a finished sign-in that no poll waits for, so that any instance can collect it once", async () => {
  const context = await newContext();
  const result = { outcome: { ok: true, purpose: "sign-in" }, accounts: [] } as unknown as SignInResult;
  keepForPolling(context, Promise.resolve(result));
  await vi.advanceTimersByTimeAsync(10);
  expect(findPending(context.session.handle)).toBeUndefined();
  expect(await Promise.all([takeStoredSignIn(context), takeStoredSignIn(context)])).toEqual([
    result,
    undefined,
  ]);
  expect(await takeStoredSignIn(context)).toBeUndefined();
});

it("doesn't store a failed sign-in", async () => {
  const context = await newContext();
  const result = { outcome: { ok: false, purpose: "sign-in" }, accounts: [] } as unknown as SignInResult;
  keepForPolling(context, Promise.resolve(result));
  await vi.advanceTimersByTimeAsync(10);
  expect(await takeStoredSignIn(context)).toBeUndefined();
  expect(await findPending(context.session.handle)).toBe(result);
});
