import { setTimeout as delay } from "node:timers/promises";
import { LostAnswer } from "../portal-api/lost-answer.ts";
import { badRequest, Refusal } from "../portal-api/refusal.ts";

/** Within the portal's 30 seconds, and beyond them. */
const SLOW_MS = 29_000;
const TOO_SLOW_MS = 45_000;

const serverError = () => new Refusal(500, { message: "The payment service is not available (a scenario)." });
const wait = (ms: number) => delay(ms, undefined, { ref: false });

type Trouble = () => void | Promise<void>;

const atBegin: Readonly<Record<string, Trouble>> = {
  Conflict: () => {
    throw badRequest("One of these invoices was changed by another user.");
  },
  Error500: () => {
    throw serverError();
  },
};

const afterBegin: Readonly<Record<string, Trouble>> = {
  Slow: () => wait(SLOW_MS),
  TooSlow: () => wait(TOO_SLOW_MS),
  Lost: () => {
    throw new LostAnswer();
  },
  Late500: () => {
    throw serverError();
  },
};

const atComplete: Readonly<Record<string, Trouble>> = {
  CompleteError500: () => {
    throw serverError();
  },
};

const afterComplete: Readonly<Record<string, Trouble>> = {
  CompleteSlow: () => wait(SLOW_MS),
  CompleteTooSlow: () => wait(TOO_SLOW_MS),
  CompleteLost: () => {
    throw new LostAnswer();
  },
  CompleteLate500: () => {
    throw serverError();
  },
};

const moments = { atBegin, afterBegin, atComplete, afterComplete } as const;

/**
 * The rare case that a cardholder's surname asks for (docs/scenarios.md), if any: before the call had its effect
 * (`at…`), or after it, when only the answer suffers.
 */
export function bringTrouble(moment: keyof typeof moments, surname: string): void | Promise<void> {
  const troubles = moments[moment];
  return Object.hasOwn(troubles, surname) ? troubles[surname]?.() : undefined;
}
