import { randomBytes } from "node:crypto";
import { redirect } from "@remix-run/node";
import { flowState } from "#app/flows/flow.server.ts";
import type { PostRequest } from "#app/forms/post.server.ts";
import { PLACE } from "#app/grid/list-place.ts";
import { paths } from "#app/paths.ts";
import type { PortalApiError } from "#app/portal-api/errors.ts";
import type { OwnId } from "#app/portal-api/shapes.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { BankCheck } from "./bank-check.server.ts";
import type { directDebitDetailsForm } from "./direct-debit-forms.ts";
import type { BankDetails } from "./direct-debit.server.ts";

/** The account that a direct debit is for, as the API names these fields. */
export interface ChosenAccount {
  readonly sageAccountLinkId: OwnId;
  readonly sageAccountNumber: string;
  readonly sage200CompanyName: string;
  readonly selectedSageAccount: string;
}

/** What was answered so far; there is something once step 1 is done. */
export interface Answers {
  /** Random: tells one run through the steps from the next. Never shown. */
  readonly run: string;
  /** The version of the direct debit that the person saw; empty for a new one. */
  readonly rowVersion: string;
  /** The fields of step 2 as they were sent last, accepted or not. */
  readonly typed?: Readonly<Partial<Record<keyof typeof directDebitDetailsForm.fields, string>>>;
  /** What the bank check said when step 2 was judged; undefined for the numbers that the direct debit has already. */
  readonly check?: BankCheck | undefined;
  /** What step 2 accepted and step 3 saves: the bank's own numbers where it gave others back. */
  readonly details?: ChosenAccount & BankDetails;
  /** What the API did not accept, to be shown on step 2. */
  readonly refused?: Pick<PortalApiError, "kind" | "brokenRules" | "serverText" | "message">;
}

export type CompleteAnswers = Answers & Required<Pick<Answers, "details">>;

const keptAnswers = flowState<Answers>("direct debit answers");

/** The answers for the direct debit of the address, or for a new one. */
export const answersOf = ({ args, portal }: PostRequest) => keptAnswers.of(portal, args.params["id"]);

/** Undefined forgets them. */
export const keepAnswers = ({ args, portal }: PostRequest, answers: Answers | undefined) =>
  keptAnswers.keep(portal, answers, args.params["id"]);

export const newAnswers = (rowVersion: string): Answers => ({ run: newRun(), rowVersion });

export const newRun = () => randomBytes(16).toString("base64url");

/** A hash of these details in this run through the steps: each may be saved once. */
export function intentOf(
  { args, portal }: PostRequest,
  { run, rowVersion, details, check }: Answers,
): string {
  const { user, account } = portal;
  const id = args.params["id"] ?? "new";
  return fingerprint([user.id, account.clientId, id, run, rowVersion, details, check]);
}

export function stepPath({ args }: PostRequest, step: "" | "/details" | "/confirmation"): string {
  const place = new URL(args.request.url).searchParams.get(PLACE);
  const query = place === null ? "" : `?${String(new URLSearchParams({ [PLACE]: place }))}`;
  return paths.directDebitStep(args.params["id"], step) + query;
}

/** What step 2 needs. Throws the redirect to step 1 while that is not done. */
export function requireAnswers(asked: PostRequest): Answers {
  const answers = answersOf(asked);
  if (!answers) throw redirect(stepPath(asked, ""), 303);
  return answers;
}

/** What step 3 needs: accepted details. Throws the redirect to the first step that is not done. */
export function requireDetails(asked: PostRequest): CompleteAnswers {
  const { details, ...answers } = requireAnswers(asked);
  if (!details || answers.refused) throw redirect(stepPath(asked, "/details"), 303);
  return { ...answers, details };
}
