import { setTimeout as delay } from "node:timers/promises";
import { badRequest, LostAnswer, Refusal } from "#provider/portal-api/refusal.ts";

/** One below and one above the portal's time-out of 30 seconds. */
const SLOW_MS = 29_000;
const TOO_SLOW_MS = 45_000;

const serverError = () => new Refusal(500, { message: "The payment service is not available (a scenario)." });
const wait = (ms: number) => delay(ms, undefined, { ref: false });

type Trouble = () => void | Promise<void>;

const lose: Trouble = () => {
  throw new LostAnswer();
};
const fail: Trouble = () => {
  throw serverError();
};

const atBegin: Readonly<Record<string, Trouble>> = {
  conflict: () => {
    throw badRequest("One of these invoices was changed by another user.");
  },
  error500: fail,
};

const afterBegin: Readonly<Record<string, Trouble>> = {
  slow: () => wait(SLOW_MS),
  tooslow: () => wait(TOO_SLOW_MS),
  lost: lose,
  late500: fail,
};

const atComplete: Readonly<Record<string, Trouble>> = { completeerror500: fail };

const afterComplete: Readonly<Record<string, Trouble>> = {
  completeslow: () => wait(SLOW_MS),
  completetooslow: () => wait(TOO_SLOW_MS),
  completelost: lose,
  completelate500: fail,
};

const moments = { atBegin, afterBegin, atComplete, afterComplete } as const;

/**
 * Causes the fault that the cardholder's surname names (docs/scenarios.md), if any: instead of the call's effect
 * (`at…`), or after it, so that only the answer is late or lost (`after…`).
 */
export function bringTrouble(moment: keyof typeof moments, surname: string): void | Promise<void> {
  const troubles = moments[moment];
  const word = wordOf(surname);
  return Object.hasOwn(troubles, word) ? troubles[word]?.() : undefined;
}

/** Surnames that other code of payments tests by `asksFor`. */
const plainWords = ["pending", "warning", "elsewhere", "prompt", "recorded", "nocode"] as const;

/** Every surname that causes a rare case, in lower case. */
export const scenarioSurnames: readonly string[] = [
  ...plainWords,
  ...Object.values(moments).flatMap((troubles) => Object.keys(troubles)),
];

/** True when the surname names this case. */
export function asksFor(surname: string, word: (typeof plainWords)[number]): boolean {
  return wordOf(surname) === word;
}

/** The first word: a test may add another, to find its calls in the ledger. */
function wordOf(surname: string): string {
  return surname.trim().toLowerCase().split(/\s/)[0] ?? "";
}
