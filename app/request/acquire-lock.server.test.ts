import { describe, expect, it, vi } from "vitest";
import type { Records } from "#server/session/records.ts";
import {
  gate,
  here,
  newName,
  openTwoInstances,
  pace,
  there,
  withWriteCount,
} from "#server/session/testing/two-instances.ts";
import { runExclusively } from "./testing/run-once.ts";

openTwoInstances();

describe("acquireLock", () => {
  it("runs one caller's work at a time over two instances, even after work that failed", async () => {
    const name = newName();
    let working = 0;
    const recordParallel = vi.fn();
    const work = async (index: number) => {
      recordParallel((working += 1));
      await Promise.resolve();
      working -= 1;
      if (index === 2) throw new Error("failed");
      return index;
    };
    const runs = Array.from({ length: 8 }, (_, index) =>
      runExclusively(index % 2 ? here : there, name, () => work(index), pace),
    );
    const ends = await Promise.allSettled(runs);
    expect(ends.map((end) => (end.status === "fulfilled" ? end.value : "failed"))).toEqual([
      0,
      1,
      "failed",
      3,
      4,
      5,
      6,
      7,
    ]);
    expect(Math.max(...recordParallel.mock.calls.flat())).toBe(1);
  });

  /** A holder of the lock that sends no heartbeats, as if its process were suspended; `open` ends its work. */
  async function stalled(name: string) {
    const { open, passed } = gate();
    const begun = gate();
    const work = () => (begun.open(), passed);
    const ended = runExclusively(here, name, work, { ...pace, beatMs: 60_000 });
    await begun.passed;
    return { open, ended };
  }

  it("gives the lock of a dead holder to one waiting caller at a time", async () => {
    const name = newName();
    await stalled(name);
    let working = 0;
    const recordParallel = vi.fn();
    const work = async () => {
      recordParallel((working += 1));
      await new Promise((resolve) => setTimeout(resolve, pace.pollMs * 4));
      working -= 1;
    };
    await Promise.all([here, there, here, there].map((records) => runExclusively(records, name, work, pace)));
    expect([recordParallel.mock.calls.length, Math.max(...recordParallel.mock.calls.flat())]).toEqual([4, 1]);
  });

  it("notices a dead holder over many tries that are shorter than deadMs", async () => {
    const name = newName();
    await stalled(name);
    const waiting = () => ({ ...pace, signal: AbortSignal.timeout(pace.deadMs / 2) });
    const tryOnce = () => runExclusively(there, name, async () => "ours", waiting()).catch(() => "not yet");
    await expect.poll(tryOnce, { timeout: 20 * pace.deadMs }).toBe("ours");
  });

  it("tells a holder whose heartbeats stopped that another caller has the lock", async () => {
    const name = newName();
    const { open, passed } = gate();
    const held: boolean[] = [];
    const work = async (isHeld: () => boolean) => {
      held.push(isHeld());
      await passed;
      held.push(isHeld());
    };
    const first = runExclusively(here, name, work, { ...pace, beatMs: 60_000 });
    await runExclusively(there, name, async () => open(), pace);
    await first;
    expect(held).toEqual([true, false]);
  });

  it("doesn't release the lock of another caller when a suspended holder ends", async () => {
    const name = newName();
    const first = await stalled(name);
    const { open, passed } = gate();
    const begun = gate();
    const { records, beatsBeyondDeadMs } = withWriteCount(there);
    const second = runExclusively(records, name, () => (begun.open(), passed), pace);
    await begun.passed;
    first.open();
    await first.ended;
    const work = vi.fn(async () => "third");
    const third = runExclusively(here, name, work, pace);
    await beatsBeyondDeadMs();
    expect(work).not.toHaveBeenCalled();
    open();
    expect(await Promise.all([second, third])).toEqual([undefined, "third"]);
  });

  it("returns the work's result even if the store has become unavailable", async () => {
    let isGone = false;
    const fail = () => Promise.reject(new Error("gone"));
    const gone: Records = {
      ...here,
      change: (...args) => (isGone ? fail() : here.change(...args)),
    };
    expect(await runExclusively(gone, newName(), async () => (isGone = true), pace)).toBe(true);
  });

  it("throws when the signal aborts the wait", async () => {
    const name = newName();
    await stalled(name);
    const waiting = runExclusively(there, name, async () => 1, { ...pace, signal: AbortSignal.timeout(20) });
    await expect(waiting).rejects.toThrow(/abort/);
  });
});
