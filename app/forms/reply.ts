import type { SubmissionResult } from "@conform-to/react";
import type { ValidationRule } from "#app/portal-api/rules.ts";
import type { Option } from "#app/ui/select.tsx";
import type { Values } from "./checks.ts";
import type { Conflict } from "./conflict.server.ts";
import type { FieldValues } from "./define-form.ts";
import type { Finding } from "./judge.ts";

export interface FileLimits {
  readonly most: number;
  /** Of each file. */
  readonly megabytes: number;
}

/** What a page hands to `<PortalForm>`: made by `openForm` in its loader. */
export interface FormView {
  readonly account: string;
  readonly isNew: boolean;
  readonly values: FieldValues;
  readonly rules: readonly ValidationRule[];
  readonly fixed: Values;
  readonly onBehalfOf?: string | undefined;
  readonly hidden: Readonly<Record<string, string>>;
  /** Hidden fields that neither a draft nor a refused post brings back. */
  readonly current: Readonly<Record<string, string>>;
  /** The values were typed before a sign-in ended or the API failed; they are not saved. */
  readonly restored: boolean;
  /** They were sent, and nobody knows whether they were saved. */
  readonly perhapsSaved?: boolean;
  readonly refused: boolean;
  readonly files?: FileLimits;
  /** What the selects of its fields offer. */
  readonly choices?: Readonly<Record<string, readonly Option[]>> | undefined;
}

/** What came of a post that saved nothing. A post that saved answers with a redirect. */
export type FormReply = Refused | Conflicting | Step;

export interface Refused {
  readonly kind: "refused";
  readonly form: string;
  readonly result: SubmissionResult<readonly Finding[]>;
  readonly failure?: Failure;
  /** Somebody else saved first, and there is nothing to compare with. */
  readonly isConflict?: boolean;
}

export interface Conflicting {
  readonly kind: "conflict";
  readonly form: string;
  readonly conflict: Conflict;
  readonly unchosen: boolean;
  readonly fields: Pairs;
}

/** The form did something else than save, e.g. looked an address up, and goes on from here. */
export interface Step<Data = unknown> {
  readonly kind: "step";
  readonly form: string;
  readonly data: Data;
  readonly values: FieldValues;
  /** Hidden fields as they were sent: a step does not bring the version up to date. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly fields: Pairs;
  /** False for a page of its own that needs no scripts of ours. */
  readonly scripts?: false;
}

export type Pairs = readonly (readonly [string, string])[];

export interface Failure {
  readonly text: string;
  /** The API may have carried it out although the call failed. */
  readonly perhapsSaved: boolean;
  readonly reference?: string;
}

/** An action's answer, if it is one about this form. */
export function replyTo(form: { readonly id: string }, answer: unknown): FormReply | undefined {
  const isOurs = typeof answer === "object" && answer !== null && "form" in answer && answer.form === form.id;
  return isOurs ? (answer as FormReply) : undefined;
}

export function stepOf<Data>(form: { readonly id: string }, answer: unknown): Step<Data> | undefined {
  const reply = replyTo(form, answer);
  return reply?.kind === "step" ? (reply as Step<Data>) : undefined;
}

export const CONFLICT_ADVICE =
  "Please reload the page to get the latest changes, or open the page in a new tab and copy your edits over.";
