import { redirect } from "@remix-run/node";
import { paths } from "#app/paths.ts";
import {
  addressAfter,
  cardReturnIn,
  dropCardReturn,
  isPaymentKey,
  keepCardReturn,
  keptCardReturns,
  paymentKey,
  type CardReturn,
} from "#app/request/card-return.ts";
import { isPrefetchOrHead } from "#app/request/is-prefetch-or-head.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireAccount, requireRole, requireUser } from "#app/request/require.ts";
import { valueWithin } from "#app/time/within.ts";
import { formatDateTime, formatMoney } from "#app/ui/format.ts";
import { UNKNOWN_PAYMENT, type PendingPayment } from "./attempts.server.ts";
import { completePayment, type ReturnDelivery } from "./complete.server.ts";
import { findResult, hasFailed, type Completion, type FoundResult } from "./payment-outcome.server.ts";

/** How long the card provider's return waits for the API before the page is shown. */
const FIRST_WAIT_MS = 2_000;
/** How long each reload waits, since the page reloads immediately: long enough to notice that an instance has died. */
const WAIT_MS = 6_000;
/** The first reload follows the redirect, and other payments' returns are not what the page shows. */
const SHORT_WAIT_MS = 250;
/** After this many loads the page no longer reloads by itself; together they last longer than the API may take. */
const MAX_WAITS = 8;

type Facts = readonly { readonly term: string; readonly detail: string }[];

/** `waiting`: the API's call is running; `unknown`: its outcome is not known yet; `none`: there is no payment to show. */
export type ResultView =
  | { readonly kind: "paid"; readonly fact: string; readonly details: Facts; readonly purpose: Facts }
  | { readonly kind: "failed"; readonly reason: string; readonly purpose: Facts }
  | { readonly kind: "waiting"; readonly checkAgain: string }
  | { readonly kind: "unknown"; readonly checkAgain?: string }
  | { readonly kind: "none"; readonly text: string };

/**
 * Sends each return that waits to the API; then returns the outcome of the address's payment, or redirects to the
 * payment's address. The first payment of a session is at the page's plain address, each other at one with its name.
 */
export async function paymentResult(args: RouteArgs, page: "succeeded" | "failed"): Promise<ResultView> {
  const { session } = await requireUser(args);
  const url = new URL(args.request.url);
  const returned = cardReturnIn(url);
  const isPrefetch = isPrefetchOrHead(args.request);
  // 425 Too Early: browsers discard a failed prefetch, and metrics don't count it as a failure.
  if (isPrefetch && returned) throw new Response(null, { status: 425, headers: noStore });
  // Before an account or a role is asked for: it is told in the account where it was begun, whichever is current.
  if (returned) keepCardReturn(session, returned);
  if (returned && !session.account) session.saveUrl(addressAfter(returned));
  const portal = await requireAccount(args);
  const waiting = isPrefetch ? [] : keptCardReturns(session);
  const plain = await claimPlainAddress(args, portal, returned ?? waiting[0]);
  const named = url.searchParams.get("payment") ?? "";
  const key = returned ? paymentKey(returned) : isPaymentKey(named) ? named : plain;
  const name = key === plain ? undefined : key;
  const told = await Promise.all(
    waiting.map(async (one) => {
      const isShown = paymentKey(one) === key;
      return [paymentKey(one), await sendToApi(args, portal, one, { name, isShown })] as const;
    }),
  );
  const result = key === undefined ? undefined : await findResult(args, portal, key);
  if (!result && waiting.length === 0) await requireRole(args, "Orders");
  const view = new Map(told).get(key ?? "") ?? (await outcomeView(args, result));
  const actualPage = view.kind === "none" ? page : view.kind === "failed" ? "failed" : "succeeded";
  const address = actualPage === "failed" ? paths.paymentFailed(name) : paths.paymentSucceeded(name);
  if (address === url.pathname + url.search) return view;
  // The address with the crypt must not become the next page's referrer.
  throw redirect(address, { status: 303, headers: { ...noStore, "Referrer-Policy": "no-referrer" } });
}

/** The payment at the session's plain address: this one, if there was none. */
function claimPlainAddress(
  { context }: RouteArgs,
  { session }: Portal,
  first: CardReturn | undefined,
): Promise<string | undefined> {
  return context.services.records.change<string>(`plain payment address ${session.handle}`, (current) =>
    current === undefined && first ? paymentKey(first) : undefined,
  );
}

/**
 * Sends a return to the API; it stays in the session until the API has received it. Returns the view to show until
 * then, at the address with this name.
 */
async function sendToApi(
  args: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  { name, isShown }: { readonly name: string | undefined; readonly isShown: boolean },
): Promise<ResultView | undefined> {
  const { session } = portal;
  const checkAgain = paths.paymentSucceeded(name);
  const delivery = await deliverReturn(args, portal, cardReturn, isShown);
  if (delivery === undefined) {
    const waits = isShown ? cardReturn.waits + 1 : Math.max(cardReturn.waits, 1);
    keepCardReturn(session, { ...cardReturn, waits });
    return { kind: waits > MAX_WAITS ? "unknown" : "waiting", checkAgain };
  }
  if (delivery === "notReceived") {
    keepCardReturn(session, { ...cardReturn, waits: 0 });
    return { kind: "unknown", checkAgain };
  }
  // Kept, because it may be of an account that isn't known here until the person switches to it.
  if (delivery === "foreign") return notFound(portal);
  dropCardReturn(session, cardReturn);
  return undefined;
}

const notFound = ({ account }: Portal): ResultView => ({
  kind: "none",
  text: `We could not find this payment in ${account.name}.`,
});

/** Sends the return, or waits for another request that does; undefined if that takes longer than this load may. */
async function deliverReturn(
  args: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  isShown: boolean,
): Promise<ReturnDelivery | undefined> {
  const { services, signal } = args.context;
  const { waits } = cardReturn;
  const waitMs = waits === 0 ? FIRST_WAIT_MS : waits === 1 || !isShown ? SHORT_WAIT_MS : WAIT_MS;
  // The first load's work waits on when the browser has gone; later ones end with their page, which asks again.
  const ends = waits === 0 ? [] : [signal, AbortSignal.timeout(waitMs)];
  const waiting = AbortSignal.any([services.pendingWork.stopping, ...ends]);
  const work = completePayment(args, portal, cardReturn, waiting).catch((error: unknown) => {
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  });
  const delivery = await valueWithin(waitMs, work);
  if (!delivery) services.inBackground("payment return", () => work);
  return delivery;
}

const noStore = { "Cache-Control": "no-store" };

async function outcomeView(args: RouteArgs, result: FoundResult | undefined): Promise<ResultView> {
  if (!result) return { kind: "none", text: "There is no payment to show here." };
  const { outcome, accountPortal, name, paymentId } = result;
  if (outcome.state === "unknown") return { kind: "unknown" };
  const { value } = outcome;
  if (value.paid) {
    const { receipt, begun } = value;
    return {
      kind: "paid",
      fact: describePayment(value),
      details: [
        { term: "Date", detail: formatDateTime(receipt.paymentDate) ?? "" },
        { term: "Transaction ID", detail: receipt.vendorTxCode },
        { term: "Amount", detail: formatMoney(receipt.amount ?? "") },
        { term: "Payment Type", detail: receipt.cardType },
        { term: "Authorisation Code", detail: receipt.txAuthNo },
      ],
      purpose: [
        { term: "Paid to", detail: args.context.config.brandName },
        { term: "Paid by", detail: accountPortal.account.name },
        ...invoiceFacts(begun),
      ],
    };
  }
  // Anybody can make up a return.
  if (value.begun.length === 0) return notFound(accountPortal);
  if (!(await hasFailed(args, accountPortal, value, name))) {
    args.context.log.error({ paymentId }, UNKNOWN_PAYMENT);
    return { kind: "unknown" };
  }
  // Without the card provider's number: '2013 : The Transaction was cancelled.'
  const reason = value.reason.replace(/^\d{3,5}\s*:\s*/, "");
  return { kind: "failed", reason, purpose: attemptFacts(value.begun) };
}

/** '£619.44 for 1 invoice'; only the amount if it may have been one of several payments. */
function describePayment({ receipt, begun }: Extract<Completion, { paid: true }>): string {
  const { length } = invoiceFacts(begun);
  const amount = formatMoney(receipt.amount ?? "");
  return length === 0 ? amount : `${amount} for ${length === 1 ? "1 invoice" : `${length} invoices`}`;
}

function attemptFacts(begun: readonly PendingPayment[]): Facts {
  const invoices = invoiceFacts(begun);
  const amount = formatMoney(begun[0]?.amount ?? 0);
  return invoices.length > 0 ? [...invoices, { term: "Amount", detail: amount }] : [];
}

/** The invoices of a payment; none if it may have been one of several. */
function invoiceFacts(begun: readonly PendingPayment[]): Facts {
  const [only, ...others] = begun;
  if (!only || others.length > 0) return [];
  return only.invoiceNumbers.map((number, index) => ({
    term: `Invoice ${number}`,
    detail: formatMoney(only.amounts[index] ?? 0),
  }));
}
