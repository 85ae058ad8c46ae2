import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hadNoEffect, PortalApiError } from "#app/portal-api/errors.ts";
import type { SessionBackend } from "#server/session/session-backend.ts";
import { openVault, storeKinds, type TestStore } from "#server/session/testing/stores.ts";
import type { Vault } from "#server/session/vault.ts";
import { awaitOutcome, findOutcome, runExclusively, runOnce } from "./across-instances.server.ts";

const pace = { pollMs: 5, beatMs: 20, deadMs: 200 };

let store: TestStore;
const backends: SessionBackend[] = [];
let here: Vault;
let there: Vault;
let count = 0;
const newName = () => `name ${(count += 1)}`;

/** A vault of another instance on the same store. */
function instance(): Vault {
  const { vault, backend } = openVault(store.address);
  backends.push(backend);
  return vault;
}

beforeAll(async () => {
  store = await storeKinds[0]!.start();
  here = instance();
  there = instance();
});
afterAll(async () => {
  for (const backend of backends) await backend.close();
  await store.stop();
});

function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

/** A vault that counts its writes, and a function that waits until it has written heartbeats for twice `deadMs`. */
function withWriteCount(vault: Vault) {
  let writes = 0;
  const counting: Vault = {
    ...vault,
    set: (...args) => ((writes += 1), vault.set(...args)),
    change: (...args) => ((writes += 1), vault.change(...args)),
  };
  const beatsBeyondDeadMs = () => {
    const target = writes + (2 * pace.deadMs) / pace.beatMs;
    return vi.waitFor(() => expect(writes).toBeGreaterThan(target), { timeout: 5_000 });
  };
  return { vault: counting, beatsBeyondDeadMs };
}

const failed = (kind: PortalApiError["kind"], code?: string) =>
  new PortalApiError({
    kind,
    message: "failed",
    call: "POST x",
    cause: Object.assign(new Error(), { code }),
  });

describe("runOnce", () => {
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
    const { vault, beatsBeyondDeadMs } = withWriteCount(here);
    const first = runOnce(vault, name, () => passed.then(() => "done"), pace);
    const second = runOnce(there, name, async () => "never", pace);
    await beatsBeyondDeadMs();
    expect(await findOutcome(there, name)).toBeUndefined();
    open();
    expect(await Promise.all([first, second])).toEqual(Array(2).fill({ state: "known", value: "done" }));
  });

  it("returns `unknown` after a caller died in the middle, and never repeats its work", async () => {
    const name = newName();
    await here.claim(name, "another caller");
    await here.set(name, { state: "running", beat: 3 });
    const work = vi.fn(async () => 1);
    expect(await runOnce(there, name, work, pace)).toEqual({ state: "unknown" });
    expect(await runOnce(here, name, work, pace)).toEqual({ state: "unknown" });
    expect(work).not.toHaveBeenCalled();
  });

  it("releases the name if nothing was sent, so that a waiting caller does the work", async () => {
    const name = newName();
    const { open, passed } = gate();
    const down = passed.then(() => {
      throw failed("network", "ECONNREFUSED");
    });
    const first = runOnce(here, name, () => down, pace);
    await vi.waitFor(async () => expect(await here.isClaimed(name)).toBe(true));
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
    let faults = 2;
    const busy: Vault = {
      ...here,
      set: (...args) => (faults-- > 0 ? Promise.reject(new Error("busy")) : here.set(...args)),
    };
    expect(await runOnce(busy, name, async () => 7, { ...pace, beatMs: 10_000 })).toEqual({
      state: "known",
      value: 7,
    });
    expect(await findOutcome(there, name)).toEqual({ state: "known", value: 7 });
  });

  it("returns the outcome to the caller that did the work even if the store has become unavailable", async () => {
    const gone: Vault = { ...here, set: () => Promise.reject(new Error("gone")) };
    const outcome = runOnce(gone, newName(), async () => 7, { ...pace, keepMs: 50 });
    expect(await outcome).toEqual({ state: "known", value: 7 });
  });

  it("releases the name after a refusal even if the store is busy for a moment", async () => {
    const name = newName();
    let faults = 2;
    const busy: Vault = {
      ...here,
      release: (...args) => (faults-- > 0 ? Promise.reject(new Error("busy")) : here.release(...args)),
    };
    const refused = runOnce(busy, name, () => Promise.reject(failed("rejected")), pace);
    await expect(refused).rejects.toThrow("failed");
    expect(await runOnce(there, name, async () => "mine", pace)).toEqual({ state: "known", value: "mine" });
  });

  it("recognises its own claim when the claim's answer was lost", async () => {
    const name = newName();
    let lost = 2;
    const claim: Vault["claim"] = async (...args) => {
      const answer = await here.claim(...args);
      if (lost-- > 0) throw new Error("no answer");
      return answer;
    };
    const work = vi.fn(async () => "sent");
    expect(await runOnce({ ...here, claim }, name, work, pace)).toEqual({ state: "known", value: "sent" });
    expect(work).toHaveBeenCalledOnce();
    expect(await runOnce(there, name, work, pace)).toEqual({ state: "known", value: "sent" });
    expect(work).toHaveBeenCalledOnce();
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

  it("stops polling when the signal aborts the wait", async () => {
    const name = newName();
    const { open, passed } = gate();
    const first = runOnce(here, name, () => passed, pace);
    await vi.waitFor(async () => expect(await here.isClaimed(name)).toBe(true));
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
    const claim = vi.fn(async () => false);
    const blocked: Vault = { ...here, claim, find: async () => undefined, isClaimed: async () => false };
    const signal = AbortSignal.timeout(50);
    await expect(runOnce(blocked, newName(), async () => 1, { ...pace, signal })).rejects.toThrow(/abort/);
    expect(claim.mock.calls.length).toBeLessThan(20);
  });

  it("has no outcome before anybody has begun the work", async () => {
    expect(await awaitOutcome(here, newName(), pace)).toBeUndefined();
  });
});

describe("runExclusively", () => {
  it("runs one caller's work at a time over two instances, also after work that failed", async () => {
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
    const turns = Array.from({ length: 8 }, (_, index) =>
      runExclusively(index % 2 ? here : there, name, () => work(index), pace),
    );
    const ends = await Promise.allSettled(turns);
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
    await Promise.all([here, there, here, there].map((vault) => runExclusively(vault, name, work, pace)));
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
    const work = async (isHeld: () => Promise<boolean>) => {
      held.push(await isHeld());
      await passed;
      held.push(await isHeld());
    };
    const first = runExclusively(here, name, work, { ...pace, beatMs: 60_000 });
    await runExclusively(there, name, async () => open(), pace);
    await first;
    expect(held).toEqual([true, false]);
  });

  it("does not release the lock of another caller when a suspended holder ends", async () => {
    const name = newName();
    const first = await stalled(name);
    const { open, passed } = gate();
    const begun = gate();
    const { vault, beatsBeyondDeadMs } = withWriteCount(there);
    const second = runExclusively(vault, name, () => (begun.open(), passed), pace);
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
    const gone: Vault = {
      ...here,
      release: (...args) => (isGone ? fail() : here.release(...args)),
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

describe("hadNoEffect", () => {
  it.each([
    ["rejected", undefined, true],
    ["conflict", undefined, true],
    ["unauthorised", undefined, true],
    ["notFound", undefined, true],
    ["busy", undefined, true],
    ["network", "ECONNREFUSED", true],
    ["network", "UND_ERR_CONNECT_TIMEOUT", true],
    ["network", "ECONNRESET", false],
    ["network", "UND_ERR_SOCKET", false],
    ["timeout", undefined, false],
    ["failed", undefined, false],
    ["malformed", undefined, false],
  ] as const)("is, for kind %s and code %s, %s", (kind, code, expected) => {
    expect(hadNoEffect(failed(kind, code))).toBe(expected);
  });

  it("is false for any other error", () => expect(hadNoEffect(new Error("a bug"))).toBe(false));
});
