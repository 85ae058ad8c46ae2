import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Records } from "#server/session/records.ts";
import { timeouts } from "#shared/limits.ts";
import { memoise } from "#shared/memoise.ts";
import { hadNoEffect } from "#shared/portal-api/errors.ts";

/** The stored outcome of work that may only be done once. `unknown` means it was started, but its result was lost. */
export type SharedOutcome<T> =
  | { readonly state: "known"; readonly value: T }
  /** `error` is why this caller's own work failed; it isn't stored. */
  | { readonly state: "unknown"; readonly error?: unknown };

/** Whoever holds a lock or does the work. `beat` keeps changing while that process is alive. */
interface Holder {
  readonly holder: string;
  readonly beat: number;
}

/** As stored. `claimed`, in this release: its holder hasn't begun. Earlier builds don't store a holder. */
type StoredOutcome<T> =
  | { readonly state: "known"; readonly value: T }
  | ({ readonly state: "running" | "unknown"; readonly claimed?: true } & Partial<Holder>);

/** All instances of this build share the former build's claims, so that one can take over from another that has died. */
const FORMER_HOLDER = "this build";

const defaultPace = {
  pollMs: 100,
  beatMs: 1_000,
  /** A process without a new beat for this long counts as dead. */
  deadMs: 5_000,
  /** How long we keep asking the store to begin. Others take over after `deadMs` if the last try is slow. */
  claimMs: 1_500,
  /** How long we retry a failed write of the outcome. */
  keepMs: 10_000,
  maxMs: timeouts.otherRequestMs,
};
const STORE_RETRY_MS = 200;

/** `signal` and `maxMs` end waiting for another caller, never the caller's own work. */
export interface WaitOptions extends Partial<Readonly<typeof defaultPace>> {
  readonly signal?: AbortSignal;
}

/** Another caller still holds the lock or does the work, and we've waited long enough. */
export class LockTimeout extends Error {}

/**
 * Lets one caller per name do its work, across all instances; the others get its outcome. `settle` takes the work, and
 * nobody else does it until then. Throws as {@link acquireLock} does.
 */
export async function claimOnce<T>(records: Records, name: string, waiting: WaitOptions = {}) {
  const pace = { ...defaultPace, ...waiting };
  const holder = randomUUID();
  let outcome: SharedOutcome<T> | undefined;
  for await (const _try of tries(pace)) {
    outcome = await awaitOutcome<T>(records, name, waiting);
    if (outcome || (await begin(records, name, holder, pace.claimMs))) break;
  }
  return outcome ? { outcome } : { settle: (work: Promise<T>) => settle(records, name, holder, work, pace) };
}

const isBy = (holder: string, stored: object | undefined) =>
  stored !== undefined && "holder" in stored && stored.holder === holder;

/** Whether the name is this holder's now. If the store refuses, throws without leaving anything that others would take for lost work. */
async function begin(records: Records, name: string, holder: string, claimMs: number): Promise<boolean> {
  type Stored = StoredOutcome<unknown>;
  const running = { state: "running", holder, beat: 0 } as const;
  const take = (stored?: Stored) => (stored ? undefined : { ...running, claimed: true as const });
  const start = (stored?: Stored) =>
    isBy(holder, stored) && stored?.state === "running" ? running : undefined;
  const claim = async () => {
    // It may be ours even though the answer was lost, and then no other caller gets it.
    if (!isBy(holder, await records.change<Stored>(name, take))) return false;
    // Last, because if we die after this, others have to assume that we did the work. If we were too slow, and others
    // have noted `unknown`, it's still ours.
    if (await records.former.claim(name, FORMER_HOLDER))
      return isBy(holder, await records.change<Stored>(name, start));
    await free(records, name, holder);
    return false;
  };
  try {
    return await retry(claim, claimMs);
  } catch (error) {
    await letGo(records, name, holder).catch(() => undefined);
    throw error;
  }
}

/** Frees the name if it's still this holder's. */
async function letGo(records: Records, name: string, holder: string): Promise<void> {
  if (!isBy(holder, (await records.find(name)) as object | undefined)) return;
  // Before the record goes, because the next caller would lose this claim.
  await records.former.release(name, FORMER_HOLDER);
  await free(records, name, holder);
}

const free = (records: Records, name: string, holder: string) =>
  records.change<object>(name, (stored) => (isBy(holder, stored) ? null : undefined));

/** Stores the work's outcome. Throws if the work had no effect, so that it can be done again; any other failure is stored as `unknown`. */
async function settle<T>(
  records: Records,
  name: string,
  holder: string,
  work: Promise<T>,
  { beatMs, keepMs }: typeof defaultPace,
): Promise<SharedOutcome<T>> {
  // Not started earlier, so that a claim whose holder forgets it counts as dead.
  const beats = startBeating(records, name, holder, beatMs);
  let outcome: StoredOutcome<T> | null;
  let error: unknown;
  try {
    outcome = { state: "known", value: await work };
  } catch (failure) {
    error = failure;
    outcome = hadNoEffect(failure) ? null : { state: "unknown", holder };
  }
  await beats.stop();
  const end = (stored?: StoredOutcome<T>) =>
    outcome?.state === "known" || !stored || isBy(holder, stored) ? outcome : undefined;
  const keepOutcome = async () => {
    if (outcome) await records.change<StoredOutcome<T>>(name, end);
    else await letGo(records, name, holder);
  };
  // If the store stays down, other callers get `unknown`.
  await retry(keepOutcome, keepMs).catch(() => undefined);
  if (!outcome) throw error;
  return outcome.state === "known" ? outcome : { state: "unknown", error };
}

export type Lock = Awaited<ReturnType<typeof acquireLock>>;

/** A lock shared by all instances, until it's disposed of. Throws if the signal aborts the wait, or {@link LockTimeout} once it's waited `maxMs`. */
export async function acquireLock(records: Records, name: string, waiting: WaitOptions = {}) {
  const pace = { ...defaultPace, ...waiting };
  const lockName = `turn ${name}`;
  const holder = randomUUID();
  const isDead = lockMonitor(pace.deadMs)(lockName);
  const take = (lock?: Holder) => (!lock || isDead(lock) ? { holder, beat: 0 } : undefined);
  let takenAt = 0;
  for await (const _try of tries(pace)) {
    takenAt = performance.now();
    if (isBy(holder, await records.change<Holder>(lockName, take))) break;
  }
  const beats = startBeating(records, lockName, holder, pace.beatMs, takenAt);
  return {
    /** Whether we're sure that we still hold it: another caller may take it if our heartbeats don't get through. */
    isHeld: () => performance.now() - beats.lastAt() < pace.deadMs,
    async [Symbol.asyncDispose]() {
      await beats.stop();
      const release = (lock?: Holder) => (isBy(holder, lock) ? null : undefined);
      // If the store is down, the lock expires for lack of heartbeats.
      await records.change<Holder>(lockName, release).catch(() => undefined);
    },
  };
}

/** The outcome; undefined while the work runs, or if there was none. */
export async function findOutcome<T>(records: Records, name: string): Promise<SharedOutcome<T> | undefined> {
  return outcomeOf((await records.find(name)) as StoredOutcome<T> | undefined);
}

/** The outcome, waiting while the work runs; undefined if there was none. Throws if the signal aborts the wait. */
export async function awaitOutcome<T>(
  records: Records,
  name: string,
  waiting: WaitOptions = {},
): Promise<SharedOutcome<T> | undefined> {
  const pace = { ...defaultPace, ...waiting };
  const isDead = deathMonitor(pace.deadMs);
  let stored: StoredOutcome<T> | undefined;
  for await (const _try of tries(pace)) {
    const seen = (await records.find(name)) as StoredOutcome<T> | undefined;
    stored = seen;
    if (seen ? seen.state !== "running" : !(await records.former.isClaimed(name, FORMER_HOLDER))) break;
    if (!isDead(seen)) continue;
    const hasBegun = seen?.state !== "running" || !seen.claimed;
    const givenUp = hasBegun ? ({ ...seen, state: "unknown" } as const) : null;
    // Not if its holder has ended it since, and perhaps someone else has begun.
    const giveUp = (now?: StoredOutcome<T>) => (beatOf(now) === beatOf(seen) ? givenUp : undefined);
    stored = await records.change<StoredOutcome<T>>(name, giveUp);
    if (stored?.state !== "running") break;
  }
  return outcomeOf(stored);
}

function outcomeOf<T>(stored: StoredOutcome<T> | undefined): SharedOutcome<T> | undefined {
  if (!stored || stored.state === "running") return undefined;
  return stored.state === "known" ? stored : { state: "unknown" };
}

/** Asks the store again until it answers or the time is up; then throws its last error. */
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

/** Yields at once and after each pause. Throws if the signal aborts the wait, or {@link LockTimeout} once it's waited `maxMs`. */
async function* tries({ signal, pollMs, maxMs }: typeof defaultPace & WaitOptions): AsyncGenerator<void> {
  const end = performance.now() + maxMs;
  yield;
  while (performance.now() < end) {
    await sleep(pollMs, undefined, { signal });
    yield;
  }
  throw new LockTimeout("gave up waiting for another request");
}

const beatOf = (held: object | undefined) => JSON.stringify(held);

/** Tells whether a holder hasn't sent a beat for `deadMs`, by this instance's clock, because clocks differ. */
function deathMonitor(deadMs: number): (held: object | undefined) => boolean {
  let lastBeat: string | undefined;
  let seenAt = performance.now();
  return (held) => {
    const beat = beatOf(held);
    if (beat !== lastBeat) seenAt = performance.now();
    lastBeat = beat;
    return performance.now() - seenAt > deadMs;
  };
}

/** One monitor per lock, kept between calls, so that a request that retries later still notices a dead holder. */
const lockMonitor = memoise((deadMs: number) => memoise((_lockName: string) => deathMonitor(deadMs)));

/** Sends heartbeats until `stop`, which resolves after the last one, or until someone has given the holder up. */
function startBeating(records: Records, name: string, holder: string, beatMs: number, takenAt = 0) {
  type Held = Holder & { readonly state?: "running" | "unknown" };
  const renew = (held?: Held) =>
    held && isBy(holder, held) && held.state !== "unknown"
      ? // Not `claimed`, even if a failover has lost our last write.
        { ...held, claimed: undefined, beat: held.beat + 1 }
      : undefined;
  let lastAt = takenAt;
  let latest: Promise<unknown> = Promise.resolve();
  const beat = async () => {
    const at = performance.now();
    if (isBy(holder, await records.change<Held>(name, renew))) lastAt = at;
  };
  const timer = setInterval(() => (latest = latest.then(beat).catch(() => undefined)), beatMs);
  return {
    /** When the last heartbeat that got through was sent. */
    lastAt: () => lastAt,
    stop() {
      clearInterval(timer);
      return latest;
    },
  };
}
