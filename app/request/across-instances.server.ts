import { setTimeout as sleep } from "node:timers/promises";
import { hadNoEffect } from "#app/portal-api/errors.ts";
import type { LoadContext } from "#server/load-context.ts";

/** How a call ended that may be made only once. `unknown`: it was sent, and nobody knows what became of it. */
export type Outcome<T> = { readonly state: "known"; readonly value: T } | { readonly state: "unknown" };

/** What a claimed name holds while the work runs; `beat` changes as long as its process lives. */
interface Running {
  readonly state: "running";
  readonly beat: number;
}

export type Vault = LoadContext["services"]["vault"];

interface Pace {
  readonly pollMs: number;
  readonly beatMs: number;
  /** Without a new beat for this long the running process counts as dead. */
  readonly deadMs: number;
}

const usual: Pace = { pollMs: 100, beatMs: 1_000, deadMs: 5_000 };

const KEEP_TRIES = 6;
const KEEP_PAUSE_MS = 200;

/** Does the work once for a name over all instances. Throws, and frees the name, if it had no effect; else a failure is `unknown`. */
export async function once<T>(
  vault: Vault,
  name: string,
  work: () => Promise<T>,
  pace: Pace = usual,
): Promise<Outcome<T>> {
  for (;;) {
    const outcome = await awaitOutcome<T>(vault, name, pace);
    if (outcome) return outcome;
    if (await vault.claim(name)) return perform(vault, name, work, pace);
  }
}

/** Like {@link once}, where something is left to do about an unknown outcome; `fault` is what this caller's work threw. */
export async function onceOrElse<T>(
  vault: Vault,
  name: string,
  work: () => Promise<T>,
  whenUnknown: (fault: unknown) => Promise<T>,
): Promise<T> {
  let fault: unknown;
  const outcome = await once(vault, name, () =>
    work().catch((error: unknown) => {
      fault = error;
      throw error;
    }),
  );
  return outcome.state === "known" ? outcome.value : whenUnknown(fault);
}

/** Does the work when nobody else does any of this name, over all instances; waits for them while they live. */
export async function inTurn<T>(
  vault: Vault,
  name: string,
  work: () => Promise<T>,
  pace: Pace = usual,
): Promise<T> {
  while (!(await vault.claim(name))) if (await awaitOutcome(vault, name, pace)) await vault.release(name);
  await vault.keep(name, { state: "running", beat: 0 } satisfies Running);
  const stopBeating = startBeating(vault, name, pace.beatMs);
  try {
    return await work();
  } finally {
    await stopBeating();
    await vault.release(name);
  }
}

/** How it ended; undefined while it runs and where there was none. */
export async function findOutcome<T>(vault: Vault, name: string): Promise<Outcome<T> | undefined> {
  const entry = (await vault.find(name)) as Outcome<T> | Running | undefined;
  return entry && entry.state !== "running" ? entry : undefined;
}

/** How it ended; waits while it runs. Undefined where there was none. */
export async function awaitOutcome<T>(
  vault: Vault,
  name: string,
  pace: Pace = usual,
): Promise<Outcome<T> | undefined> {
  let lastBeat: number | undefined;
  let seenAt = performance.now();
  for (;;) {
    const entry = (await vault.find(name)) as Outcome<T> | Running | undefined;
    if (entry && entry.state !== "running") return entry;
    if (!(await vault.isClaimed(name))) return undefined;
    // Compares beats and not times, since the clocks of instances differ.
    if (entry?.beat !== lastBeat) seenAt = performance.now();
    lastBeat = entry?.beat;
    if (performance.now() - seenAt > pace.deadMs) return keepSurely(vault, name, { state: "unknown" });
    await sleep(pace.pollMs);
  }
}

async function perform<T>(
  vault: Vault,
  name: string,
  work: () => Promise<T>,
  { beatMs }: Pace,
): Promise<Outcome<T>> {
  const stopBeating = startBeating(vault, name, beatMs);
  let outcome: Outcome<T>;
  try {
    outcome = { state: "known", value: await work() };
  } catch (error) {
    await stopBeating();
    if (hadNoEffect(error)) {
      await vault.release(name);
      throw error;
    }
    outcome = { state: "unknown" };
  }
  await stopBeating();
  return keepSurely(vault, name, outcome);
}

async function keepSurely<T>(vault: Vault, name: string, outcome: Outcome<T>): Promise<Outcome<T>> {
  for (let tries = 1; ; tries += 1) {
    try {
      await vault.keep(name, outcome);
      return outcome;
    } catch (error) {
      if (tries === KEEP_TRIES) throw error;
      await sleep(KEEP_PAUSE_MS);
    }
  }
}

/** Writes beats until the returned function is called; when that resolves, no write is under way. */
function startBeating(vault: Vault, name: string, beatMs: number): () => Promise<void> {
  let latest: Promise<void> = Promise.resolve();
  let beat = 0;
  const show = () => {
    beat += 1;
    const running: Running = { state: "running", beat };
    // A missed beat does no harm.
    latest = latest.then(() => vault.keep(name, running)).catch(() => undefined);
  };
  const timer = setInterval(show, beatMs);
  return () => {
    clearInterval(timer);
    return latest;
  };
}

/** Keeps a value that anybody may replace; the vault only keeps under a claimed name, whoever claimed it. */
export async function put(vault: Vault, name: string, value: unknown): Promise<void> {
  await vault.claim(name);
  await vault.keep(name, value);
}
