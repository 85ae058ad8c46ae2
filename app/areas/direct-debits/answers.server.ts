import { randomBytes } from "node:crypto";
import { redirect } from "@remix-run/node";
import { flowState } from "#app/flows/flow.server.ts";
import type { PostRequest } from "#app/forms/post.server.ts";
import { LIST_PLACE_PARAM } from "#app/grid/list-state.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import { paths } from "#shared/paths.ts";
import type { PortalApiError } from "#shared/portal-api/errors.ts";
import type { ApiId } from "#shared/portal-api/shapes.ts";
import type { BankCheck } from "./bank-check.server.ts";
import type { directDebitDetailsForm } from "./direct-debit-forms.ts";
import type { BankDetails } from "./direct-debit.server.ts";

export interface ChosenAccount {
  readonly sageAccountLinkId: ApiId;
  readonly sageAccountNumber: string;
  readonly sage200CompanyName: string;
  /** The account's whole name in the API's list, from which we parse its number and company. */
  readonly selectedSageAccount: string;
}

/** What someone has entered so far in the steps. */
export interface Answers {
  /** Random id for this run through the steps. Never shown. */
  readonly run: string;
  /** The row version that the page showed; '' for a new direct debit. */
  readonly rowVersion: string;
  /** Step 2's fields as last sent, valid or not. */
  readonly typed?: Readonly<Partial<Record<keyof typeof directDebitDetailsForm.fields, string>>>;
  /** Step 2's bank check; undefined if the numbers are the saved ones, which don't need checking. */
  readonly check?: BankCheck;
  /** What step 3 saves, with any numbers that the bank check corrected. */
  readonly details?: ChosenAccount & BankDetails;
  /** The API's refusal, shown on step 2. */
  readonly refusal?: Pick<PortalApiError, "kind" | "brokenRules" | "serverText" | "message">;
}

export type CompleteAnswers = Answers & Required<Pick<Answers, "details">>;

const answersState = flowState<Answers>("direct debit answers");

export const getAnswers = ({ args, portal }: PostRequest) => answersState.read(portal, args.params["id"]);

/** Passing undefined removes the answers. */
export const setAnswers = ({ args, portal }: PostRequest, answers: Answers | undefined) =>
  answersState.save(portal, answers, args.params["id"]);

export const newAnswers = (rowVersion: string): Answers => ({ run: newRunId(), rowVersion });

export const newRunId = () => randomBytes(16).toString("base64url");

/** Identifies these details in this run through the steps. A direct debit is saved once for each fingerprint. */
export function detailsFingerprint(
  { args, portal }: PostRequest,
  { run, rowVersion, details, check }: Answers,
): string {
  const { user, account } = portal;
  const id = args.params["id"] ?? "new";
  return fingerprint([user.id, account.clientId, id, run, rowVersion, details, check]);
}

/** The path of a step, with the place in the list for the link back. */
export function stepPath({ args }: PostRequest, step: "" | "/details" | "/confirmation"): string {
  const listPlace = new URL(args.request.url).searchParams.get(LIST_PLACE_PARAM);
  const query =
    listPlace === null ? "" : `?${String(new URLSearchParams({ [LIST_PLACE_PARAM]: listPlace }))}`;
  return paths.directDebitStep(args.params["id"], step) + query;
}

/** The answers for step 2. Redirects to step 1 if it isn't done. */
export function requireAnswers(request: PostRequest): Answers {
  const answers = getAnswers(request);
  if (!answers) throw redirect(stepPath(request, ""), 303);
  return answers;
}

/** The answers for step 3. Redirects to the first step that isn't done. */
export function requireDetails(request: PostRequest): CompleteAnswers {
  const { details, ...answers } = requireAnswers(request);
  if (!details || answers.refusal) throw redirect(stepPath(request, "/details"), 303);
  return { ...answers, details };
}
