import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Records } from "#server/session/records.ts";
import { timeouts } from "#shared/limits.ts";
import { memoise } from "#shared/memoise.ts";
import { hadNoEffect } from "#shared/portal-api/errors.ts";

/** The outcome of work that may be done only once. `unknown`: it was started, but its result was lost. */
export type SharedOutcome<T> =
  | { readonly state: "known"; readonly value: T }
  /** `error` is why this caller's own work failed; it isn't stored. */
  | { readonly state: "unknown"; readonly error?: unknown };

/** Who holds a lock or does the work. `beat` keeps changing while that process is alive. */
interface Holder {
  readonly holder: string;
  readonly beat: number;
}

/** As stored; there is no record while nobody has begun. A build before this one names no holder. */
type Once<T> =
  | { readonly state: "known"; readonly value: T }
  | ({ readonly state: "running" | "unknown" } & Partial<Holder>);

const defaultPace = {
  pollMs: 100,
  beatMs: 1_000,
  /** A process without a new beat for this long counts as dead. */
  deadMs: 5_000,
  /** For how long the store is asked again to begin: with the 3 s of a last try less than `deadMs`, after which others take it for lost. */
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

/** The outcome of an earlier caller's work, or the right to do it: then its outcome must be settled. */
type Claim<T> =
  | { readonly outcome: SharedOutcome<T> }
  | {
      readonly outcome?: undefined;
      /** Keeps the outcome of the work. Throws if that had no effect, so that it may be done again; else a failure is `unknown`. */
      settle(work: Promise<T>): Promise<SharedOutcome<T>>;
    };

/** Lets one caller per name do its work, over all instances; the others get its outcome. Throws when the signal ends the wait. */
export async function claimOnce<T>(
  records: Records,
  name: string,
  waiting: WaitOptions = {},
): Promise<Claim<T>> {
  const { claimMs, beatMs, keepMs } = { ...defaultPace, ...waiting };
  const holder = randomUUID();
  const isOurs = (once: Once<T> | undefined) => once?.state !== "known" && once?.holder === holder;
  const store = (replace: (once: Once<T> | undefined) => Once<T> | null | undefined) =>
    records.change<Once<T>>(name, replace);
  // While the claim is ours, an `unknown` that names nobody was noted of us, between the two writes.
  const isFree = (once: Once<T> | undefined) => !once || (once.state === "unknown" && !once.holder);
  const begin = async () =>
    (await records.former.claim(name, holder)) &&
    // It may be ours although the answer was lost, and then no other caller gets it.
    isOurs(await store((once) => (isFree(once) ? { state: "running", holder, beat: 0 } : undefined)));
  const beginOrGiveUp = async () => {
    try {
      return await retry(begin, claimMs);
    } catch (error) {
      // Nothing has begun, so whoever asks next needn't take it for lost.
      const free = (once: Once<T> | undefined) => (isFree(once) || isOurs(once) ? null : undefined);
      await store(free).catch(() => undefined);
      await records.former.release(name, holder).catch(() => undefined);
      throw error;
    }
  };
  const earlier = await poll(waiting, async () => {
    const outcome = await awaitOutcome<T>(records, name, waiting);
    return outcome ?? ((await beginOrGiveUp()) ? "none" : undefined);
  });
  if (earlier !== "none") return { outcome: earlier };
  const renew = (beat: number) =>
    store((once) => (isOurs(once) && once?.state === "running" ? { ...once, beat } : undefined));
  return {
    async settle(work) {
      // Not before, so that a claim which its holder forgets counts as dead.
      const stopBeating = startBeating(renew, beatMs);
      const [done] = await Promise.allSettled([work]);
      await stopBeating();
      if (done.status === "fulfilled") {
        const known = { state: "known", value: done.value } as const;
        // If the store stays down, other callers get `unknown`.
        await retry(() => store(() => known), keepMs).catch(() => undefined);
        return known;
      }
      const error: unknown = done.reason;
      const isOver = hadNoEffect(error);
      const ended = isOver ? null : ({ state: "unknown", holder } as const);
      const end = async () => {
        await store((once) => (!once || isOurs(once) ? ended : undefined));
        if (isOver) await records.former.release(name, holder);
      };
      await retry(end, keepMs).catch(() => undefined);
      if (isOver) throw error;
      return { state: "unknown", error };
    },
  };
}

/** A lock that all instances share, until it's disposed of. */
export interface Turn extends AsyncDisposable {
  /** Whether it's certainly still held: another caller may take it if heartbeats don't get through. */
  isHeld(): boolean;
}

/** Waits for the lock. Throws when the signal aborts the wait, and {@link StillTaken} at its end. */
export async function takeTurn(records: Records, name: string, waiting: WaitOptions = {}): Promise<Turn> {
  const { beatMs, deadMs } = { ...defaultPace, ...waiting };
  const lockName = `turn ${name}`;
  const holder = randomUUID();
  const isOurs = (lock: Holder | undefined) => lock?.holder === holder;
  const isDead = lockMonitor(deadMs)(lockName);
  let lastBeatAt = 0;
  await poll(waiting, async () => {
    lastBeatAt = performance.now();
    const take = (lock: Holder | undefined) => (!lock || isDead(lock) ? { holder, beat: 0 } : undefined);
    return isOurs(await records.change<Holder>(lockName, take)) || undefined;
  });
  const stopBeating = startBeating(async (beat) => {
    const at = performance.now();
    const renew = (lock: Holder | undefined) => (isOurs(lock) ? { holder, beat } : undefined);
    if (isOurs(await records.change<Holder>(lockName, renew))) lastBeatAt = at;
  }, beatMs);
  return {
    isHeld: () => performance.now() - lastBeatAt < deadMs,
    async [Symbol.asyncDispose]() {
      await stopBeating();
      const release = (lock: Holder | undefined) => (isOurs(lock) ? null : undefined);
      // If the store is down, the lock expires for lack of heartbeats.
      await records.change<Holder>(lockName, release).catch(() => undefined);
    },
  };
}

/** The outcome; undefined while the work runs or if there was none. */
export async function findOutcome<T>(records: Records, name: string): Promise<SharedOutcome<T> | undefined> {
  return outcomeOf((await records.find(name)) as Once<T> | undefined);
}

/** The outcome; waits while the work runs. Undefined if there was none. Throws when the signal aborts the wait. */
export async function awaitOutcome<T>(
  records: Records,
  name: string,
  waiting: WaitOptions = {},
): Promise<SharedOutcome<T> | undefined> {
  const isDead = deathMonitor({ ...defaultPace, ...waiting }.deadMs);
  const { once } = await poll(waiting, async () => {
    const seen = (await records.find(name)) as Once<T> | undefined;
    const isRunning = seen ? seen.state === "running" : await records.former.isClaimed(name);
    if (!isRunning) return { once: seen };
    if (!isDead(seen)) return undefined;
    // Unless its holder has ended it since, and perhaps somebody else has begun.
    const giveUp = (once: Once<T> | undefined): Once<T> | undefined =>
      beatOf(once) === beatOf(seen) ? { ...once, state: "unknown" } : undefined;
    const once = await records.change<Once<T>>(name, giveUp);
    return once?.state === "running" ? undefined : { once };
  });
  return outcomeOf(once);
}

function outcomeOf<T>(once: Once<T> | undefined): SharedOutcome<T> | undefined {
  if (!once || once.state === "running") return undefined;
  return once.state === "known" ? once : { state: "unknown" };
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

const beatOf = (held: object | undefined) => JSON.stringify(held);

/** Whether a holder has sent no beat for `deadMs`, by this instance's clock, because clocks differ. */
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

/** A monitor for each lock, kept between calls, so that a request which retries after a moment also notices a dead holder. */
const lockMonitor = memoise((deadMs: number) => memoise((_lockName: string) => deathMonitor(deadMs)));

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
