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
  news: { kind: "LineFaultCheck", id },
  now,
});
const ids = ({ shown }: Toasts) => shown.map((toast) => toast.news.id);

test("a toast leaves after 60 seconds and not before", () => {
  expect(TOAST_LIFETIME_MS).toBe(60_000);
  const state = run(add("1", 0), add("2", 10_000));
  expect(nextExpiry(state, 1_000)).toBe(59_000);
  expect(ids(toastsReducer(state, { type: "expire", now: 59_999 }))).toEqual(["1", "2"]);
  expect(ids(toastsReducer(state, { type: "expire", now: 60_000 }))).toEqual(["2"]);
});

test("time stands still while held, also for one that comes meanwhile", () => {
  const held = run(
    add("1", 0),
    { type: "hold", now: 50_000 },
    { type: "hold", now: 60_000 },
    add("2", 70_000),
  );
  expect(nextExpiry(held, 90_000)).toBeUndefined();
  expect(ids(toastsReducer(held, { type: "expire", now: 500_000 }))).toEqual(["1", "2"]);
  const released = toastsReducer(held, { type: "release", now: 100_000 });
  expect(nextExpiry(released, 100_000)).toBe(10_000);
  expect(ids(toastsReducer(released, { type: "expire", now: 110_000 }))).toEqual(["2"]);
  expect(ids(toastsReducer(released, { type: "expire", now: 160_000 }))).toEqual([]);
});

test("moving about while held changes nothing, so that nothing is drawn again", () => {
  const held = run(add("1", 0), { type: "hold", now: 1 });
  expect(toastsReducer(held, { type: "hold", now: 2 })).toBe(held);
});

test("the same event twice is one toast, with its time anew", () => {
  const state = run(add("1", 0), add("2", 1), add("1", 30_000));
  expect(ids(state)).toEqual(["2", "1"]);
  expect(nextExpiry(state, 30_000)).toBe(30_001);
});

test("only the last four are shown", () => {
  expect(ids(run(...["1", "2", "3", "4", "5"].map((id) => add(id, 0))))).toEqual(["2", "3", "4", "5"]);
});

test("dismissing takes one away and lets time go on", () => {
  const state = run(
    add("1", 0),
    add("2", 0),
    { type: "hold", now: 10 },
    {
      type: "dismiss",
      id: "LineFaultCheck:1",
      now: 20,
    },
  );
  expect(ids(state)).toEqual(["2"]);
  expect(nextExpiry(state, 20)).toBe(59_990);
});
