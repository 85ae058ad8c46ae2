import { setTimeout as sleep } from "node:timers/promises";
import { forbidden, LostAnswer, notFound, Refusal, unauthorised } from "#provider/portal-api/refusal.ts";

/** Just below and just above the portal's time-out of 30 seconds. */
export const SLOW_MS = 29_000;
export const TOO_SLOW_MS = 45_000;

/** Waits. Tests replace it. */
export type Pause = (milliseconds: number) => Promise<void>;

/** A wait that doesn't keep the process running. */
export const pause: Pause = async (milliseconds) => {
  await sleep(milliseconds, undefined, { ref: false });
};

const faults: Readonly<Record<string, () => Refusal>> = {
  error500: () =>
    new Refusal(500, { message: "Something went wrong at the provider. (This is a demo scenario.)" }),
  unavailable: () => new Refusal(503, "Service Unavailable"),
  forbidden,
  gone: notFound,
  "signed out": unauthorised,
  "plain text": () => new Refusal(400, "Your changes weren't saved. There are no further details."),
};

/**
 * Causes the fault whose name was typed into one of a form's fields (docs/scenarios.md): throws a refusal or, for
 * 'Slow', waits for 29 s, just below the portal's time-out.
 */
export async function causeFaultNamedIn(typed: readonly unknown[], wait: Pause): Promise<void> {
  for (const text of typed) {
    const word = normalise(text);
    if (word === "slow") await wait(SLOW_MS);
    const refusal = Object.hasOwn(faults, word) ? faults[word] : undefined;
    if (refusal) throw refusal();
  }
}

/** Saves with the fault whose name was typed: the save is refused, or its answer is late or lost. */
export async function saveWithFaultNamedIn<Saved>(
  typed: unknown,
  wait: Pause,
  save: () => Saved,
): Promise<Saved> {
  await causeFaultNamedIn([typed], wait);
  const saved = save();
  await delayAnswer(typed, wait);
  causeLateFault(typed);
  return saved;
}

/** Delays a save's answer beyond the portal's time-out if 'TooSlow' was typed. */
export async function delayAnswer(typed: unknown, wait: Pause): Promise<void> {
  if (normalise(typed) === "tooslow") await wait(TOO_SLOW_MS);
}

/** Replaces the answer of a call that took effect: 'Lost' resets the connection, 'Late500' is an error. */
export function causeLateFault(typed: unknown): void {
  const word = normalise(typed);
  if (word === "lost") throw new LostAnswer();
  if (word === "late500") throw faults.error500!();
}

function normalise(typed: unknown): string {
  return String(typed ?? "")
    .trim()
    .toLowerCase();
}
