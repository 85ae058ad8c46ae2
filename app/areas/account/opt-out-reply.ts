import type { AccountValues } from "./account-form.ts";

/** The action's answer to 'Opt Out' without scripts. */
export interface OptOutReply {
  /** 'ask' shows the question, 'kept' the form again as it was typed. */
  readonly optOut: "ask" | "kept";
  readonly values: AccountValues;
  readonly hidden: Readonly<Record<string, string>>;
  readonly fields: readonly (readonly [string, string])[];
}

/** The opt-out's answer, if an action's answer is one. */
export function optOutIn(reply: unknown): OptOutReply | undefined {
  const isOne = typeof reply === "object" && reply !== null && "optOut" in reply;
  return isOne ? (reply as OptOutReply) : undefined;
}
