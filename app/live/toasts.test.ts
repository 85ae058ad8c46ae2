import { expect, test } from "vitest";
import {
  nextExpiry,
  noToasts,
  TOAST_LIFETIME_MS,
  toastsReducer,
  type ToastAction,
  type Toasts,
} from "./toasts.ts";

const run = (...actions: ToastAction[]): Toasts => actions.reduce(toastsReducer, noToasts);
const add = (id: string, now: number): ToastAction => ({
  type: "add",
  event: { kind: "LineFaultCheck", id },
  now,
});
const ids = ({ shown }: Toasts) => shown.map((toast) => toast.event.id);

test("a toast expires after 60 seconds", () => {
  expect(TOAST_LIFETIME_MS).toBe(60_000);
  const state = run(add("1", 0), add("2", 10_000));
  expect(nextExpiry(state, 1_000)).toBe(59_000);
  expect(ids(toastsReducer(state, { type: "expire", now: 59_999 }))).toEqual(["1", "2"]);
  expect(ids(toastsReducer(state, { type: "expire", now: 60_000 }))).toEqual(["2"]);
});

test("no toast expires during a pause, not even one that is added during it", () => {
  const paused = run(
    add("1", 0),
    { type: "pause", now: 50_000 },
    { type: "pause", now: 60_000 },
    add("2", 70_000),
  );
  expect(nextExpiry(paused, 90_000)).toBeUndefined();
  expect(ids(toastsReducer(paused, { type: "expire", now: 500_000 }))).toEqual(["1", "2"]);
  const resumed = toastsReducer(paused, { type: "resume", now: 100_000 });
  expect(nextExpiry(resumed, 100_000)).toBe(10_000);
  expect(ids(toastsReducer(resumed, { type: "expire", now: 110_000 }))).toEqual(["2"]);
  expect(ids(toastsReducer(resumed, { type: "expire", now: 160_000 }))).toEqual([]);
});

test("a second pause returns the same state, so that nothing is rendered again", () => {
  const paused = run(add("1", 0), { type: "pause", now: 1 });
  expect(toastsReducer(paused, { type: "pause", now: 2 })).toBe(paused);
});

test("a repeated event moves its toast to the end and restarts its time", () => {
  const state = run(add("1", 0), add("2", 1), add("1", 30_000));
  expect(ids(state)).toEqual(["2", "1"]);
  expect(nextExpiry(state, 30_000)).toBe(30_001);
});

test("only the last four toasts are shown", () => {
  expect(ids(run(...["1", "2", "3", "4", "5"].map((id) => add(id, 0))))).toEqual(["2", "3", "4", "5"]);
});

test("dismissing removes a toast and ends the pause", () => {
  const state = run(
    add("1", 0),
    add("2", 0),
    { type: "pause", now: 10 },
    {
      type: "dismiss",
      id: "LineFaultCheck:1",
      now: 20,
    },
  );
  expect(ids(state)).toEqual(["2"]);
  expect(nextExpiry(state, 20)).toBe(59_990);
});
