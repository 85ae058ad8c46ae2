import type { SubmissionResult } from "@conform-to/react";
import type { ValidationRule } from "#app/portal-api/rules.ts";
import type { Values } from "./checks.ts";
import type { Finding } from "./judge.ts";

/** What a form's page hands to `<PortalForm>`: made by `openForm` in the loader. */
export interface FormView {
  /** The account that the form is rendered for. */
  readonly account: string;
  /** Field values as they are now, or as they were typed before. */
  readonly values: Readonly<Record<string, string | readonly string[]>>;
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

/** What an action answers that did not save: made by `submitForm`, fed to `<PortalForm>` as it is. */
export interface FormReply {
  /** Which form of the page it belongs to. */
  readonly form: string;
  readonly result: SubmissionResult<readonly Finding[]>;
  /** Somebody else saved first: the server's words, with the advice of the spec. */
  readonly conflict?: string;
  /** The API could not or would not do it: what happened. */
  readonly failure?: Failure;
}

export interface Failure {
  readonly text: string;
  /** The call that saves failed on its way: it may have been carried out all the same. */
  readonly perhapsSaved: boolean;
  /** For the help desk. */
  readonly reference?: string;
}

/** Spec 1 §5. */
export const CONFLICT_ADVICE =
  "Please reload the page to get the latest changes, or open the page in a new tab and copy your edits over.";
