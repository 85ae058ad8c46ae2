import { badRequest, LostAnswer, Refusal } from "#provider/portal-api/refusal.ts";
import { pause, SLOW_MS, TOO_SLOW_MS } from "#provider/scenarios/named-faults.ts";

const serverError = () =>
  new Refusal(500, { message: "The payment service isn't available. (This is a demo scenario.)" });

type Fault = () => void | Promise<void>;

const loseAnswer: Fault = () => {
  throw new LostAnswer();
};
const fail: Fault = () => {
  throw serverError();
};

const atBegin: Readonly<Record<string, Fault>> = {
  conflict: () => {
    throw badRequest("One of these invoices was changed by another user.");
  },
  error500: fail,
};

const afterBegin: Readonly<Record<string, Fault>> = {
  slow: () => pause(SLOW_MS),
  tooslow: () => pause(TOO_SLOW_MS),
  lost: loseAnswer,
  late500: fail,
};

const atComplete: Readonly<Record<string, Fault>> = { completeerror500: fail };

const afterComplete: Readonly<Record<string, Fault>> = {
  completeslow: () => pause(SLOW_MS),
  completetooslow: () => pause(TOO_SLOW_MS),
  completelost: loseAnswer,
  completelate500: fail,
};

const faultsByMoment = { atBegin, afterBegin, atComplete, afterComplete } as const;

/**
 * Causes the fault for the cardholder's surname, if there is one (docs/scenarios.md): instead of the call's effect
 * (`at…`), or after it, so that only the answer is late or lost (`after…`).
 */
export function causeFault(moment: keyof typeof faultsByMoment, surname: string): void | Promise<void> {
  const faults = faultsByMoment[moment];
  const word = firstWord(surname);
  return Object.hasOwn(faults, word) ? faults[word]?.() : undefined;
}

/** Surnames that the other payment code checks with `namesScenario`. */
const otherSurnames = ["pending", "warning", "elsewhere", "prompt", "recorded", "nocode"] as const;

/** Every surname that causes a rare case, in lower case. */
export const scenarioSurnames: readonly string[] = [
  ...otherSurnames,
  ...Object.values(faultsByMoment).flatMap((faults) => Object.keys(faults)),
];

/** True if the surname is for this case. */
export function namesScenario(surname: string, word: (typeof otherSurnames)[number]): boolean {
  return firstWord(surname) === word;
}

/** The first word, because a test may add another to find its calls in the ledger. */
function firstWord(surname: string): string {
  return surname.trim().toLowerCase().split(/\s/)[0] ?? "";
}
