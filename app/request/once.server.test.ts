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
import { PortalApiError } from "#shared/portal-api/errors.ts";
import { awaitOutcome, claimOnce, findOutcome } from "./once.server.ts";
import { runOnce } from "./testing/run-once.ts";

openTwoInstances();

const failed = (kind: PortalApiError["kind"], code?: string) =>
  new PortalApiError({
    kind,
    message: "failed",
    call: "POST x",
    cause: Object.assign(new Error(), { code }),
  });

/** Records of this instance whose next changes fail. */
function failingRecords() {
  let faults = 0;
  const change: Records["change"] = (...args) =>
    faults-- > 0 ? Promise.reject(new Error("busy")) : here.change(...args);
  return { busy: { ...here, change }, fail: (count: number) => void (faults = count) };
}

describe("claimOnce", () => {
  it("does the work of fifty callers on two instances once, and gives all of them its outcome", async () => {
    const name = newName();
    const work = vi.fn(async () => 42);
    const calls = Array.from({ length: 50 }, (_, index) =>
      runOnce(index % 2 ? here : there, name, work, pace),
    );
    expect(new Set((await Promise.all(calls)).map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set(['{"state":"known","value":42}']),
    );
    expect(work).toHaveBeenCalledOnce();
    expect(await findOutcome(there, name)).toEqual({ state: "known", value: 42 });
  });

  it("waits longer than deadMs for a caller that sends heartbeats", async () => {
    const name = newName();
    const { open, passed } = gate();
    const { records, beatsBeyondDeadMs } = withWriteCount(here);
    const first = runOnce(records, name, () => passed.then(() => "done"), pace);
    const second = runOnce(there, name, async () => "never", pace);
    await beatsBeyondDeadMs();
    expect(await findOutcome(there, name)).toBeUndefined();
    open();
    expect(await Promise.all([first, second])).toEqual(Array(2).fill({ state: "known", value: "done" }));
  });

  it("returns `unknown` after a caller died in the middle, and never repeats its work", async () => {
    const name = newName();
    await here.change(name, () => ({ state: "running", holder: "another caller", beat: 3 }));
    const work = vi.fn(async () => 1);
    expect(await runOnce(there, name, work, pace)).toEqual({ state: "unknown" });
    expect(await runOnce(here, name, work, pace)).toEqual({ state: "unknown" });
    expect(work).not.toHaveBeenCalled();
  });

  it("sends no heartbeat for a caller that never settles, so that nobody waits for it for ever", async () => {
    const name = newName();
    expect(await claimOnce(here, name, pace)).not.toHaveProperty("outcome.state");
    expect(await awaitOutcome(there, name, { ...pace, maxMs: 5_000 })).toEqual({ state: "unknown" });
  });

  it("releases the name if nothing was sent, so that a waiting caller does the work", async () => {
    const name = newName();
    const { open, passed } = gate();
    const down = passed.then(() => {
      throw failed("network", "ECONNREFUSED");
    });
    const first = runOnce(here, name, () => down, pace);
    await vi.waitFor(async () => expect(await here.find(name)).toMatchObject({ state: "running" }));
    const second = runOnce(there, name, async () => "mine", pace);
    open();
    await expect(first).rejects.toThrow("failed");
    expect(await second).toEqual({ state: "known", value: "mine" });
  });

  it.each(["failed", "timeout", "malformed", "network"] as const)("treats '%s' as unknown", async (kind) => {
    const name = newName();
    const error = failed(kind, kind === "network" ? "ECONNRESET" : undefined);
    const lost = () => Promise.reject(error);
    expect(await runOnce(here, name, lost, pace)).toEqual({ state: "unknown", error });
    expect(await awaitOutcome(there, name, pace)).toEqual({ state: "unknown" });
  });

  it("stores the outcome even if the store is busy for a moment", async () => {
    const name = newName();
    const { busy, fail } = failingRecords();
    const work = async () => (fail(2), 7);
    expect(await runOnce(busy, name, work, { ...pace, beatMs: 10_000 })).toEqual({
      state: "known",
      value: 7,
    });
    expect(await findOutcome(there, name)).toEqual({ state: "known", value: 7 });
  });

  it("returns the outcome to the caller that did the work even if the store has become unavailable", async () => {
    const { busy, fail } = failingRecords();
    const outcome = runOnce(busy, newName(), async () => (fail(Infinity), 7), { ...pace, keepMs: 50 });
    expect(await outcome).toEqual({ state: "known", value: 7 });
  });

  it("releases the name after a refusal even if the store is busy for a moment", async () => {
    const name = newName();
    const { busy, fail } = failingRecords();
    const refuse = () => (fail(2), Promise.reject(failed("rejected")));
    const refused = runOnce(busy, name, refuse, { ...pace, beatMs: 10_000 });
    await expect(refused).rejects.toThrow("failed");
    expect(await runOnce(there, name, async () => "mine", pace)).toEqual({ state: "known", value: "mine" });
  });

  it("recognises its own claim when the claim's answer was lost", async () => {
    const name = newName();
    let lost = 2;
    const change: Records["change"] = async (...args) => {
      const answer = await here.change(...args);
      if (lost-- > 0) throw new Error("no answer");
      return answer;
    };
    const work = vi.fn(async () => "sent");
    expect(await runOnce({ ...here, change }, name, work, pace)).toEqual({ state: "known", value: "sent" });
    expect(work).toHaveBeenCalledOnce();
    expect(await runOnce(there, name, work, pace)).toEqual({ state: "known", value: "sent" });
    expect(work).toHaveBeenCalledOnce();
  });

  it("takes no `unknown` of another caller back by a beat, but by its outcome", async () => {
    const name = newName();
    const { open, passed } = gate();
    const { records, beatsBeyondDeadMs } = withWriteCount(here);
    const first = runOnce(records, name, () => passed.then(() => "done"), pace);
    await vi.waitFor(async () => expect(await there.find(name)).toMatchObject({ state: "running" }));
    await there.change<object>(name, (running) => ({ ...running, state: "unknown" }));
    await beatsBeyondDeadMs();
    expect(await findOutcome(there, name)).toEqual({ state: "unknown" });
    open();
    await first;
    expect(await findOutcome(there, name)).toEqual({ state: "known", value: "done" });
  });

  it("leaves no `unknown` that another caller noted during a call without effect", async () => {
    const name = newName();
    const { open, passed } = gate();
    const refused = passed.then(() => {
      throw failed("conflict");
    });
    const first = runOnce(here, name, () => refused, { ...pace, beatMs: 60_000 });
    expect(await runOnce(there, name, async () => 1, pace)).toEqual({ state: "unknown" });
    open();
    await expect(first).rejects.toThrow("failed");
    expect(await runOnce(there, name, async () => "mine", pace)).toEqual({ state: "known", value: "mine" });
  });

  it("notes no `unknown` for a name that was released while its holder counted as dead", async () => {
    const name = newName();
    await here.change(name, () => ({ state: "running", holder: "slow holder", beat: 1 }));
    const change: Records["change"] = async (...args) => {
      await here.change(name, () => null);
      return there.change(...args);
    };
    expect(await awaitOutcome({ ...there, change }, name, pace)).toBeUndefined();
    expect(await runOnce(there, name, async () => "mine", pace)).toEqual({ state: "known", value: "mine" });
  });

  it("does the work if a caller died between its claim and its work", async () => {
    const name = newName();
    await here.change(name, () => ({ state: "running", claimed: true, holder: "another caller", beat: 0 }));
    await here.former.claim(name, "this build");
    expect(await runOnce(there, name, async () => "mine", pace)).toEqual({ state: "known", value: "mine" });
  });

  it("begins once although others gave it up between its claim and its work", async () => {
    const name = newName();
    const { busy, fail } = failingRecords();
    const { claim } = here.former;
    const claimed = vi.spyOn(here.former, "claim").mockImplementationOnce(async (...args) => {
      fail(Infinity);
      return claim.apply(here.former, args);
    });
    const work = vi.fn(async () => "sent");
    const first = runOnce(busy, name, work, { ...pace, claimMs: 10_000 });
    await vi.waitFor(async () => expect(await there.former.isClaimed(name)).toBe(true));
    expect(await awaitOutcome(there, name, pace)).toBeUndefined();
    const second = runOnce(there, name, work, pace);
    fail(0);
    expect(await Promise.all([first, second])).toEqual(Array(2).fill({ state: "known", value: "sent" }));
    expect(work).toHaveBeenCalledOnce();
    claimed.mockRestore();
  });

  it("leaves no claim behind where the store refused to begin, so that the next caller does the work at once", async () => {
    const name = newName();
    const { busy, fail } = failingRecords();
    fail(Infinity);
    await expect(runOnce(busy, name, async () => "sent", { ...pace, claimMs: 50 })).rejects.toThrow("busy");
    expect(await here.former.isClaimed(name)).toBe(false);
    expect(await runOnce(there, name, async () => "sent later", pace)).toEqual({
      state: "known",
      value: "sent later",
    });
  });

  it("stops polling when the signal aborts the wait", async () => {
    const name = newName();
    const { open, passed } = gate();
    const first = runOnce(here, name, () => passed, pace);
    await vi.waitFor(async () => expect(await here.find(name)).toMatchObject({ state: "running" }));
    const find = vi.fn(there.find);
    const leaving = new AbortController();
    const waiting = awaitOutcome({ ...there, find }, name, { ...pace, signal: leaving.signal });
    await vi.waitFor(() => expect(find.mock.calls.length).toBeGreaterThan(2));
    leaving.abort();
    await expect(waiting).rejects.toThrow(/abort/);
    const polls = find.mock.calls.length;
    open();
    await first;
    expect(find).toHaveBeenCalledTimes(polls);
  });

  it("pauses between tries for a name that can't be claimed", async () => {
    const change = vi.fn(async () => undefined);
    const blocked: Records = { ...here, change, find: async () => undefined };
    const signal = AbortSignal.timeout(50);
    await expect(runOnce(blocked, newName(), async () => 1, { ...pace, signal })).rejects.toThrow(/abort/);
    expect(change.mock.calls.length).toBeLessThan(20);
  });

  it("has no outcome before anyone has begun the work", async () => {
    expect(await awaitOutcome(here, newName(), pace)).toBeUndefined();
  });
});
