import type { SubmissionResult } from "@conform-to/react";
import type { ValidationRule } from "#app/portal-api/rules.ts";
import type { Values } from "./checks.ts";
import type { Conflict, FieldValues } from "./conflict.ts";
import type { Finding } from "./judge.ts";

/** What a page hands to `<PortalForm>`: made by `openForm` in its loader. */
export interface FormView {
  /** The account that the form is rendered for. */
  readonly account: string;
  /** It makes something new. */
  readonly isNew: boolean;
  /** Field values as they are now, or as they were typed before. */
  readonly values: FieldValues;
  readonly rules: readonly ValidationRule[];
  readonly fixed: Values;
  /** What travels with the form unseen, e.g. `rowVersion`. */
  readonly hidden: Readonly<Record<string, string>>;
  /** The same, of the page as it is now: neither a draft nor a refused post brings an older one back. */
  readonly current: Readonly<Record<string, string>>;
  /** The values were typed before a sign-in ended or the API failed; nothing of it was saved. */
  readonly restored: boolean;
  /** The page answers a post that was refused: its title says so. */
  readonly refused: boolean;
}

/** What came of a post that saved nothing. A post that saved answers with a redirect. */
export type FormReply = Refused | Conflicting | Step;

/** The form as typed, with what is wrong with it. */
export interface Refused {
  readonly kind: "refused";
  /** Which form of the page it belongs to. */
  readonly form: string;
  readonly result: SubmissionResult<readonly Finding[]>;
  /** The API could not or would not do it: what happened. */
  readonly failure?: Failure;
  /** Somebody else saved first, and there is nothing to compare with. */
  readonly isConflict?: boolean;
}

/** Somebody else saved first: their values and yours, to choose from. */
export interface Conflicting {
  readonly kind: "conflict";
  readonly form: string;
  readonly conflict: Conflict;
  /** The page was sent with a choice still to make. */
  readonly unchosen: boolean;
  /** The form as typed, to be sent again. */
  readonly fields: Pairs;
}

/** The form did something else than save, e.g. looked an address up: it goes on from here. */
export interface Step<Data = unknown> {
  readonly kind: "step";
  readonly form: string;
  readonly data: Data;
  /** What the fields hold now. */
  readonly values: FieldValues;
  /** Hidden fields as they were sent: a step does not bring the version up to date. */
  readonly hidden: Readonly<Record<string, string>>;
  /** All that was sent, for a page that sends it again. */
  readonly fields: Pairs;
  /** The answer is a page of its own that needs no scripts of ours. */
  readonly scripts?: false;
}

export type Pairs = readonly (readonly [string, string])[];

export interface Failure {
  readonly text: string;
  /** The call that saves failed on its way: it may have been carried out all the same. */
  readonly perhapsSaved: boolean;
  /** For the help desk. */
  readonly reference?: string;
}

/** An action's answer, if it is one about this form. */
export function replyTo(form: { readonly id: string }, answer: unknown): FormReply | undefined {
  const isOurs = typeof answer === "object" && answer !== null && "form" in answer && answer.form === form.id;
  return isOurs ? (answer as FormReply) : undefined;
}

/** What a step of this form answered, if it was one. */
export function stepOf<Data>(form: { readonly id: string }, answer: unknown): Step<Data> | undefined {
  const reply = replyTo(form, answer);
  return reply?.kind === "step" ? (reply as Step<Data>) : undefined;
}

/** What to do where somebody else has saved first. */
export const CONFLICT_ADVICE =
  "Please reload the page to get the latest changes, or open the page in a new tab and copy your edits over.";
