import type { SubmissionResult } from "@conform-to/react";
import type { Option } from "#app/ui/select.tsx";
import type { ValidationRule } from "#shared/portal-api/rules.ts";
import type { Conflict } from "./conflict.server.ts";
import type { FieldValues } from "./define-form.ts";
import type { Values } from "./rule-checks.ts";
import type { Finding } from "./validate.ts";

export interface FileLimits {
  readonly maxFiles: number;
  readonly megabytes: number;
}

export interface FormView {
  /** The client id. A post for an account other than the current one is refused. */
  readonly account: string;
  /** A post by someone else is refused too. */
  readonly person: string;
  readonly isNew: boolean;
  readonly values: FieldValues;
  readonly rules: readonly ValidationRule[];
  readonly fixed: FieldValues;
  readonly facts: Values;
  readonly onBehalfOf?: string;
  readonly hidden: Readonly<Record<string, string>>;
  /** Hidden fields that say what the page shows now. A draft or a refused post never restores older ones. */
  readonly shownNow: Readonly<Record<string, string>>;
  /** The values are from a draft, typed before a session ended or the API failed. */
  readonly restored: boolean;
  /** The draft was sent, but we don't know the outcome. */
  readonly perhapsSaved?: boolean;
  /** The page shows a refused post's errors, so its title begins with 'Error'. */
  readonly refused: boolean;
  /** What the form shows until it's sent: that the API has refused an earlier save since. */
  readonly reply?: FormReply;
  readonly files?: FileLimits;
  readonly choices?: Readonly<Record<string, readonly Option[]>>;
}

/** The answer to a post that didn't save anything. A post that did is answered with a redirect. */
export type FormReply = RefusedReply | ConflictReply | ButtonAnswer;

export interface RefusedReply {
  readonly kind: "refused";
  readonly form: string;
  readonly result: SubmissionResult<readonly Finding[]>;
  readonly failure?: Failure;
  /** Someone else saved first, and the two edits can't be compared. */
  readonly isConflict?: boolean;
}

export interface ConflictReply {
  readonly kind: "conflict";
  readonly form: string;
  readonly conflict: Conflict;
  readonly isChoiceMissing: boolean;
  readonly fields: FieldEntries;
}

/** The answer to a button that doesn't save, e.g. one that looks up an address. */
export interface ButtonAnswer<Data = unknown> {
  readonly kind: "button";
  readonly form: string;
  readonly data: Data;
  /** Everything posted, by name, including hidden fields. Values in the button's answer replace it. */
  readonly values: FieldValues;
  readonly fields: FieldEntries;
}

export type FieldEntries = readonly (readonly [string, string])[];

export interface Failure {
  readonly text: string;
  /** The API may have saved it even though the call failed. */
  readonly perhapsSaved: boolean;
  readonly reference?: string;
}

/** The action's answer if it belongs to this form, otherwise undefined. */
export function replyTo(form: { readonly id: string }, answer: unknown): FormReply | undefined {
  const isForThisForm =
    typeof answer === "object" && answer !== null && "form" in answer && answer.form === form.id;
  return isForThisForm ? (answer as FormReply) : undefined;
}

export function buttonAnswerOf<Data>(form: { readonly id: string }, answer: unknown) {
  const reply = replyTo(form, answer);
  return reply?.kind === "button" ? (reply as ButtonAnswer<Data>) : undefined;
}

export const CONFLICT_ADVICE =
  "Please reload the page to get the latest changes, or open the page in a new tab and copy your edits over.";
