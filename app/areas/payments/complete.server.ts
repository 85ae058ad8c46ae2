import { createHash } from "node:crypto";
import { isPortalApiError } from "../../portal-api/errors.ts";
import { completePaymentTransaction, type PaymentReceipt } from "../../portal-api/payments.ts";
import type { Portal } from "../../request/portal.ts";
import type { RouteArgs } from "../../request/proof.ts";
import { callerAddress } from "./caller-address.server.ts";
import { findPurpose, spend } from "./intent.ts";
import { findOutcome, once, type Outcome } from "./once.ts";
import { changeSelection, clearSelection, findSelected, listUnpaid } from "./selection.ts";

/** How a payment ended, by the API's answer; invoices and amount as far as this session knows what it began. */
export type Completion =
  | { readonly paid: true; readonly receipt: PaymentReceipt; readonly invoiceNumbers: readonly string[] }
  /** `reason` in the server's words; `crypt` is a hash of what it was said about. */
  | {
      readonly paid: false;
      readonly reason: string;
      readonly crypt: string;
      readonly invoiceNumbers: readonly string[] | undefined;
    }
  /** The account has no such payment, or may not see it. */
  | { readonly paid: false; readonly missing: true };

const completeName = ({ account }: Portal, paymentId: string) =>
  `complete payment ${account.clientId} ${paymentId}`;
const latestName = ({ session, account }: Portal) => `latest payment ${session.handle} ${account.clientId}`;

/**
 * Tells the API what the card provider answered, at most once for each payment over tabs, reloads and instances
 * (spec 2 §4), and notes it as this session's latest payment. The API's answer decides, not the page that the
 * person was sent to.
 */
export async function completePayment(
  args: RouteArgs,
  portal: Portal,
  paymentId: string,
  crypt: string,
): Promise<void> {
  // Before the claim: without an address nothing is sent, and the person may try again.
  const ipAddress = await callerAddress(args.context);
  const body = { paymentId, crypt, ipAddress };
  const name = await nameFor(args, portal, body);
  await noteLatest(args, portal, name);
  const outcome = await once(args.context.services.vault, name, () => complete(args, portal, body));
  if (outcome.state === "known" && "missing" in outcome.value) return;
  // From now on the payment is paid, whichever answer comes again.
  if (outcome.state === "known" && outcome.value.paid) {
    await args.context.services.vault.keep(completeName(portal, paymentId), outcome);
  }
  if (outcome.state === "known" && outcome.value.paid) await untickPaid(portal, outcome.value.invoiceNumbers);
  await spend(portal, paymentId);
}

/**
 * What the API has refused may have been a damaged or made-up answer: another one for the same payment is heard
 * under a name of its own. The same one again is not.
 */
async function nameFor(
  { context }: RouteArgs,
  portal: Portal,
  { paymentId, crypt }: Brought,
): Promise<string> {
  const name = completeName(portal, paymentId);
  const first = await findOutcome<Completion>(context.services.vault, name);
  const wasRefused = first?.state === "known" && !first.value.paid && "crypt" in first.value;
  return wasRefused && first.value.crypt !== hashOf(crypt) ? `${name} ${hashOf(crypt)}` : name;
}

const hashOf = (crypt: string) => createHash("sha256").update(crypt).digest("base64url").slice(0, 22);

/** Only what was paid: a return that comes late or again must not take what the person has ticked since. */
async function untickPaid(portal: Portal, paid: readonly string[]): Promise<void> {
  if (paid.length > 0) await changeSelection(portal, { remove: paid });
  else await clearSelection(portal);
}

interface Brought {
  readonly paymentId: string;
  readonly crypt: string;
  readonly ipAddress: string;
}

async function complete(args: RouteArgs, portal: Portal, body: Brought): Promise<Completion> {
  const purpose = await findPurpose(args.context, portal);
  try {
    const receipt = await portal.api.call(completePaymentTransaction, { body });
    const isThis = purpose?.amount === receipt.amount;
    return { paid: true, receipt, invoiceNumbers: isThis ? purpose.invoiceNumbers : [] };
  } catch (error) {
    if (!isPortalApiError(error)) throw error;
    if (error.kind === "notFound" || error.kind === "forbidden") return { paid: false, missing: true };
    if (error.kind !== "rejected") throw error;
    const reason = error.serverText ?? error.brokenRules[0]?.description ?? "";
    return { paid: false, reason, crypt: hashOf(body.crypt), invoiceNumbers: purpose?.invoiceNumbers };
  }
}

/**
 * A refusal while the API still waits for the money is no failure: paying again could pay twice. Where nobody
 * knows which invoices it was for, any that is being paid may be one of them.
 */
export async function isStillPending(
  portal: Portal,
  numbers: readonly string[] | undefined,
): Promise<boolean> {
  const invoices = numbers ? await findSelected(portal, numbers) : await listUnpaid(portal);
  return invoices.some(({ isCardPaymentPending }) => isCardPaymentPending);
}

async function noteLatest({ context }: RouteArgs, portal: Portal, name: string): Promise<void> {
  const { vault } = context.services;
  // A name must be claimed before it can hold something; who claimed it first does not matter here.
  await vault.claim(latestName(portal));
  await vault.keep(latestName(portal), name);
}

/** This session's latest payment and how it ended; undefined where there was none. */
export async function findLatest(
  { context }: RouteArgs,
  portal: Portal,
): Promise<Outcome<Completion> | undefined> {
  const { vault } = context.services;
  const name = await vault.find(latestName(portal));
  if (typeof name !== "string") return undefined;
  return (await findOutcome<Completion>(vault, name)) ?? { state: "unknown" };
}
