import { createHash, randomBytes } from "node:crypto";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths.ts";
import type { PortalApiError } from "#app/portal-api/errors.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { BankCheck } from "./bank-check.server.ts";
import { isSameNumbers, type BankNumbers } from "./bank-numbers.ts";
import type { steps } from "./wizard-texts.ts";

/** Step 2 as it was accepted; the numbers are digits, as they were typed. */
export interface Details extends BankNumbers {
  readonly sageAccountLinkId: string;
  readonly sageAccountNumber: string;
  readonly companyName: string;
  /** The option as the API words it; empty where the account can't be chosen. */
  readonly accountText: string;
  readonly bankAccountName: string;
}

/** What the person has told so far: step 1 is done where there is any. It lives in the sealed session, for minutes. */
export interface Entered {
  /** Names this filling-in; it is never shown. */
  readonly filling: string;
  /** The version of the direct debit that the person saw; empty for a new one. */
  readonly rowVersion: string;
  readonly details?: Details;
  /** What the API did not accept, to be shown on step 2. */
  readonly refused?: Pick<PortalApiError, "brokenRules" | "serverText" | "message">;
}

/** One direct debit's wizard: that of the address, or of the id that scripts name; undefined for a new one. */
export type Wizard = Readonly<{ id: string | undefined; portal: Portal }>;

const nameOf = ({ id = "new", portal }: Wizard) => `direct debit ${portal.account.clientId} ${id}`;

export function enteredIn(wizard: Wizard): Entered | undefined {
  return wizard.portal.session.entered.in(nameOf(wizard)) as Entered | undefined;
}

export function keepEntered(wizard: Wizard, entered: Entered): void {
  wizard.portal.session.entered.keep(nameOf(wizard), entered);
}

/** The latest bank check, perhaps of other numbers. Apart, since scripts ask for one while step 2 is sent. */
export function checkIn(wizard: Wizard): BankCheck | undefined {
  return wizard.portal.session.entered.in(`${nameOf(wizard)} check`) as BankCheck | undefined;
}

/** The latest bank check, if it is of these numbers. */
export function checkOf(wizard: Wizard, numbers: BankNumbers): BankCheck | undefined {
  const check = checkIn(wizard);
  return check && isSameNumbers(check, numbers) ? check : undefined;
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

/** Names exactly these details of this filling-in: what may be set up once. It tells nothing of the numbers. */
export function intentOf({ id = "new", portal }: Wizard, entered: Entered): string {
  const parts = [
    portal.user.id,
    portal.account.clientId,
    id,
    entered.filling,
    entered.rowVersion,
    entered.details,
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

/** The address of a step of this page's wizard, with the place in the list that it was opened from. */
export function stepPath({ request, params }: RouteArgs, step: (typeof steps)[number]["path"]): string {
  const first = params["id"] === undefined ? paths.directDebitNew() : paths.directDebit(params["id"]);
  return first + step + new URL(request.url).search;
}

/** What a later step needs. Throws the redirect to the first step where there is nothing. */
export function requireEntered(args: RouteArgs, wizard: Wizard): Entered {
  const entered = enteredIn(wizard);
  if (!entered) throw redirect(stepPath(args, ""), 303);
  return entered;
}
