import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "#app/limits.ts";
import { hadNoEffect } from "#app/portal-api/errors.ts";
import type { Vault } from "#server/session/vault.ts";
import { memoise } from "./memoise.ts";

/** How a call ended that may be made only once. `unknown`: it was sent, and nobody knows what became of it. */
export type SharedOutcome<T> = { readonly state: "known"; readonly value: T } | { readonly state: "unknown" };

/** What a claimed name holds while the work runs; `beat` changes as long as its process lives. */
interface Running {
  readonly state: "running";
  readonly beat: number;
}

type Entry<T> = SharedOutcome<T> | Running;

interface Pace {
  readonly pollMs: number;
  readonly beatMs: number;
  /** Without a new beat for this long the running process counts as dead. */
  readonly deadMs: number;
  /** How long storing the outcome is retried. */
  readonly keepMs: number;
}

const usual: Pace = { pollMs: 100, beatMs: 1_000, deadMs: 5_000, keepMs: 10_000 };
const KEEP_PAUSE_MS = 200;

/** `signal` ends waiting for others, never work of one's own. */
export interface WaitOptions extends Partial<Pace> {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does the work once for a name over all instances. Throws, and frees the name, if it had no effect; else a failure is
 * `unknown`. Throws, too, when the signal ends the wait for another caller.
 */
export async function once<T>(
  vault: Vault,
  name: string,
  work: () => Promise<T>,
  waiting: WaitOptions = {},
): Promise<SharedOutcome<T>> {
  return poll(waiting, async () => {
    const outcome = await awaitOutcome<T>(vault, name, waiting);
    if (outcome) return outcome;
    return (await vault.claim(name)) ? perform(vault, name, work, waiting) : undefined;
  });
}

/** Like {@link once}, where something is left to do about an unknown outcome; `fault` is what this caller's work threw. */
export async function onceOrElse<T>(
  vault: Vault,
  name: string,
  work: () => Promise<T>,
  whenUnknown: (fault: unknown) => Promise<T>,
  waiting: WaitOptions = {},
): Promise<T> {
  let fault: unknown;
  const noting = () =>
    work().catch((error: unknown) => {
      fault = error;
      throw error;
    });
  const outcome = await once(vault, name, noting, waiting);
  return outcome.state === "known" ? outcome.value : whenUnknown(fault);
}

/** Who has the turn, in the vault; null for nobody. */
type Turn = { readonly holder: string; readonly beat: number } | null;

/**
 * Does the work when nobody else does any of this name, over all instances; waits for them while they live. Throws when
 * the signal ends the wait.
 */
export async function inTurn<T>(
  vault: Vault,
  name: string,
  work: () => Promise<T>,
  waiting: WaitOptions = {},
): Promise<T> {
  const { beatMs, deadMs } = { ...usual, ...waiting };
  const turn = `turn ${name}`;
  const holder = randomUUID();
  const isOurs = (held: Turn | undefined) => held?.holder === holder;
  const isDead = turnMonitor(deadMs)(turn);
  await poll(waiting, async () => {
    const held = await vault.change<Turn>(turn, (other) =>
      !other || isDead(`${other.holder} ${other.beat}`) ? { holder, beat: 0 } : undefined,
    );
    return isOurs(held) || undefined;
  });
  const stopBeating = startBeating(
    (beat) => vault.change<Turn>(turn, (held) => (isOurs(held) ? { holder, beat } : undefined)),
    beatMs,
  );
  try {
    return await work();
  } finally {
    await stopBeating();
    // With the store down, the turn ends for lack of heartbeats.
    await vault.change<Turn>(turn, (held) => (isOurs(held) ? null : undefined)).catch(() => undefined);
  }
}

/** How it ended; undefined while it runs and where there was none. */
export async function findOutcome<T>(vault: Vault, name: string): Promise<SharedOutcome<T> | undefined> {
  const entry = (await vault.find(name)) as Entry<T> | undefined;
  return entry && entry.state !== "running" ? entry : undefined;
}

/** How it ended; waits while it runs. Undefined where there was none. Throws when the signal ends the wait. */
export async function awaitOutcome<T>(
  vault: Vault,
  name: string,
  waiting: WaitOptions = {},
): Promise<SharedOutcome<T> | undefined> {
  const isDead = heartbeatMonitor({ ...usual, ...waiting }.deadMs);
  const unlessKnown = (entry: Entry<T> | undefined) =>
    !entry || entry.state === "running" ? ({ state: "unknown" } as const) : undefined;
  const { entry } = await poll(waiting, async () => {
    const entry = (await vault.find(name)) as Entry<T> | undefined;
    if (entry && entry.state !== "running") return { entry };
    if (!(await vault.isClaimed(name))) return {};
    if (!isDead(String(entry?.beat))) return undefined;
    return { entry: (await vault.change<Entry<T>>(name, unlessKnown)) as SharedOutcome<T> };
  });
  return entry;
}

async function perform<T>(
  vault: Vault,
  name: string,
  work: () => Promise<T>,
  waiting: WaitOptions,
): Promise<SharedOutcome<T>> {
  const { beatMs, keepMs } = { ...usual, ...waiting };
  const stopBeating = startBeating(
    (beat) => vault.keep(name, { state: "running", beat } satisfies Running),
    beatMs,
  );
  let outcome: SharedOutcome<T> = { state: "unknown" };
  try {
    outcome = { state: "known", value: await work() };
  } catch (error) {
    if (hadNoEffect(error)) {
      await stopBeating();
      await retryWrite(() => vault.release(name), keepMs);
      throw error;
    }
  }
  await stopBeating();
  // With the store down, other callers see `unknown`.
  await retryWrite(() => vault.keep(name, outcome), keepMs);
  return outcome;
}

/** Tries for a while: what ended must not be lost because the store is busy. */
async function retryWrite(write: () => Promise<unknown>, keepMs: number): Promise<void> {
  for (const end = performance.now() + keepMs; performance.now() < end;) {
    try {
      await write();
      return;
    } catch {
      await sleep(KEEP_PAUSE_MS);
    }
  }
}

/** Looks again and again until something is found. Throws when the signal aborts, and after the longest time. */
async function poll<T>(
  { signal, pollMs = usual.pollMs }: WaitOptions,
  look: () => Promise<T | undefined>,
): Promise<T> {
  for (const end = performance.now() + patience.anotherMs; performance.now() < end;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(pollMs, undefined, { signal });
  }
  throw new Error("What another request does once has not ended in the longest time.");
}

/** Whether a heartbeat stood still for `deadMs` by this instance's clock, since clocks differ. */
function heartbeatMonitor(deadMs: number): (beat: string) => boolean {
  let last: string | undefined;
  let seenAt = 0;
  return (beat) => {
    if (beat !== last) seenAt = performance.now();
    last = beat;
    return performance.now() - seenAt > deadMs;
  };
}

/** One for each turn over all calls: a page that asks again after a moment finds a dead holder, too. */
const turnMonitor = memoise((deadMs: number) => memoise((_turn: string) => heartbeatMonitor(deadMs)));

/** Writes beats until the returned function is called; when that resolves, no write is under way. */
function startBeating(write: (beat: number) => Promise<unknown>, beatMs: number): () => Promise<unknown> {
  let latest: Promise<unknown> = Promise.resolve();
  let beat = 0;
  const show = () => {
    beat += 1;
    // A missed beat does no harm.
    latest = latest.then(() => write(beat)).catch(() => undefined);
  };
  const timer = setInterval(show, beatMs);
  return () => {
    clearInterval(timer);
    return latest;
  };
}
