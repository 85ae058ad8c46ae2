import { createHash } from "node:crypto";
import { listUnpaid } from "#app/areas/invoices/unpaid.server.ts";
import { errorLogFields } from "#app/errors/error-page.ts";
import { paths } from "#app/paths.ts";
import { hadNoEffect, isPortalApiError } from "#app/portal-api/errors.ts";
import { completePaymentTransaction, type PaymentReceipt } from "#app/portal-api/payments.ts";
import {
  awaitOutcome,
  findOutcome,
  runOnce,
  type SharedOutcome,
} from "#app/request/across-instances.server.ts";
import { paymentKey, type CardReturn } from "#app/request/card-return.ts";
import { portalApiOf, uncancelledApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
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
import { changeSelection, findSelected } from "./selection.server.ts";

/** How a payment ended. `begun` lists the payments that it may have been; `crypt` is a hash. */
export type Completion = { readonly begun: readonly PendingPayment[] } & (
  | { readonly paid: true; readonly receipt: PaymentReceipt & { readonly amount: number } }
  | {
      readonly paid: false;
      readonly reason: string;
      readonly crypt: string;
      /** The API neither refused nor confirmed it: see `unknownUnlessProven`. */
      readonly isUnproven?: boolean;
    }
);

const UNKNOWN_TEXT =
  "We do not know yet whether it was paid: please do not pay again, and open this page again in a moment.";

const completeName = ({ account }: Portal, paymentId: string) =>
  `complete payment ${account.clientId} ${paymentId}`;
const resultName = ({ session }: Portal, key: string) => `payment result ${session.handle} ${key}`;

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
  for (const account of possibleAccounts(portal, [...ofSession, ...ofPerson])) {
    // Not cancelled if the browser disconnects; the person's next page shows the outcome.
    const accountPortal = { ...portal, account, api: uncancelledApiOf(args.context, account.clientId) };
    const delivery = await completeInAccount(args, accountPortal, cardReturn);
    if (delivery !== "foreign") return delivery;
  }
  if (ofSession.length + ofPerson.length === 0) return "foreign";
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
  for (const account of possibleAccounts(portal, [...ofSession, ...ofPerson, ...(ended ? [ended] : [])])) {
    const accountPortal = { ...portal, account, api: uncancelledApiOf(args.context, account.clientId) };
    const name = await completionNameFor(vault, accountPortal, cardReturn);
    const outcome = await awaitOutcome<Completion>(vault, name, { signal });
    if (outcome) return recordOutcome(args, accountPortal, cardReturn, name, outcome);
  }
  return "notReceived";
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
): Promise<ReturnDelivery> {
  const { vault } = args.context.services;
  const name = await completionNameFor(vault, portal, cardReturn);
  const outcome = await runOnce(vault, name, () => sendCompletion(args, portal, cardReturn)).catch(
    (error: unknown) => {
      if (!isPortalApiError(error) || !hadNoEffect(error) || error.kind === "unauthorised") throw error;
      return error.kind === "notFound" || error.kind === "forbidden" ? "foreign" : "notReceived";
    },
  );
  if (outcome === "notReceived") args.context.log.error({ paymentId: cardReturn.paymentId }, UNKNOWN_PAYMENT);
  if (outcome === "notReceived" || outcome === "foreign") return outcome;
  return recordOutcome(args, portal, cardReturn, name, outcome);
}

async function recordOutcome(
  args: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  name: string,
  outcome: SharedOutcome<Completion>,
): Promise<ReturnDelivery> {
  const result: Result = { name, account: portal.account, page: cardReturn.page };
  await args.context.services.vault.set(resultName(portal, paymentKey(cardReturn)), result);
  const checked = unknownUnlessProven(outcome, result);
  if (checked.state === "known") await recordCompletion(args, portal, cardReturn, checked.value);
  else args.context.log.error({ paymentId: cardReturn.paymentId }, UNKNOWN_PAYMENT);
  await closeIntent(portal, cardReturn.paymentId);
  return "received";
}

/** Without a refusal or an authorisation code, it has failed only if the card provider returned to the failure page. */
function unknownUnlessProven(
  outcome: SharedOutcome<Completion>,
  { page }: Result,
): SharedOutcome<Completion> {
  const isUnproven = outcome.state === "known" && !outcome.value.paid && outcome.value.isUnproven;
  return isUnproven && page !== paths.paymentFailed() ? { state: "unknown" } : outcome;
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
  } else if (only && (await mayBePaid(portal, [only]))) return;
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

type CardReturnWithIp = CardReturn & { readonly ipAddress: string };

async function sendCompletion(args: RouteArgs, portal: Portal, body: CardReturnWithIp): Promise<Completion> {
  const { vault } = args.context.services;
  const { ofSession, ofPerson } = await listPendingPayments(args.context, portal);
  const inAccount = ({ account }: PendingPayment) => account.clientId === portal.account.clientId;
  const sessionPayments = ofSession.filter(inAccount);
  // Failures are matched with this session's payments first: those of other sessions may end at the same time.
  const open = sessionPayments.length > 0 ? sessionPayments : ofPerson.filter(inAccount);
  const before: readonly PendingPayment[] = await stillPendingOf(portal, open).catch(() => []);
  const notPaid = async (reason: string, isUnproven: boolean): Promise<Completion> => {
    const after = await stillPendingOf(portal, open).catch(() => before);
    // Of several payments, the failed one is that whose invoices are no longer pending.
    const noLongerPending = before.filter((one) => !after.includes(one));
    const begun = noLongerPending.length === 1 ? noLongerPending : open;
    return { paid: false, reason, isUnproven, crypt: hashOf(body.crypt), begun };
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

async function stillPendingOf(
  portal: Portal,
  begun: readonly PendingPayment[],
): Promise<readonly PendingPayment[]> {
  // A single payment is not compared with others.
  if (begun.length < 2) return [];
  const areStillPending = await Promise.all(begun.map((one) => mayBePaid(portal, [one])));
  return begun.filter((_, index) => areStillPending[index]);
}

const inPence = (pounds: number) => Math.round(pounds * 100);

/** True while the API waits for the money or may have it: then a refusal proves nothing, and paying again could pay twice. */
export async function mayBePaid(portal: Portal, begun: readonly PendingPayment[]): Promise<boolean> {
  const numbers = begun.flatMap(({ invoiceNumbers }) => invoiceNumbers);
  const invoices =
    numbers.length > 0 ? await findSelected(portal, numbers) : (await listUnpaid(portal)).invoices;
  if (invoices.some(({ isCardPaymentPending }) => isCardPaymentPending)) return true;
  const dueNow = new Map(invoices.map((one) => [one.invoiceNumber, inPence(one.outstandingAmount)]));
  return begun.some(({ invoiceNumbers, amounts }) =>
    invoiceNumbers.some((number, index) => (dueNow.get(number) ?? 0) < inPence(amounts[index] ?? 0)),
  );
}

/** What a session's address of a payment shows: the outcome of this name, as returned to `page`. */
interface Result {
  readonly name: string;
  readonly account: CurrentAccount;
  readonly page: string;
}

async function readResult(vault: Vault, portal: Portal, key: string): Promise<Result | undefined> {
  return (await vault.find(resultName(portal, key))) as Result | undefined;
}

/** The outcome of a payment that came back in this session, and the portal API of its account; undefined without one. */
export async function findResult(
  { context }: RouteArgs,
  portal: Portal,
  key: string,
): Promise<{ readonly outcome: SharedOutcome<Completion>; readonly accountPortal: Portal } | undefined> {
  const { vault } = context.services;
  const result = await readResult(vault, portal, key);
  if (!result || !hasRole(portal.user, result.account.clientId, "Orders")) return undefined;
  const accountPortal = {
    ...portal,
    account: result.account,
    api: portalApiOf(context, result.account.clientId),
  };
  const outcome = (await findOutcome<Completion>(vault, result.name)) ?? { state: "unknown" };
  return { outcome: unknownUnlessProven(outcome, result), accountPortal };
}
