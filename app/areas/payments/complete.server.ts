import { createHash } from "node:crypto";
import { valueWithin } from "#app/areas/sign-in/waiting.server.ts";
import { errorLogFields } from "#app/errors/error-page.ts";
import { timeouts } from "#app/limits.ts";
import { hadNoEffect, isPortalApiError } from "#app/portal-api/errors.ts";
import { completePaymentTransaction } from "#app/portal-api/payments.ts";
import {
  awaitOutcome,
  findOutcome,
  runExclusively,
  runOnce,
  type SharedOutcome,
} from "#app/request/across-instances.server.ts";
import { paymentKey, type CardReturn } from "#app/request/card-return.ts";
import { uncancelledApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { hasRole } from "#app/request/roles.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import type { Vault } from "#server/session/vault.ts";
import {
  closeIntent,
  forgetPendingPayment,
  keepCardholder,
  listPendingInAccount,
  listPendingPayments,
  UNKNOWN_PAYMENT,
  type PendingPayment,
} from "./attempts.server.ts";
import { clientIpAddress } from "./client-ip.server.ts";
import {
  inPence,
  keepResult,
  perhapsPaid,
  readResult,
  unknownUnlessProven,
  type Completion,
} from "./payment-outcome.server.ts";
import { changeSelection } from "./selection.server.ts";

const UNKNOWN_TEXT =
  "We do not know yet whether it was paid: please do not pay again, and open this page again in a moment.";

const completeName = ({ account }: Portal, paymentId: string) =>
  `complete payment ${account.clientId} ${paymentId}`;

/** Whether the API received the return: after `notReceived` it may be sent again; `foreign` is another account's payment. */
export type ReturnDelivery = "received" | "notReceived" | "foreign";

/** Sends the card provider's answer to the API, at most once per payment (ADR 12). */
export async function completePayment(
  args: RouteArgs,
  portal: Portal,
  returned: CardReturn,
): Promise<ReturnDelivery> {
  // Looked up before the claim: without an IP address nothing is sent, and the person may try again.
  const cardReturn = { ...returned, ipAddress: await clientIpAddress(args.context, UNKNOWN_TEXT) };
  const { ofSession, ofPerson } = await listPendingPayments(args.context, portal);
  const begun = [...ofSession, ...ofPerson];
  const delivery = await tellAccounts(args, portal, cardReturn, begun, (accountPortal, name) =>
    completeInAccount(args, accountPortal, cardReturn, name),
  );
  if (delivery !== "foreign" || begun.length === 0) return delivery;
  // This may be the payment that the person has begun.
  args.context.log.error({ paymentId: cardReturn.paymentId }, UNKNOWN_PAYMENT);
  return "notReceived";
}

/** Waits for another request that sends the same return to the API. Throws when the signal aborts. */
export async function awaitCompletion(
  args: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  signal: AbortSignal,
): Promise<ReturnDelivery> {
  const { vault } = args.context.services;
  const { ofSession, ofPerson } = await listPendingPayments(args.context, portal);
  // The other request may have ended, and its payment is no longer pending.
  const ended = await readResult(vault, portal, paymentKey(cardReturn));
  const begun = [...ofSession, ...ofPerson, ...(ended ? [ended] : [])];
  const delivery = await tellAccounts(
    args,
    portal,
    cardReturn,
    begun,
    async (_, name) => (await awaitOutcome<Completion>(vault, name, { signal })) ?? "foreign",
  );
  return delivery === "foreign" ? "notReceived" : delivery;
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
  tell: (accountPortal: Portal, name: string) => Promise<InAccount>,
): Promise<ReturnDelivery> {
  let unproven: { readonly record: () => Promise<ReturnDelivery>; readonly isUnknown: boolean } | undefined;
  for (const account of possibleAccounts(portal, begun)) {
    // Not cancelled if the browser disconnects; the person's next page shows the outcome.
    const accountPortal = { ...portal, account, api: uncancelledApiOf(args.context, account.clientId) };
    const name = await completionNameFor(args.context.services.vault, accountPortal, cardReturn);
    const outcome = await tell(accountPortal, name);
    if (outcome === "foreign") continue;
    if (outcome === "notReceived") return outcome;
    const record = () => recordOutcome(args, accountPortal, cardReturn, name, outcome);
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
  cardReturn: CardReturnWithIp,
  name: string,
): Promise<InAccount> {
  const { vault } = args.context.services;
  // In turn, so that a payment that ends meanwhile is not taken for this one.
  const turn = `complete payment in ${portal.account.clientId}`;
  const send = () => runExclusively(vault, turn, () => sendCompletion(args, portal, cardReturn));
  try {
    return await runOnce(vault, name, send);
  } catch (error) {
    if (!isPortalApiError(error) || !hadNoEffect(error) || error.kind === "unauthorised") throw error;
    if (error.kind === "notFound" || error.kind === "forbidden") return "foreign";
    args.context.log.error({ paymentId: cardReturn.paymentId }, UNKNOWN_PAYMENT);
    return "notReceived";
  }
}

async function recordOutcome(
  args: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  name: string,
  outcome: SharedOutcome<Completion>,
): Promise<ReturnDelivery> {
  const result = await keepResult(args.context.services.vault, portal, cardReturn, name);
  const checked = unknownUnlessProven(outcome, result);
  if (checked.state === "known") await recordCompletion(args, portal, cardReturn, checked.value);
  else args.context.log.error({ paymentId: cardReturn.paymentId }, UNKNOWN_PAYMENT);
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
    await context.services.vault.keepOutcome(completeName(portal, paymentId), {
      state: "known",
      value: ended,
    });
    // Unticks only the paid invoices; none if it is not certain which payment this was.
    if (others.length === 0) await changeSelection(portal, { remove: only?.invoiceNumbers ?? [] });
  } else if (!ended.hasEnded) return;
  if (only && others.length === 0) await forgetPendingPayment(context, portal, only);
}

/** A refused crypt may be forged, so another crypt for the same payment gets its own name. */
async function completionNameFor(
  vault: Vault,
  portal: Portal,
  { paymentId, crypt }: CardReturn,
): Promise<string> {
  const name = completeName(portal, paymentId);
  const first = await findOutcome<Completion>(vault, name);
  const wasRefused = first?.state === "known" && !first.value.paid;
  return wasRefused && first.value.crypt !== hashOf(crypt) ? `${name} ${hashOf(crypt)}` : name;
}

const hashOf = (crypt: string) => createHash("sha256").update(crypt).digest("base64url").slice(0, 22);

/** Of payments that are open at once: the API is asked for their invoices before and after a return. */
const MAX_COMPARED = 8;

type CardReturnWithIp = CardReturn & { readonly ipAddress: string };

async function sendCompletion(args: RouteArgs, portal: Portal, body: CardReturnWithIp): Promise<Completion> {
  const { vault } = args.context.services;
  const { ofSession, ofPerson } = await listPendingPayments(args.context, portal);
  const inAccount = ({ account }: PendingPayment) => account.clientId === portal.account.clientId;
  const sessionPayments = ofSession.filter(inAccount);
  // Failures are matched with this session's payments first: those of other sessions may end at the same time.
  const open = (sessionPayments.length > 0 ? sessionPayments : ofPerson.filter(inAccount)).slice(
    0,
    MAX_COMPARED,
  );
  const stillOpen = () =>
    valueWithin(
      perhapsPaid(portal, open).catch(() => undefined),
      timeouts.optionalCallMs,
    );
  const before = (await stillOpen()) ?? [];
  const notPaid = async (reason: string, isUnproven: boolean): Promise<Completion> => {
    const after = (await stillOpen()) ?? before;
    // Of several payments, the failed one is that whose invoices are no longer pending.
    const noLongerPending = before.filter((one) => !after.includes(one));
    const hasEnded = noLongerPending.length === 1;
    const begun = hasEnded ? noLongerPending : open;
    return { paid: false, reason, isUnproven, hasEnded, crypt: hashOf(body.crypt), begun };
  };
  try {
    const receipt = await portal.api.call(completePaymentTransaction, { body });
    if (receipt.txAuthNo === "") return await notPaid("", true);
    const hasSameAmount = ({ amount }: PendingPayment) =>
      inPence(amount) === inPence(receipt.amount ?? amount);
    // A forged return may have ended it before, so it may no longer be among the pending ones.
    const first = await findOutcome<Completion>(vault, completeName(portal, body.paymentId));
    const ended = first?.state === "known" ? first.value.begun : [];
    // Anybody's of the account: a colleague may have signed in while the payer was at the card provider.
    const matching = (await listPendingInAccount(args.context, portal)).filter(hasSameAmount);
    const begun = matching.length > 0 ? matching : ended.filter(hasSameAmount);
    const amount = receipt.amount ?? (begun.length === 1 ? begun[0]?.amount : undefined);
    if (begun.length === 0 || amount == null) throw new Error("the receipt is for no amount that was begun");
    return { paid: true, receipt: { ...receipt, amount }, begun };
  } catch (error) {
    if (!isPortalApiError(error)) throw error;
    if (error.kind === "rejected")
      return notPaid(error.serverText ?? error.brokenRules[0]?.description ?? "", false);
    args.context.log.error(errorLogFields(error), "portal API call failed");
    throw error;
  }
}
