import { setTimeout as delay } from "node:timers/promises";
import { badRequest, LostAnswer, Refusal } from "#provider/portal-api/refusal.ts";

/** Within the portal's 30 seconds, and beyond them. */
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
 * The rare case that a cardholder's surname asks for (docs/scenarios.md), if any: before the call had its effect
 * (`at…`), or after it, when only the answer suffers.
 */
export function bringTrouble(moment: keyof typeof moments, surname: string): void | Promise<void> {
  const troubles = moments[moment];
  const word = wordOf(surname);
  return Object.hasOwn(troubles, word) ? troubles[word]?.() : undefined;
}

/** Rare cases that the rules, the answer or the settling of a payment know by themselves. */
const plainWords = ["pending", "warning", "elsewhere", "prompt", "recorded", "nocode"] as const;

/** Every surname that means something, in lower case. */
export const scenarioSurnames: readonly string[] = [
  ...plainWords,
  ...Object.values(moments).flatMap((troubles) => Object.keys(troubles)),
];

/** True when the surname asks for this case. */
export function asksFor(surname: string, word: (typeof plainWords)[number]): boolean {
  return wordOf(surname) === word;
}

/** The first word: a test may add one of its own, by which the ledger knows it again. */
function wordOf(surname: string): string {
  return surname.trim().toLowerCase().split(/\s/)[0] ?? "";
}
