import { paths } from "#app/paths.ts";
import type { PaymentReceipt } from "#app/portal-api/payments.ts";
import { paymentKey, type CardReturn } from "#app/request/card-return.ts";
import { findOutcome, type SharedOutcome } from "#app/request/once.server.ts";
import { portalApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { hasRole } from "#app/request/roles.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import type { Records } from "#server/session/records.ts";
import type { PendingPayment } from "./attempts.server.ts";
import { inPence } from "./match-return.ts";
import { findSelected } from "./selection.server.ts";

/** How a payment ended. `begun` lists the payments that it may have been; `crypt` is a hash. */
export type Completion = { readonly begun: readonly PendingPayment[] } & (
  | {
      readonly paid: true;
      /** Its amount is unknown only where neither the API nor a note of what was begun names one. */
      readonly receipt: PaymentReceipt & { readonly amount: number | undefined };
    }
  | {
      readonly paid: false;
      readonly reason: string;
      readonly crypt: string;
      /** The API neither refused nor confirmed it: see `unknownUnlessProven`. */
      readonly isUnproven?: boolean;
      /** The invoices of `begun` were being paid before the call, and no longer after it. */
      readonly hasEnded?: boolean;
    }
);

const resultName = ({ session }: Portal, key: string) => `payment result ${session.handle} ${key}`;

/** Whether a refused payment has failed. Once that was told it stays, whatever becomes of its invoices later. */
export async function hasFailed(
  { context }: RouteArgs,
  portal: Portal,
  { begun }: Completion,
  name: string,
): Promise<boolean> {
  const { records } = context.services;
  if ((await records.find(`failed: ${name}`)) === true) return true;
  if ((await perhapsPaid(portal, begun)).length > 0) return false;
  await records.change(`failed: ${name}`, () => true);
  return true;
}

/** What a session's address of a payment shows: the outcome of this name, as returned to `page`. */
export interface Result {
  readonly name: string;
  readonly account: CurrentAccount;
  readonly page: string;
  readonly paymentId: string;
}

/** Lets the session's address of this payment show the outcome. */
export async function keepResult(
  records: Records,
  portal: Portal,
  cardReturn: CardReturn,
  name: string,
): Promise<Result> {
  const { page, paymentId } = cardReturn;
  const result: Result = { name, account: portal.account, page, paymentId };
  await records.change(resultName(portal, paymentKey(cardReturn)), () => result);
  return result;
}

export async function readResult(records: Records, portal: Portal, key: string): Promise<Result | undefined> {
  return (await records.find(resultName(portal, key))) as Result | undefined;
}

export interface FoundResult extends Pick<Result, "name" | "paymentId"> {
  readonly outcome: SharedOutcome<Completion>;
  readonly accountPortal: Portal;
}

/** The outcome of a payment that came back in this session, and the portal API of its account; undefined without one. */
export async function findResult(
  { context }: RouteArgs,
  portal: Portal,
  key: string,
): Promise<FoundResult | undefined> {
  const { records } = context.services;
  const result = await readResult(records, portal, key);
  if (!result || !hasRole(portal.user, result.account.clientId, "Orders")) return undefined;
  const accountPortal = {
    ...portal,
    account: result.account,
    api: portalApiOf(context, result.account.clientId),
  };
  const outcome = (await findOutcome<Completion>(records, result.name)) ?? { state: "unknown" };
  return { ...result, outcome: unknownUnlessProven(outcome, result), accountPortal };
}

/** Without a refusal or an authorisation code, it has failed only if the card provider returned to the failure page. */
export function unknownUnlessProven(
  outcome: SharedOutcome<Completion>,
  { page }: Result,
): SharedOutcome<Completion> {
  const isUnproven = outcome.state === "known" && !outcome.value.paid && outcome.value.isUnproven;
  return isUnproven && page !== paths.paymentFailed() ? { state: "unknown" } : outcome;
}

/** Those for which the API waits for the money or may have it: a refusal proves nothing of them, and paying again could pay twice. */
export async function perhapsPaid(
  portal: Portal,
  begun: readonly PendingPayment[],
): Promise<readonly PendingPayment[]> {
  const numbers = begun.flatMap(({ invoiceNumbers }) => invoiceNumbers);
  const invoices = await findSelected(portal, [...new Set(numbers)]);
  const byNumber = new Map(invoices.map((invoice) => [invoice.invoiceNumber, invoice]));
  return begun.filter(({ invoiceNumbers, amounts }) =>
    invoiceNumbers.some((number, index) => {
      const { isCardPaymentPending, outstandingAmount = 0 } = byNumber.get(number) ?? {};
      return isCardPaymentPending || inPence(outstandingAmount) < inPence(amounts[index] ?? 0);
    }),
  );
}
