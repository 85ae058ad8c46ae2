import { randomBytes } from "node:crypto";
import { redirect } from "@remix-run/node";
import { listAt, PLACE } from "#app/grid/list-place.ts";
import { paths } from "#app/paths.ts";
import type { PortalApiError } from "#app/portal-api/errors.ts";
import type { OwnId } from "#app/portal-api/shapes.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { BankCheck } from "./bank-check.server.ts";
import type { BankNumbers } from "./bank-numbers.ts";

/** The accepted answers of step 2; the bank numbers are digits only. */
export interface Details extends BankNumbers {
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
export const acceptedNumbers = ({ check, bankSortCode, bankAccountNumber }: Details): BankNumbers =>
  (check !== "saved already" && check.output) || { bankSortCode, bankAccountNumber };

/** The answers given so far; there are some once step 1 is done. Kept in the sealed session for 15 minutes. */
export interface Entered {
  /** Random: tells one run through the wizard from the next. Never shown. */
  readonly filling: string;
  /** The version of the direct debit that the person saw; empty for a new one. */
  readonly rowVersion: string;
  readonly details?: Details;
  /** What step 2 was sent and did not accept: a call failed, or the bank check found it wrong. */
  readonly typed?: Readonly<Record<string, string>>;
  /** What the bank check found wrong with the numbers of `typed`. */
  readonly failed?: BankCheck;
  /** What the API did not accept, to be shown on step 2. */
  readonly refused?: Pick<PortalApiError, "brokenRules" | "serverText" | "message">;
}

/** The wizard of the direct debit with this id; undefined sets up a new one. */
export type Wizard = Readonly<{ id: string | undefined; portal: Portal }>;

const nameOf = ({ id = "new", portal }: Wizard) => `direct debit ${portal.account.clientId} ${id}`;

export function enteredIn(wizard: Wizard): Entered | undefined {
  return wizard.portal.session.entered.in(nameOf(wizard)) as Entered | undefined;
}

export function keepEntered(wizard: Wizard, entered: Entered): void {
  wizard.portal.session.entered.keep(nameOf(wizard), entered);
}

/**
 * The latest bank check, perhaps of other numbers: not asked for twice, and nothing is accepted by it. A field of its
 * own, since scripts check while step 2 is sent.
 */
export function checkIn(wizard: Wizard): BankCheck | undefined {
  return wizard.portal.session.entered.in(`${nameOf(wizard)} check`) as BankCheck | undefined;
}

export function keepCheck(wizard: Wizard, check: BankCheck | undefined): void {
  wizard.portal.session.entered.keep(`${nameOf(wizard)} check`, check);
}

export function forgetEntered(wizard: Wizard): void {
  keepCheck(wizard, undefined);
  wizard.portal.session.entered.keep(nameOf(wizard), undefined);
}

export const newFilling = (rowVersion = ""): Entered => ({
  filling: randomBytes(16).toString("base64url"),
  rowVersion,
});

/** A hash of these details in this run through the wizard: each may be saved once. */
export function intentOf({ id = "new", portal }: Wizard, entered: Entered): string {
  const { filling, rowVersion, details } = entered;
  return fingerprint([portal.user.id, portal.account.clientId, id, filling, rowVersion, details]);
}

export function stepPath(
  { request, params }: RouteArgs,
  step: Parameters<typeof paths.directDebitStep>[1],
): string {
  const place = new URL(request.url).searchParams.get(PLACE);
  return listAt(
    paths.directDebitStep(params["id"], step),
    place === null ? undefined : String(new URLSearchParams({ [PLACE]: place })),
  );
}

/** The answers so far. Throws the redirect to step 1 where there are none. */
export function requireEntered(args: RouteArgs, wizard: Wizard): Entered {
  const entered = enteredIn(wizard);
  if (!entered) throw redirect(stepPath(args, ""), 303);
  return entered;
}
