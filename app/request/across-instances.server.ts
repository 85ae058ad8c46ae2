import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { timeouts } from "#app/limits.ts";
import { hadNoEffect } from "#app/portal-api/errors.ts";
import type { Vault } from "#server/session/vault.ts";
import { memoise } from "./memoise.ts";

/** The outcome of work that may be done only once. `unknown`: it was started, but its result was lost. */
export type SharedOutcome<T> =
  | { readonly state: "known"; readonly value: T }
  /** `error` is why this caller's own work failed; it isn't stored. */
  | { readonly state: "unknown"; readonly error?: unknown };

/** The stored value while the work runs. `beat` keeps changing while its process is alive. */
interface Running {
  readonly state: "running";
  readonly beat: number;
}

type Entry<T> = SharedOutcome<T> | Running;

const defaultPace = {
  pollMs: 100,
  beatMs: 1_000,
  /** A process without a new beat for this long counts as dead. */
  deadMs: 5_000,
  /** For how long a claim is asked for again: with the 3 s of a last try less than `deadMs`, after which others take it for lost. */
  claimMs: 1_500,
  /** For how long a failed write of the outcome is tried again. */
  keepMs: 10_000,
  maxMs: timeouts.otherRequestMs,
};
const STORE_RETRY_MS = 200;

/** `signal` and `maxMs` end waiting for another caller, never the caller's own work. */
export interface WaitOptions extends Partial<Readonly<typeof defaultPace>> {
  readonly signal?: AbortSignal;
}

/** Another caller holds the lock or does the work. */
export class StillTaken extends Error {}

/** Does the work once per name over all instances. Throws if it had no effect or the signal ends the wait; else a failure is `unknown`. */
export async function runOnce<T>(
  vault: Vault,
  name: string,
  work: () => Promise<T>,
  waiting: WaitOptions = {},
): Promise<SharedOutcome<T>> {
  const holder = randomUUID();
  const { claimMs } = { ...defaultPace, ...waiting };
  return poll(waiting, async () => {
    const outcome = await awaitOutcome<T>(vault, name, waiting);
    if (outcome) return outcome;
    // It may be ours although its answer was lost, and then no other caller gets it.
    const isOurs = await retry(() => vault.claim(name, holder), claimMs);
    return isOurs ? runClaimed(vault, name, holder, work, waiting) : undefined;
  });
}

/** A lock as the vault stores it; null while it is free. */
type Lock = { readonly holder: string; readonly beat: number } | null;

/**
 * Does the work under a lock that all instances share. `isHeld` tells the work whether it certainly still has the lock:
 * another caller may take it if heartbeats don't get through. Throws when the signal aborts the wait.
 */
export async function runExclusively<T>(
  vault: Vault,
  name: string,
  work: (isHeld: () => boolean) => Promise<T>,
  waiting: WaitOptions = {},
): Promise<T> {
  const { beatMs, deadMs } = { ...defaultPace, ...waiting };
  const lockName = `turn ${name}`;
  const holder = randomUUID();
  const isOurs = (current: Lock | undefined) => current?.holder === holder;
  const isDead = holderMonitor(deadMs)(lockName);
  await poll(waiting, async () => {
    const current = await vault.change<Lock>(lockName, (other) =>
      !other || isDead(`${other.holder} ${other.beat}`) ? { holder, beat: 0 } : undefined,
    );
    return isOurs(current) || undefined;
  });
  let lastBeatAt = performance.now();
  const stopBeating = startBeating(async (beat) => {
    const at = performance.now();
    const renew = (current: Lock | undefined) => (isOurs(current) ? { holder, beat } : undefined);
    if (isOurs(await vault.change<Lock>(lockName, renew))) lastBeatAt = at;
  }, beatMs);
  try {
    return await work(() => performance.now() - lastBeatAt < deadMs);
  } finally {
    await stopBeating();
    // If the store is down, the lock expires for lack of heartbeats.
    await vault
      .change<Lock>(lockName, (current) => (isOurs(current) ? null : undefined))
      .catch(() => undefined);
  }
}

/** The outcome; undefined while the work runs or if there was none. */
export async function findOutcome<T>(vault: Vault, name: string): Promise<SharedOutcome<T> | undefined> {
  const entry = (await vault.find(name)) as Entry<T> | undefined;
  return entry && entry.state !== "running" ? entry : undefined;
}

/** The outcome; waits while the work runs. Undefined if there was none. Throws when the signal aborts the wait. */
export async function awaitOutcome<T>(
  vault: Vault,
  name: string,
  waiting: WaitOptions = {},
): Promise<SharedOutcome<T> | undefined> {
  const isDead = heartbeatMonitor({ ...defaultPace, ...waiting }.deadMs);
  // A name that had an entry and has none now was released.
  const setUnknown = (seen: unknown) => (entry: Entry<T> | undefined) =>
    entry?.state === "running" || (!entry && !seen) ? ({ state: "unknown" } as const) : undefined;
  const { entry } = await poll(waiting, async () => {
    const entry = (await vault.find(name)) as Entry<T> | undefined;
    if (entry && entry.state !== "running") return { entry };
    if (!(await vault.isClaimed(name))) return {};
    if (!isDead(String(entry?.beat))) return undefined;
    return { entry: (await vault.change<Entry<T>>(name, setUnknown(entry))) as SharedOutcome<T> };
  });
  return entry;
}

async function runClaimed<T>(
  vault: Vault,
  name: string,
  holder: string,
  work: () => Promise<T>,
  waiting: WaitOptions,
): Promise<SharedOutcome<T>> {
  const { beatMs, keepMs } = { ...defaultPace, ...waiting };
  const set = (entry: Entry<T>) => vault.set(name, entry);
  const stopBeating = startBeating((beat) => set({ state: "running", beat }), beatMs);
  let outcome: SharedOutcome<T>;
  try {
    outcome = { state: "known", value: await work() };
  } catch (error) {
    if (hadNoEffect(error)) {
      await stopBeating();
      await retry(() => vault.release(name, holder), keepMs).catch(() => undefined);
      throw error;
    }
    outcome = { state: "unknown", error };
  }
  await stopBeating();
  const stored: SharedOutcome<T> = outcome.state === "known" ? outcome : { state: "unknown" };
  // If the store stays down, other callers get `unknown`.
  await retry(() => set(stored), keepMs).catch(() => undefined);
  return outcome;
}

/** Asks the store until it answers, for so long; then its last error counts. */
async function retry<T>(ask: () => Promise<T>, ms: number): Promise<T> {
  let failure: unknown;
  for (const end = performance.now() + ms; performance.now() < end; await sleep(STORE_RETRY_MS)) {
    try {
      return await ask();
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function poll<T>(
  { signal, pollMs = defaultPace.pollMs, maxMs = defaultPace.maxMs }: WaitOptions,
  check: () => Promise<T | undefined>,
): Promise<T> {
  const end = performance.now() + maxMs;
  let result = await check();
  while (result === undefined && performance.now() < end) {
    await sleep(pollMs, undefined, { signal });
    result = await check();
  }
  if (result === undefined) throw new StillTaken("gave up waiting for another request");
  return result;
}

/** Whether a heartbeat has not changed for `deadMs`, by this instance's clock, because clocks differ. */
function heartbeatMonitor(deadMs: number): (beat: string) => boolean {
  let lastBeat: string | undefined;
  let seenAt = 0;
  return (beat) => {
    if (beat !== lastBeat) seenAt = performance.now();
    lastBeat = beat;
    return performance.now() - seenAt > deadMs;
  };
}

/** A monitor for each lock, kept between calls, so that a request which retries after a moment also notices a dead holder. */
const holderMonitor = memoise((deadMs: number) => memoise((_lockName: string) => heartbeatMonitor(deadMs)));

/** Writes heartbeats until the returned function is called, which resolves after the last write. */
function startBeating(write: (beat: number) => Promise<unknown>, beatMs: number): () => Promise<unknown> {
  let latest: Promise<unknown> = Promise.resolve();
  let beat = 0;
  const writeBeat = () => {
    beat += 1;
    latest = latest.then(() => write(beat)).catch(() => undefined);
  };
  const timer = setInterval(writeBeat, beatMs);
  return () => {
    clearInterval(timer);
    return latest;
  };
}
