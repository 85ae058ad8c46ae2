import { randomBytes } from "node:crypto";
import { redirect } from "@remix-run/node";
import { keptState, requireStep, type FlowSteps } from "#app/flows/flow.server.ts";
import { listAt, PLACE } from "#app/grid/list-place.ts";
import { paths } from "#app/paths.ts";
import type { PortalApiError } from "#app/portal-api/errors.ts";
import type { OwnId } from "#app/portal-api/shapes.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { BankCheck } from "./bank-check.server.ts";
import type { BankNumbers } from "./bank-numbers.ts";

/** The accepted details of step 2; the bank numbers are digits only. */
export interface DirectDebitDetails extends BankNumbers {
  /** What the bank check said of these numbers when they were accepted, or that the direct debit has them already. */
  readonly check: AcceptedCheck;
  /** As the API has it. */
  readonly sageAccountLinkId: OwnId;
  readonly sageAccountNumber: string;
  readonly companyName: string;
  /** The option as the API words it; empty where the account can't be chosen. */
  readonly accountText: string;
  readonly bankAccountName: string;
}

type AcceptedCheck = BankCheck | "saved already";

/** What is saved: the numbers that the bank check gave back, which may be others than those typed. */
export const acceptedNumbers = ({
  check,
  bankSortCode,
  bankAccountNumber,
}: DirectDebitDetails): BankNumbers =>
  (check !== "saved already" && check.output) || { bankSortCode, bankAccountNumber };

/** What was answered so far; there is something once step 1 is done. */
export interface Answers {
  /** Random: tells one run through the steps from the next. Never shown. */
  readonly run: string;
  /** The version of the direct debit that the person saw; empty for a new one. */
  readonly rowVersion: string;
  readonly details?: DirectDebitDetails;
  /** What step 2 was sent and did not accept: a call failed, or the bank check found it wrong. */
  readonly typed?: Readonly<Record<string, string>>;
  /** What the bank check found wrong with the numbers of `typed`. */
  readonly failed?: BankCheck;
  /** What the API did not accept, to be shown on step 2. */
  readonly refused?: Pick<PortalApiError, "kind" | "brokenRules" | "serverText" | "message">;
}

export type Complete = Answers & { readonly details: DirectDebitDetails };

/** By the id of the direct debit; without one for a new one. */
export const keptAnswers = keptState<Answers>("direct debit");
/**
 * The latest bank check, perhaps of other numbers: not asked for twice, and nothing is accepted by it. Kept by itself,
 * since scripts check while step 2 is sent.
 */
export const keptBankCheck = keptState<BankCheck>("direct debit bank check");

export function forgetAnswers(portal: Portal, id: string | undefined): void {
  keptBankCheck.keep(portal, undefined, id);
  keptAnswers.keep(portal, undefined, id);
}

export const newRun = (rowVersion = ""): Answers => ({
  run: randomBytes(16).toString("base64url"),
  rowVersion,
});

/** A hash of these details in this run through the steps: each may be saved once. */
export function intentOf({ user, account }: Portal, id: string | undefined, answers: Answers): string {
  const { run, rowVersion, details } = answers;
  return fingerprint([user.id, account.clientId, id ?? "new", run, rowVersion, details]);
}

export function stepPath({ request, params }: RouteArgs, step: "" | "/details" | "/confirmation"): string {
  const place = new URL(request.url).searchParams.get(PLACE);
  return listAt(
    paths.directDebitStep(params["id"], step),
    place === null ? undefined : String(new URLSearchParams({ [PLACE]: place })),
  );
}

/** The answers for one of the later steps. Throws the redirect to the first step that is not done. */
export function requireAnswers(args: RouteArgs, portal: Portal, step: "details" | "confirmation") {
  const answers = keptAnswers.of(portal, args.params["id"]);
  const steps: FlowSteps<Answers | undefined, "eligibility" | "details" | "confirmation"> = {
    eligibility: { path: stepPath(args, ""), isDone: (kept) => kept !== undefined },
    details: {
      path: stepPath(args, "/details"),
      isDone: (kept) => kept?.details !== undefined && !kept.refused,
    },
    confirmation: { path: stepPath(args, "/confirmation") },
  };
  requireStep(steps, step, answers);
  return answers;
}

/** What step 3 needs: accepted details. Throws the redirect to the first step that is not done. */
export function requireComplete(args: RouteArgs, portal: Portal): Complete {
  const answers = requireAnswers(args, portal, "confirmation");
  if (!answers?.details) throw redirect(stepPath(args, "/details"), 303);
  return { ...answers, details: answers.details };
}
