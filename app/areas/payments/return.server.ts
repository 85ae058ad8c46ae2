import { createHash } from "node:crypto";
import type { z } from "zod";
import { errorLogFields } from "#app/errors/error-page.ts";
import { paymentKey, type CardReturn } from "#app/request/card-return.ts";
import { acquireLock, awaitOutcome, claimOnce, type Lock } from "#app/request/once.server.ts";
import { uncancelledApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import type { Records } from "#server/session/records.ts";
import { timeouts } from "#shared/limits.ts";
import { hadNoEffect, isPortalApiError } from "#shared/portal-api/errors.ts";
import {
  completePaymentTransaction,
  type paymentCompletion,
  type PaymentReceipt,
} from "#shared/portal-api/payments.ts";
import { hasRole } from "#shared/roles.ts";
import { valueWithin } from "#shared/time/within.ts";
import { findIpAddress } from "./client-ip.server.ts";
import { closeIntent, lastCardholder } from "./intent.server.ts";
import { inPence, matchReturn, type Candidates } from "./match-return.ts";
import { accountsWithPayments, changeOpenPayments, findOpenPayments } from "./open-payments.server.ts";
import { allows, stateOf, UNKNOWN_PAYMENT, type Completion, type Payment } from "./payment.ts";
import { changeSelection, findSelected } from "./selection.server.ts";

const completionName = ({ account }: Portal, paymentId: string) =>
  `complete payment ${account.clientId} ${paymentId}`;
export const resultName = ({ session }: Portal, key: string) => `payment result ${session.handle} ${key}`;

/** Which outcome a session's result page shows; `page` is where the card provider returned to. */
export interface Result {
  readonly name: string;
  readonly account: CurrentAccount;
  readonly page: string;
  readonly paymentId: string;
}

type Answer = Awaited<ReturnType<typeof awaitEarlierAnswer>>;

/**
 * Sends the card provider's answer to the API, at most once per payment (ADR 12): to each account in turn where the payment
 * may have been begun. `giveUp` aborts waiting for another request or payment, but never a call that we've sent. Returns
 * whether the API received it. It can be sent again after `notReceived`; `otherAccount` means the payment isn't in any account
 * we asked.
 */
export async function sendReturn(
  { context }: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  giveUp: AbortSignal,
): Promise<"received" | "notReceived" | "otherAccount"> {
  const { paymentId } = cardReturn;
  const { named, possible } = await accountsWithPayments(context, portal, paymentId);
  const begunIn = named ? [named] : possible;
  const asked = named ? begunIn : [...begunIn, portal.account];
  const accounts = new Map(asked.map((account) => [account.clientId, account]));
  let best: Answer | undefined;
  for (const account of accounts.values()) {
    if (!hasRole(portal.user, account.clientId, "Orders")) continue;
    // The call continues if the browser disconnects, and the person's next page shows the outcome.
    const accountPortal = { ...portal, account, api: uncancelledApiOf(context, account.clientId) };
    try {
      const answer = await sendToAccount(context, accountPortal, cardReturn, giveUp);
      const { outcome } = answer;
      // An account without this payment may answer something too, so a receipt or a definite failure wins.
      const isConclusive = outcome?.state === "known" && (outcome.value.paid || outcome.value.hasEnded);
      const isLessKnown = outcome?.state === "unknown" && best?.outcome?.state === "known";
      if (!best || isConclusive || isLessKnown) best = answer;
      if (isConclusive) break;
    } catch (error) {
      if (!isPortalApiError(error) || !hadNoEffect(error) || error.kind === "unauthorised") throw error;
      if (error.kind === "notFound" || error.kind === "forbidden") continue;
      context.log.error({ paymentId, ...errorLogFields(error) }, UNKNOWN_PAYMENT);
      return "notReceived";
    }
  }
  if (best) await saveAnswer(context, best, cardReturn);
  if (best || begunIn.length === 0) return best ? "received" : "otherAccount";
  // It may be a payment that the person began, so someone has to look.
  context.log.error({ paymentId }, UNKNOWN_PAYMENT);
  return "notReceived";
}

/** Sends the return to one account. Only one is sent at a time, so that we don't mistake another payment's end for this one's. */
async function sendToAccount(
  context: LoadContext,
  portal: Portal,
  cardReturn: CardReturn,
  signal: AbortSignal,
): Promise<Answer> {
  const { records } = context.services;
  const { paymentId, crypt } = cardReturn;
  const earlier = await awaitEarlierAnswer(records, portal, cardReturn, signal);
  if (!allows(stateOf(earlier.outcome), "send")) return earlier;
  await using lock = await acquireLock(records, `complete payment in ${portal.account.clientId}`, { signal });
  const answer = await awaitEarlierAnswer(records, portal, cardReturn, signal);
  if (!allows(stateOf(answer.outcome), "send")) return answer;
  // Loaded before the claim, because a failure here mustn't count as sent.
  const candidates = await findOpenPayments(context, portal, paymentId, answer.first?.begun);
  // If the payer began payments from several addresses, we can't tell which is this one's.
  const [begunFrom, ...others] = new Set(candidates.byPayer.map((payment) => payment.ipAddress));
  // The return must be sent even if we don't know the address.
  const ipAddress = (await findIpAddress(context, others.length > 0 ? "" : begunFrom)) || "0.0.0.0";
  const pending = possiblyPaid(portal, candidates.byPayer).catch(() => undefined);
  const pendingBefore = (await valueWithin(timeouts.optionalCallMs, pending)) ?? [];
  // We keep asking for a long time, because a late receipt beats none.
  const patience = { signal, claimMs: timeouts.otherRequestMs, keepMs: timeouts.otherRequestMs };
  const claim = await claimOnce<Completion>(records, answer.name, patience);
  const body = { paymentId, crypt, ipAddress };
  const outcome =
    claim.outcome ?? (await claim.settle(completePayment(portal, body, candidates, pendingBefore, lock)));
  return { ...answer, outcome };
}

/**
 * The API's answer to this return in one account so far, with the name of its record. Waits while another request is sending
 * it. `first` answers the payment's first crypt. That may have been forged, so each other crypt has its own record.
 */
async function awaitEarlierAnswer(
  records: Records,
  portal: Portal,
  { paymentId, crypt }: CardReturn,
  signal: AbortSignal,
) {
  const name = completionName(portal, paymentId);
  const outcome = await awaitOutcome<Completion>(records, name, { signal });
  const first = outcome?.state === "known" ? outcome.value : undefined;
  const isSameCrypt = first && !first.paid && first.crypt === hashOf(crypt);
  if (isSameCrypt || !allows(stateOf(outcome), "sendOtherCrypt")) return { portal, name, outcome, first };
  const otherName = `${name} ${hashOf(crypt)}`;
  const other = await awaitOutcome<Completion>(records, otherName, { signal });
  return { portal, name: otherName, outcome: other, first };
}

const hashOf = (crypt: string) => createHash("sha256").update(crypt).digest("base64url").slice(0, 22);

/** Makes the call, and finds the begun payment that its answer is about. */
async function completePayment(
  portal: Portal,
  body: z.input<typeof paymentCompletion>,
  candidates: Candidates<Payment>,
  pendingBefore: readonly Payment[],
  lock: Lock,
): Promise<Completion> {
  let receipt: PaymentReceipt | undefined;
  let reason = "";
  try {
    receipt = await portal.api.call(completePaymentTransaction, { body });
  } catch (error) {
    if (!isPortalApiError(error) || error.kind !== "rejected") throw error;
    reason = error.serverText ?? error.brokenRules[0]?.description ?? "";
  }
  let pendingAfter = pendingBefore;
  if (!receipt?.txAuthNo) {
    const pending = possiblyPaid(portal, candidates.byPayer).catch(() => undefined);
    const pendingNow = await valueWithin(timeouts.optionalCallMs, pending);
    // If we lost the lock, another payment may have ended during the call.
    if (pendingNow && lock.isHeld()) pendingAfter = pendingNow;
  }
  const { state, begun, amount } = matchReturn(candidates, pendingBefore, pendingAfter, receipt);
  if (receipt && state === "unknown")
    throw new Error(
      `The receipt ${receipt.vendorTxCode}, authorised as ${receipt.txAuthNo}, doesn't match any payment that was started.`,
    );
  if (receipt && state === "paid") return { paid: true, receipt: { ...receipt, amount }, begun };
  const isUnproven = receipt !== undefined;
  const hasEnded = state === "failed";
  return { paid: false, reason, isUnproven, hasEnded, crypt: hashOf(body.crypt), begun };
}

/** Saves the answer for the result page, and ends the payment or logs an unknown outcome. May run again for the same answer. */
async function saveAnswer(context: LoadContext, answer: Answer, { paymentId, page }: CardReturn) {
  const { portal, name, outcome } = answer;
  const { records } = context.services;
  const result: Result = { name, account: portal.account, page, paymentId };
  await records.change(resultName(portal, paymentKey(result)), () => result);
  await closeIntent(portal, paymentId);
  if (outcome?.state !== "known" || stateOf(outcome, page) === "unknown") {
    const error = outcome?.state === "unknown" ? outcome.error : undefined;
    context.log.error({ paymentId, ...errorLogFields(error) }, UNKNOWN_PAYMENT);
    return;
  }
  const { paid, begun } = outcome.value;
  // If several payments match, none of them ends.
  const only = begun.length === 1 ? begun[0] : undefined;
  if (paid) {
    lastCardholder.forget(portal);
    // Stored under the payment's own name too, to replace an earlier refusal.
    await records.change(completionName(portal, paymentId), () => outcome);
    await changeSelection(portal, { remove: only?.invoiceNumbers ?? [] });
  }
  if (only && (paid || outcome.value.hasEnded)) await changeOpenPayments(context, portal, only, paymentId);
}

/**
 * The payments that the API is waiting for or may already have. After a refusal these could still go through, so paying again
 * could mean paying twice.
 */
export async function possiblyPaid(portal: Portal, begun: readonly Payment[]): Promise<readonly Payment[]> {
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
