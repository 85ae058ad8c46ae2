import { isPortalApiError } from "../../portal-api/errors.ts";
import { completePaymentTransaction, type PaymentReceipt } from "../../portal-api/payments.ts";
import type { Portal } from "../../request/portal.ts";
import type { RouteArgs } from "../../request/proof.ts";
import { callerAddress } from "./caller-address.server.ts";
import { currentIntent, findBegun, spend } from "./intent.ts";
import { findOutcome, once, type Outcome } from "./once.ts";
import { clearSelection, selectedNumbers } from "./selection.ts";

/** How a payment ended, by the API's answer. */
export type Completion =
  | { readonly paid: true; readonly receipt: PaymentReceipt }
  /** `reason` in the server's words; `invoiceNumbers` as far as this session knows them. */
  | { readonly paid: false; readonly reason: string; readonly invoiceNumbers: readonly string[] };

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
  const { vault } = args.context.services;
  const name = completeName(portal, paymentId);
  await noteLatest(args, portal, paymentId);
  const outcome = await once(vault, name, () => complete(args, portal, paymentId, crypt));
  if (outcome.state === "known" && outcome.value.paid) await clearSelection(portal);
  await spend(portal, paymentId);
}

async function complete(
  args: RouteArgs,
  portal: Portal,
  paymentId: string,
  crypt: string,
): Promise<Completion> {
  const ipAddress = await callerAddress(args.context);
  try {
    const body = { paymentId, crypt, ipAddress };
    return { paid: true, receipt: await portal.api.call(completePaymentTransaction, { body }) };
  } catch (error) {
    if (!isPortalApiError(error) || error.kind !== "rejected") throw error;
    const reason = error.serverText ?? error.brokenRules[0]?.description ?? "";
    return { paid: false, reason, invoiceNumbers: await begunInvoices(args, portal) };
  }
}

/** The invoices of the payment that this session began last. */
async function begunInvoices(args: RouteArgs, portal: Portal): Promise<readonly string[]> {
  const intent = await currentIntent(portal, await selectedNumbers(portal));
  const begun = await findBegun(args.context, intent);
  return begun?.state === "known" ? begun.value.invoiceNumbers : [];
}

async function noteLatest({ context }: RouteArgs, portal: Portal, paymentId: string): Promise<void> {
  const { vault } = context.services;
  // A name must be claimed before it can hold something; who claimed it first does not matter here.
  await vault.claim(latestName(portal));
  await vault.keep(latestName(portal), paymentId);
}

/** This session's latest payment and how it ended; undefined where there was none. */
export async function findLatest(
  { context }: RouteArgs,
  portal: Portal,
): Promise<Outcome<Completion> | undefined> {
  const { vault } = context.services;
  const paymentId = await vault.find(latestName(portal));
  if (typeof paymentId !== "string") return undefined;
  return (await findOutcome<Completion>(vault, completeName(portal, paymentId))) ?? { state: "unknown" };
}
