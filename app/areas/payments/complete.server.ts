import { createHash } from "node:crypto";
import type { z } from "zod";
import { errorLogFields } from "#app/errors/error-page.ts";
import { timeouts } from "#app/limits.ts";
import { hadNoEffect, isPortalApiError } from "#app/portal-api/errors.ts";
import {
  completePaymentTransaction,
  type paymentCompletion,
  type PaymentReceipt,
} from "#app/portal-api/payments.ts";
import { paymentKey, type CardReturn } from "#app/request/card-return.ts";
import {
  awaitOutcome,
  findOutcome,
  runExclusively,
  runOnce,
  type SharedOutcome,
} from "#app/request/once.server.ts";
import { uncancelledApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { hasRole } from "#app/request/roles.ts";
import { valueWithin } from "#app/time/within.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import type { Records } from "#server/session/records.ts";
import {
  closeIntent,
  forgetPendingPayment,
  keepCardholder,
  listPendingInAccount,
  listPendingPayments,
  UNKNOWN_PAYMENT,
  type PendingPayment,
} from "./attempts.server.ts";
import { findIpAddress } from "./client-ip.server.ts";
import { matchReturn, type OpenPayments } from "./match-return.ts";
import {
  keepResult,
  perhapsPaid,
  readResult,
  unknownUnlessProven,
  type Completion,
} from "./payment-outcome.server.ts";
import { changeSelection } from "./selection.server.ts";

const completeName = ({ account }: Portal, paymentId: string) =>
  `complete payment ${account.clientId} ${paymentId}`;

/** Whether the API received the return: after `notReceived` it may be sent again; `foreign` is another account's payment. */
export type ReturnDelivery = "received" | "notReceived" | "foreign";

/**
 * Sends the card provider's answer to the API, at most once per payment (ADR 12). `waiting` aborts the wait for another
 * request that does, or for another payment's turn; what this request has sent isn't aborted.
 */
export async function completePayment(
  args: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  waiting: AbortSignal,
): Promise<ReturnDelivery> {
  const { records } = args.context.services;
  const { ofSession, ofPerson } = await listPendingPayments(args.context, portal);
  // Another request may have completed it, and its payment is no longer pending.
  const ended = await readResult(records, portal, paymentKey(cardReturn));
  const begun = [...ofSession, ...ofPerson, ...(ended ? [ended] : [])];
  const delivery = await tellAccounts(args, portal, cardReturn, begun, waiting);
  if (delivery !== "foreign" || begun.length === 0) return delivery;
  // This may be the payment that the person has begun.
  args.context.log.error({ paymentId: cardReturn.paymentId }, UNKNOWN_PAYMENT);
  return "notReceived";
}

type InAccount = SharedOutcome<Completion> | Exclude<ReturnDelivery, "received">;

/**
 * Asks the accounts where the payment may have been begun, in turn. What an API says of another account's payment proves
 * nothing, so anything but a receipt or an end counts only where no other account has one.
 */
async function tellAccounts(
  args: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  begun: readonly Pick<PendingPayment, "account">[],
  waiting: AbortSignal,
): Promise<ReturnDelivery> {
  let unproven: { readonly record: () => Promise<ReturnDelivery>; readonly isUnknown: boolean } | undefined;
  for (const account of possibleAccounts(portal, begun)) {
    // Not cancelled if the browser disconnects; the person's next page shows the outcome.
    const accountPortal = { ...portal, account, api: uncancelledApiOf(args.context, account.clientId) };
    const outcome = await completeInAccount(args, accountPortal, cardReturn, waiting);
    if (outcome === "foreign") continue;
    if (outcome === "notReceived") return outcome;
    const record = () => recordOutcome(args, accountPortal, cardReturn, outcome);
    if (outcome.state === "known" && (outcome.value.paid || outcome.value.hasEnded)) return record();
    const isUnknown = outcome.state === "unknown";
    if (!unproven || (isUnknown && !unproven.isUnknown)) unproven = { record, isUnknown };
  }
  return (await unproven?.record()) ?? "foreign";
}

function possibleAccounts(
  { user, account }: Portal,
  begun: readonly Pick<PendingPayment, "account">[],
): CurrentAccount[] {
  const all = [...begun.map((one) => one.account), account];
  const byClientId = new Map(all.map((one) => [one.clientId, one]));
  return [...byClientId.values()].filter(({ clientId }) => hasRole(user, clientId, "Orders"));
}

async function completeInAccount(
  args: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  signal: AbortSignal,
): Promise<InAccount> {
  const { records } = args.context.services;
  // First for any crypt of this payment: the name depends on whether another one was refused.
  await awaitOutcome<Completion>(records, completeName(portal, cardReturn.paymentId), { signal });
  const name = await completionNameFor(records, portal, cardReturn);
  const ended = await awaitOutcome<Completion>(records, name, { signal });
  if (ended) return ended;
  // One return at a time, so that another payment that ends isn't taken for this one.
  const turn = `complete payment in ${portal.account.clientId}`;
  const send = (isHeld: () => boolean) => sendOnce(args, portal, cardReturn, isHeld);
  try {
    return await runExclusively(records, turn, send, { signal });
  } catch (error) {
    if (!isPortalApiError(error) || !hadNoEffect(error) || error.kind === "unauthorised") throw error;
    if (error.kind === "notFound" || error.kind === "forbidden") return "foreign";
    args.context.log.error({ paymentId: cardReturn.paymentId, ...errorLogFields(error) }, UNKNOWN_PAYMENT);
    return "notReceived";
  }
}

async function recordOutcome(
  args: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  outcome: SharedOutcome<Completion>,
): Promise<ReturnDelivery> {
  const { records } = args.context.services;
  const name = await completionNameFor(records, portal, cardReturn);
  const result = await keepResult(records, portal, cardReturn, name);
  const checked = unknownUnlessProven(outcome, result);
  if (checked.state === "known") await recordCompletion(args, portal, cardReturn, checked.value);
  else {
    const error = outcome.state === "unknown" ? outcome.error : undefined;
    args.context.log.error({ paymentId: cardReturn.paymentId, ...errorLogFields(error) }, UNKNOWN_PAYMENT);
  }
  await closeIntent(portal, cardReturn.paymentId);
  return "received";
}

async function recordCompletion(
  { context }: RouteArgs,
  portal: Portal,
  { paymentId }: CardReturn,
  ended: Completion,
): Promise<void> {
  const [only, ...others] = ended.begun;
  if (ended.paid) {
    keepCardholder(portal, undefined);
    // Stored again, so that an earlier refusal no longer counts.
    await context.services.records.change(completeName(portal, paymentId), () => ({
      state: "known",
      value: ended,
    }));
    // Unticks only the paid invoices; none if it is not certain which payment this was.
    if (others.length === 0) await changeSelection(portal, { remove: only?.invoiceNumbers ?? [] });
  } else if (!ended.hasEnded) return;
  if (only && others.length === 0) await forgetPendingPayment(context, portal, only);
}

/** A refused crypt may be forged, so another crypt for the same payment gets its own name. */
async function completionNameFor(
  records: Records,
  portal: Portal,
  { paymentId, crypt }: CardReturn,
): Promise<string> {
  const name = completeName(portal, paymentId);
  const first = await findOutcome<Completion>(records, name);
  const wasRefused = first?.state === "known" && !first.value.paid;
  return wasRefused && first.value.crypt !== hashOf(crypt) ? `${name} ${hashOf(crypt)}` : name;
}

const hashOf = (crypt: string) => createHash("sha256").update(crypt).digest("base64url").slice(0, 22);

/** Of payments that are open at once: the API is asked for their invoices before and after a return. */
const MAX_COMPARED = 8;
/** For how long the turn is kept while another request has the claim. */
const CLAIMED_ELSEWHERE_MS = 1_000;

/** Reads what was begun, then sends the return once: what fails before the claim was never sent, and the call needs no store. */
async function sendOnce(
  args: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  isHeld: () => boolean,
): Promise<SharedOutcome<Completion>> {
  const { records } = args.context.services;
  const { paymentId, crypt } = cardReturn;
  const name = await completionNameFor(records, portal, cardReturn);
  const ended = await findOutcome<Completion>(records, name);
  if (ended) return ended;
  const open = await readOpen(args, portal, paymentId);
  // A colleague's address isn't the payer's, and of several any may be another place's.
  const [begunWith, ...others] = new Set(open.payers.map((payment) => payment.ipAddress));
  // Whatever happens to the address, the return must be told.
  const ipAddress = (await findIpAddress(args.context, others.length > 0 ? "" : begunWith)) || "0.0.0.0";
  const before = (await pendingOf(portal, open.payers)) ?? [];
  const send = () => ask(portal, { paymentId, crypt, ipAddress }, open, before, isHeld);
  // Whoever has the claim without this turn may be waiting for the turn: the previous release claims first.
  const signal = AbortSignal.timeout(CLAIMED_ELSEWHERE_MS);
  // A claim that others took for lost is still used: they can't send this return, and a late receipt beats none.
  const { otherRequestMs } = timeouts;
  return runOnce(records, name, send, { signal, claimMs: otherRequestMs, keepMs: otherRequestMs });
}

/** Tells the API, and matches its answer. */
async function ask(
  portal: Portal,
  body: z.input<typeof paymentCompletion>,
  open: OpenPayments<PendingPayment>,
  before: readonly PendingPayment[],
  isHeld: () => boolean,
): Promise<Completion> {
  let receipt: PaymentReceipt | undefined;
  let reason = "";
  try {
    receipt = await portal.api.call(completePaymentTransaction, { body });
  } catch (error) {
    if (!isPortalApiError(error) || error.kind !== "rejected") throw error;
    reason = error.serverText ?? error.brokenRules[0]?.description ?? "";
  }
  const pending = receipt?.txAuthNo ? undefined : await pendingOf(portal, open.payers);
  // Without the turn, another payment may have ended during the call.
  const after = isHeld() ? (pending ?? before) : before;
  const { begun, ...match } = matchReturn(open, before, after, receipt);
  if (receipt && match.state === "unknown")
    throw new Error(
      `The receipt ${receipt.vendorTxCode}, authorised as ${receipt.txAuthNo}, is for no amount that was begun.`,
    );
  if (receipt && match.state === "paid")
    return { paid: true, receipt: { ...receipt, amount: match.amount }, begun };
  const hasEnded = match.state === "failed";
  return {
    paid: false,
    reason,
    isUnproven: receipt !== undefined,
    hasEnded,
    crypt: hashOf(body.crypt),
    begun,
  };
}

/** Those for which the API may have the money; undefined if it doesn't say. */
function pendingOf(portal: Portal, payments: readonly PendingPayment[]) {
  return valueWithin(
    timeouts.optionalCallMs,
    perhapsPaid(portal, payments).catch(() => undefined),
  );
}

/** The payments that a return may be of. */
async function readOpen(
  args: RouteArgs,
  portal: Portal,
  paymentId: string,
): Promise<OpenPayments<PendingPayment>> {
  const { ofSession, ofPerson } = await listPendingPayments(args.context, portal);
  const isHere = ({ account }: PendingPayment) => account.clientId === portal.account.clientId;
  const ofThisSession = ofSession.filter(isHere);
  const payers = (ofThisSession.length > 0 ? ofThisSession : ofPerson.filter(isHere)).slice(0, MAX_COMPARED);
  const inAccount = await listPendingInAccount(args.context, portal);
  const first = await findOutcome<Completion>(args.context.services.records, completeName(portal, paymentId));
  return { payers, inAccount, ended: first?.state === "known" ? first.value.begun : [] };
}
