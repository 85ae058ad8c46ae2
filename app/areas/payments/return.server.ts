import { createHash } from "node:crypto";
import type { z } from "zod";
import { errorLogFields } from "#app/errors/error-page.ts";
import { paymentKey, type CardReturn } from "#app/request/card-return.ts";
import {
  awaitOutcome,
  claimOnce,
  takeTurn,
  type SharedOutcome,
  type Turn,
} from "#app/request/once.server.ts";
import { uncancelledApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import type { Records } from "#server/session/records.ts";
import { timeouts } from "#shared/limits.ts";
import { hadNoEffect, isPortalApiError, type PortalApiError } from "#shared/portal-api/errors.ts";
import {
  completePaymentTransaction,
  type paymentCompletion,
  type PaymentReceipt,
} from "#shared/portal-api/payments.ts";
import { hasRole } from "#shared/roles.ts";
import { valueWithin } from "#shared/time/within.ts";
import { findIpAddress } from "./client-ip.server.ts";
import { closeIntent, forgetCardholder } from "./intent.server.ts";
import { inPence, matchReturn, possiblePayments, type OpenPayments } from "./match-return.ts";
import { accountsWithPayments, endPayment, findOpen } from "./payment-lists.server.ts";
import { allows, stateOf, UNKNOWN_PAYMENT, type Completion, type Payment } from "./payment.ts";
import { changeSelection, findSelected } from "./selection.server.ts";

const completionName = ({ account }: Pick<Portal, "account">, paymentId: string) =>
  `complete payment ${account.clientId} ${paymentId}`;
const resultName = ({ session }: Portal, key: string) => `payment result ${session.handle} ${key}`;

/** What a session's address of a payment shows: the outcome of this name, as returned to `page`. */
export interface Result {
  readonly name: string;
  readonly account: CurrentAccount;
  readonly page: string;
  readonly paymentId: string;
}

/** Whether the API received the return: after `notReceived` it may be sent again; `foreign` is another account's payment. */
export type ReturnDelivery = "received" | "notReceived" | "foreign";

/**
 * What an account's API has answered to a return, and the name of that record; no outcome while it wasn't told. `first` is
 * the answer to the payment's first crypt: another one has a name of its own, because the first may have been forged.
 */
interface Answer {
  readonly portal: Portal;
  readonly name: string;
  readonly outcome: SharedOutcome<Completion> | undefined;
  readonly first: Completion | undefined;
}

/**
 * Sends the card provider's answer to the API, at most once per payment (ADR 12): to each account where the payment may
 * have been begun, in turn. `waiting` aborts the wait for another request that does, or for another payment's turn; what
 * this request has sent isn't aborted.
 */
export async function tellReturn(
  { context }: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  waiting: AbortSignal,
): Promise<ReturnDelivery> {
  const { paymentId } = cardReturn;
  const { named, possible } = await accountsWithPayments(context, portal, paymentId);
  // Another request may have completed it, and its payment is no longer open.
  const ended = await readResult(context.services.records, portal, paymentKey(cardReturn));
  const begunIn = named ? [named] : [...possible, ...(ended ? [ended.account] : [])];
  const asked = named ? begunIn : [...begunIn, portal.account];
  let best: Answer | undefined;
  for (const account of new Map(asked.map((one) => [one.clientId, one])).values()) {
    if (!hasRole(portal.user, account.clientId, "Orders")) continue;
    // Not cancelled if the browser disconnects; the person's next page shows the outcome.
    const accountPortal = { ...portal, account, api: uncancelledApiOf(context, account.clientId) };
    const answer = await tellAccount(context, accountPortal, cardReturn, waiting).catch(unlessNotTold);
    if (isPortalApiError(answer)) {
      if (answer.kind === "notFound" || answer.kind === "forbidden") continue;
      context.log.error({ paymentId, ...errorLogFields(answer) }, UNKNOWN_PAYMENT);
      return "notReceived";
    }
    // What an API says of another account's payment proves nothing: only where no account has a receipt or an end, it counts.
    if (!best || weightOf(answer) > weightOf(best)) best = answer;
    if (isProof(answer)) break;
  }
  if (best) {
    await record(context, best, cardReturn);
    return "received";
  }
  if (begunIn.length === 0) return "foreign";
  // This may be the payment that the person has begun.
  context.log.error({ paymentId }, UNKNOWN_PAYMENT);
  return "notReceived";
}

/** The API's error if it certainly hasn't got the return, and the person may ask it; throws any other. */
function unlessNotTold(error: unknown): PortalApiError {
  if (isPortalApiError(error) && hadNoEffect(error) && error.kind !== "unauthorised") return error;
  throw error;
}

const weightOf = (answer: Answer) => (isProof(answer) ? 2 : answer.outcome?.state === "unknown" ? 1 : 0);

const isProof = ({ outcome }: Answer) =>
  outcome?.state === "known" && (outcome.value.paid || outcome.value.hasEnded === true);

/** Tells one account's API in that account's turn, so that another payment that ends isn't taken for this one. */
async function tellAccount(
  context: LoadContext,
  portal: Portal,
  cardReturn: CardReturn,
  signal: AbortSignal,
): Promise<Answer> {
  const { records } = context.services;
  const { paymentId, crypt } = cardReturn;
  const earlier = await awaitAnswer(records, portal, cardReturn, signal);
  if (!allows(stateOf(earlier.outcome), "tell")) return earlier;
  await using turn = await takeTurn(records, `complete payment in ${portal.account.clientId}`, { signal });
  const answer = await awaitAnswer(records, portal, cardReturn, signal);
  if (!allows(stateOf(answer.outcome), "tell")) return answer;
  // All that may fail comes before the claim, since what fails here was never sent.
  const open = possiblePayments(await findOpen(context, portal, answer.first?.begun), paymentId);
  // A colleague's address isn't the payer's, and of several any may be another place's.
  const [begunWith, ...others] = new Set(open.ofPayer.map((payment) => payment.ipAddress));
  // Whatever happens to the address, the return must be told.
  const ipAddress = (await findIpAddress(context, others.length > 0 ? "" : begunWith)) || "0.0.0.0";
  const before = (await pendingOf(portal, open.ofPayer)) ?? [];
  // A claim that others took for lost is still used: they can't send this return, and a late receipt beats none.
  const patience = { signal, claimMs: timeouts.otherRequestMs, keepMs: timeouts.otherRequestMs };
  const claim = await claimOnce<Completion>(records, answer.name, patience);
  if (claim.outcome) return { ...answer, outcome: claim.outcome };
  const outcome = await claim.settle(askApi(portal, { paymentId, crypt, ipAddress }, open, before, turn));
  return { ...answer, outcome };
}

/** What the API has answered to this return so far. Waits while another request tells it. */
async function awaitAnswer(
  records: Records,
  portal: Portal,
  { paymentId, crypt }: CardReturn,
  signal: AbortSignal,
): Promise<Answer> {
  const name = completionName(portal, paymentId);
  const outcome = await awaitOutcome<Completion>(records, name, { signal });
  const first = outcome?.state === "known" ? outcome.value : undefined;
  const isSameCrypt = first && !first.paid && first.crypt === hashOf(crypt);
  if (isSameCrypt || !allows(stateOf(outcome), "tellByOtherCrypt")) return { portal, name, outcome, first };
  const otherName = `${name} ${hashOf(crypt)}`;
  const other = await awaitOutcome<Completion>(records, otherName, { signal });
  return { portal, name: otherName, outcome: other, first };
}

const hashOf = (crypt: string) => createHash("sha256").update(crypt).digest("base64url").slice(0, 22);

/** Makes the call, and matches its answer with what was begun. */
async function askApi(
  portal: Portal,
  body: z.input<typeof paymentCompletion>,
  open: OpenPayments<Payment>,
  before: readonly Payment[],
  turn: Turn,
): Promise<Completion> {
  let receipt: PaymentReceipt | undefined;
  let reason = "";
  try {
    receipt = await portal.api.call(completePaymentTransaction, { body });
  } catch (error) {
    if (!isPortalApiError(error) || error.kind !== "rejected") throw error;
    reason = error.serverText ?? error.brokenRules[0]?.description ?? "";
  }
  const pending = receipt?.txAuthNo ? undefined : await pendingOf(portal, open.ofPayer);
  // Without the turn, another payment may have ended during the call.
  const after = turn.isHeld() ? (pending ?? before) : before;
  const { begun, ...match } = matchReturn(open, before, after, receipt);
  if (receipt && match.state === "unknown")
    throw new Error(
      `The receipt ${receipt.vendorTxCode}, authorised as ${receipt.txAuthNo}, doesn't match any payment that was started.`,
    );
  if (receipt && match.state === "paid")
    return { paid: true, receipt: { ...receipt, amount: match.amount }, begun };
  const isUnproven = receipt !== undefined;
  return {
    paid: false,
    reason,
    isUnproven,
    hasEnded: match.state === "failed",
    crypt: hashOf(body.crypt),
    begun,
  };
}

/** Those for which the API may have the money; undefined if it doesn't say. */
function pendingOf(portal: Portal, payments: readonly Payment[]) {
  return valueWithin(
    timeouts.optionalCallMs,
    perhapsPaid(portal, payments).catch(() => undefined),
  );
}

/** Keeps the answer for the session's address of this payment, and ends the payment or logs that nobody knows. */
async function record(context: LoadContext, answer: Answer, { paymentId, ...cardReturn }: CardReturn) {
  const { portal, name, outcome } = answer;
  const { page } = cardReturn;
  const { records } = context.services;
  const result: Result = { name, account: portal.account, page, paymentId };
  await records.change(resultName(portal, paymentKey(result)), () => result);
  if (outcome?.state === "known" && stateOf(outcome, page) !== "unknown")
    await endAs(context, portal, paymentId, outcome.value);
  else {
    const error = outcome?.state === "unknown" ? outcome.error : undefined;
    context.log.error({ paymentId, ...errorLogFields(error) }, UNKNOWN_PAYMENT);
  }
  await closeIntent(portal, paymentId);
}

/** Ends a payment that's over; if it isn't certain which one that is, all stay as they are. */
async function endAs(context: LoadContext, portal: Portal, paymentId: string, completion: Completion) {
  const [first, ...others] = completion.begun;
  const only = others.length === 0 ? first : undefined;
  if (completion.paid) {
    forgetCardholder(portal);
    // Stored again, so that an earlier refusal no longer counts.
    const paid = { state: "known", value: completion } as const;
    await context.services.records.change(completionName(portal, paymentId), () => paid);
    await changeSelection(portal, { remove: only?.invoiceNumbers ?? [] });
  }
  if (only && (completion.paid || completion.hasEnded)) await endPayment(context, portal, only);
}

/** What the API has said of this payment; undefined if nothing yet, or in an account that's no longer the person's. */
export async function readResult(records: Records, portal: Portal, key = ""): Promise<Result | undefined> {
  const found = (await records.find(resultName(portal, key))) as Result | undefined;
  return found && hasRole(portal.user, found.account.clientId, "Orders") ? found : undefined;
}

/** Those for which the API waits for the money or may have it: a refusal proves nothing of them, and paying again could pay twice. */
export async function perhapsPaid(portal: Portal, begun: readonly Payment[]): Promise<readonly Payment[]> {
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
