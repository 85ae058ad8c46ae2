import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hadNoEffect, PortalApiError } from "#app/portal-api/errors.ts";
import type { SessionBackend } from "#server/session/session-backend.ts";
import { openVault, storeKinds, type TestStore } from "#server/session/testing/stores.ts";
import type { Vault } from "#server/session/vault.ts";
import { awaitOutcome, findOutcome, runInTurn, runOnce } from "./across-instances.server.ts";

const pace = { pollMs: 5, beatMs: 20, deadMs: 200 };

let store: TestStore;
const backends: SessionBackend[] = [];
let here: Vault;
let there: Vault;
let count = 0;
const aName = () => `name ${(count += 1)}`;

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

/** A vault, and the wait until who beats through it has lived for longer than the dead are waited for. */
function watched(vault: Vault) {
  let writes = 0;
  const watching: Vault = {
    ...vault,
    keepOutcome: (...kept) => ((writes += 1), vault.keepOutcome(...kept)),
    change: (...asked) => ((writes += 1), vault.change(...asked)),
  };
  const outlivesTheDead = () => {
    const enough = writes + (2 * pace.deadMs) / pace.beatMs;
    return vi.waitFor(() => expect(writes).toBeGreaterThan(enough), { timeout: 5_000 });
  };
  return { vault: watching, outlivesTheDead };
}

const failed = (kind: PortalApiError["kind"], code?: string) =>
  new PortalApiError({
    kind,
    message: "failed",
    call: "POST x",
    cause: Object.assign(new Error(), { code }),
  });

describe("once", () => {
  it("does the work of fifty callers on two instances once, and tells all of them", async () => {
    const name = aName();
    const work = vi.fn(async () => 42);
    const calls = Array.from({ length: 50 }, (_, index) =>
      runOnce(index % 2 ? here : there, name, work, pace),
    );
    expect(new Set((await Promise.all(calls)).map((one) => JSON.stringify(one)))).toEqual(
      new Set(['{"state":"known","value":42}']),
    );
    expect(work).toHaveBeenCalledOnce();
    expect(await findOutcome(there, name)).toEqual({ state: "known", value: 42 });
  });

  it("waits for one that takes longer than the dead are waited for, since it shows that it lives", async () => {
    const name = aName();
    const { open, passed } = gate();
    const { vault, outlivesTheDead } = watched(here);
    const first = runOnce(vault, name, () => passed.then(() => "done"), pace);
    const second = runOnce(there, name, async () => "never", pace);
    await outlivesTheDead();
    expect(await findOutcome(there, name)).toBeUndefined();
    open();
    expect(await Promise.all([first, second])).toEqual(Array(2).fill({ state: "known", value: "done" }));
  });

  it("says of a caller that died in the middle that nobody knows, and never does its work again", async () => {
    const name = aName();
    await here.claim(name);
    await here.keepOutcome(name, { state: "running", beat: 3 });
    const work = vi.fn(async () => 1);
    expect(await runOnce(there, name, work, pace)).toEqual({ state: "unknown" });
    expect(await runOnce(here, name, work, pace)).toEqual({ state: "unknown" });
    expect(work).not.toHaveBeenCalled();
  });

  it("frees the name where nothing was sent; who waited does the work then", async () => {
    const name = aName();
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

  it.each(["failed", "timeout", "malformed", "network"] as const)("keeps %s as unknown", async (kind) => {
    const name = aName();
    const lost = () => Promise.reject(failed(kind, kind === "network" ? "ECONNRESET" : undefined));
    expect(await runOnce(here, name, lost, pace)).toEqual({ state: "unknown" });
    expect(await awaitOutcome(there, name, pace)).toEqual({ state: "unknown" });
  });

  it("keeps the outcome although the store is busy for a moment", async () => {
    const name = aName();
    let faults = 2;
    const busy: Vault = {
      ...here,
      keepOutcome: (...kept) =>
        faults-- > 0 ? Promise.reject(new Error("busy")) : here.keepOutcome(...kept),
    };
    expect(await runOnce(busy, name, async () => 7, { ...pace, beatMs: 10_000 })).toEqual({
      state: "known",
      value: 7,
    });
    expect(await findOutcome(there, name)).toEqual({ state: "known", value: 7 });
  });

  it("tells its own caller how it ended where the store has gone meanwhile", async () => {
    const gone: Vault = { ...here, keepOutcome: () => Promise.reject(new Error("gone")) };
    const outcome = runOnce(gone, aName(), async () => 7, { ...pace, keepMs: 50 });
    expect(await outcome).toEqual({ state: "known", value: 7 });
  });

  it("frees the name of what had no effect although the store is busy for a moment", async () => {
    const name = aName();
    let faults = 2;
    const busy: Vault = {
      ...here,
      release: (one) => (faults-- > 0 ? Promise.reject(new Error("busy")) : here.release(one)),
    };
    const refused = runOnce(busy, name, () => Promise.reject(failed("rejected")), pace);
    await expect(refused).rejects.toThrow("failed");
    expect(await runOnce(there, name, async () => "mine", pace)).toEqual({ state: "known", value: "mine" });
  });

  it("is waited for no longer than its caller waits, and asked for no more then", async () => {
    const name = aName();
    const { open, passed } = gate();
    const first = runOnce(here, name, () => passed, pace);
    await vi.waitFor(async () => expect(await here.isClaimed(name)).toBe(true));
    const find = vi.fn(there.find);
    const left = new AbortController();
    const waiting = awaitOutcome({ ...there, find }, name, { ...pace, signal: left.signal });
    await vi.waitFor(() => expect(find.mock.calls.length).toBeGreaterThan(2));
    left.abort();
    await expect(waiting).rejects.toThrow(/abort/);
    const asked = find.mock.calls.length;
    open();
    await first;
    expect(find).toHaveBeenCalledTimes(asked);
  });

  it("waits with pauses for a name that can't be had", async () => {
    const claim = vi.fn(async () => false);
    const odd: Vault = { ...here, claim, find: async () => undefined, isClaimed: async () => false };
    const signal = AbortSignal.timeout(50);
    await expect(runOnce(odd, aName(), async () => 1, { ...pace, signal })).rejects.toThrow(/abort/);
    expect(claim.mock.calls.length).toBeLessThan(20);
  });

  it("finds nothing where nobody began", async () => {
    expect(await awaitOutcome(here, aName(), pace)).toBeUndefined();
  });
});

describe("in turn", () => {
  it("nobody works beside another, on either instance, also behind one who failed", async () => {
    const name = aName();
    let working = 0;
    const most = vi.fn();
    const work = async (index: number) => {
      most((working += 1));
      await Promise.resolve();
      working -= 1;
      if (index === 2) throw new Error("failed");
      return index;
    };
    const turns = Array.from({ length: 8 }, (_, index) =>
      runInTurn(index % 2 ? here : there, name, () => work(index), pace),
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
    expect(Math.max(...most.mock.calls.flat())).toBe(1);
  });

  /** Who holds the turn without a sign of life, as one whose process stands still; `open` ends its work. */
  async function stalled(name: string) {
    const { open, passed } = gate();
    const begun = gate();
    const work = () => (begun.open(), passed);
    const ended = runInTurn(here, name, work, { ...pace, beatMs: 60_000 });
    await begun.passed;
    return { open, ended };
  }

  it("nobody waits for ever for one who died, and one alone comes next", async () => {
    const name = aName();
    await stalled(name);
    let working = 0;
    const most = vi.fn();
    const work = async () => {
      most((working += 1));
      await new Promise((resolve) => setTimeout(resolve, pace.pollMs * 4));
      working -= 1;
    };
    await Promise.all([here, there, here, there].map((vault) => runInTurn(vault, name, work, pace)));
    expect([most.mock.calls.length, Math.max(...most.mock.calls.flat())]).toEqual([4, 1]);
  });

  it("who asks again and again, for a moment each time, finds that the holder died, too", async () => {
    const name = aName();
    await stalled(name);
    const waiting = () => ({ ...pace, signal: AbortSignal.timeout(pace.deadMs / 2) });
    const ask = () => runInTurn(there, name, async () => "ours", waiting()).catch(() => "not yet");
    await expect.poll(ask, { timeout: 20 * pace.deadMs }).toBe("ours");
  });

  it("who stood still and lost the turn takes it from nobody at its end", async () => {
    const name = aName();
    const first = await stalled(name);
    const { open, passed } = gate();
    const begun = gate();
    const { vault, outlivesTheDead } = watched(there);
    const second = runInTurn(vault, name, () => (begun.open(), passed), pace);
    await begun.passed;
    first.open();
    await first.ended;
    const work = vi.fn(async () => "third");
    const third = runInTurn(here, name, work, pace);
    await outlivesTheDead();
    expect(work).not.toHaveBeenCalled();
    open();
    expect(await Promise.all([second, third])).toEqual([undefined, "third"]);
  });

  it("ends with what was done, also where the store has gone meanwhile", async () => {
    let isGone = false;
    const away = () => Promise.reject(new Error("gone"));
    const gone: Vault = {
      ...here,
      release: (name) => (isGone ? away() : here.release(name)),
      change: (...asked) => (isGone ? away() : here.change(...asked)),
    };
    expect(await runInTurn(gone, aName(), async () => (isGone = true), pace)).toBe(true);
  });

  it("is waited for no longer than its caller waits", async () => {
    const name = aName();
    await stalled(name);
    const waiting = runInTurn(there, name, async () => 1, { ...pace, signal: AbortSignal.timeout(20) });
    await expect(waiting).rejects.toThrow(/abort/);
  });
});

describe("what had no effect", () => {
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
  ] as const)("%s %s: %s", (kind, code, expected) => {
    expect(hadNoEffect(failed(kind, code))).toBe(expected);
  });

  it("is nothing that we do not know", () => expect(hadNoEffect(new Error("a bug"))).toBe(false));
});
