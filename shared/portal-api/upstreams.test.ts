import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { largeAnswers, upstreamLimits } from "#shared/limits.ts";
import { Bulkhead, Upstreams } from "./upstreams.ts";

describe("a bulkhead", () => {
  let bulkhead: Bulkhead;
  /** The names of the calls that got a place, in that order. */
  let served: string[];
  beforeEach(() => {
    bulkhead = new Bulkhead(4);
    served = [];
  });
  /** Waits for a place and returns its release function; the key is the name's first letter. */
  const acquire = async (name: string, signal = new AbortController().signal) => {
    const release = await bulkhead.acquire(name.charAt(0), signal);
    served.push(name);
    return release;
  };

  it("gives one key at most half of the places, and each place that becomes free to the next in line", async () => {
    const [first, second] = await Promise.all([acquire("a1"), acquire("a2")]);
    const waiting = ["a3", "a4", "b1", "c1"].map((name) => acquire(name));
    await nextTurn();
    expect(served).toEqual(["a1", "a2", "b1", "c1"]);
    first();
    await nextTurn();
    expect(served).toHaveLength(4);
    second();
    await nextTurn();
    expect(served).toEqual(["a1", "a2", "b1", "c1", "a3"]);
    (await waiting[0])!();
    await waiting[1];
    expect(served.at(-1)).toBe("a4");
  });

  it("releases a place only once", async () => {
    const release = await acquire("a1");
    release();
    release();
    for (const name of ["b1", "c1", "d1", "e1"]) await acquire(name);
    void acquire("f1");
    await nextTurn();
    expect(served).toHaveLength(5);
  });

  it("drops aborted calls from the queue, and refuses calls when the queue is full", async () => {
    const releases = await Promise.all(["a1", "b1", "c1", "d1"].map((name) => acquire(name)));
    const leaving = new AbortController();
    const aborted = acquire("e1", leaving.signal);
    void acquire("f1");
    for (let more = 2; more < upstreamLimits.waiting; more += 1) void acquire("g1");
    await expect(acquire("h1")).rejects.toMatchObject({ code: "NO_PLACE" });
    leaving.abort();
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
    releases[0]!();
    await nextTurn();
    expect(served.at(-1)).toBe("f1");
  });
});

describe("the circuit breaker of a call", () => {
  let upstreams: Upstreams;
  let changes: unknown[];
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
    changes = [];
    upstreams = new Upstreams((...all) => changes.push(all));
    return () => void vi.useRealTimers();
  });
  const send = async (call: string) =>
    (await upstreams.acquire("https://api.test", call, new AbortController().signal))();
  const isRefused = (call: string) =>
    send(call).then(
      () => false,
      ({ code }: { code: string }) => code === "BREAKER_OPEN",
    );
  const timeOut = (times: number) => {
    for (let done = 0; done < times; done += 1) upstreams.recordTimeout("slow");
  };

  it("opens after several time-outs in a row, for this call only", async () => {
    timeOut(upstreamLimits.timeoutsInARow - 1);
    upstreams.recordAnswer("slow");
    timeOut(upstreamLimits.timeoutsInARow - 1);
    expect([await isRefused("slow"), changes]).toEqual([false, []]);
    timeOut(1);
    expect([await isRefused("slow"), await isRefused("other")]).toEqual([true, false]);
    expect(changes).toEqual([["slow", true]]);
  });

  it("lets one call through after each pause, and all calls after one was answered", async () => {
    timeOut(upstreamLimits.timeoutsInARow);
    vi.advanceTimersByTime(upstreamLimits.pauseMs - 1);
    expect(await isRefused("slow")).toBe(true);
    vi.advanceTimersByTime(1);
    expect([await isRefused("slow"), await isRefused("slow")]).toEqual([false, true]);
    timeOut(1);
    vi.advanceTimersByTime(upstreamLimits.pauseMs);
    expect([await isRefused("slow"), await isRefused("slow")]).toEqual([false, true]);
    upstreams.recordAnswer("slow");
    expect([await isRefused("slow"), await isRefused("slow")]).toEqual([false, false]);
    expect(changes).toEqual([
      ["slow", true],
      ["slow", false],
    ]);
  });
});

it("a place for a large answer that its call no longer waits for is free for others", async () => {
  const upstreams = new Upstreams(() => undefined);
  const signal = new AbortController().signal;
  const held = Array.from({ length: largeAnswers.places }, (_, index) =>
    upstreams.placeForLargeAnswer(`GET ${index}`),
  );
  for (const place of held) await place.take(signal);
  const late = upstreams.placeForLargeAnswer("GET late");
  const taking = late.take(signal);
  late.leave();
  for (const place of held) place.leave();
  await taking;
  const others = Array.from({ length: largeAnswers.places }, (_, index) =>
    upstreams.placeForLargeAnswer(`GET ${index}`).take(AbortSignal.timeout(1_000)),
  );
  expect(await Promise.all(others)).toHaveLength(largeAnswers.places);
});
