import { redirect } from "@remix-run/node";
import {
  cardReturnIn,
  dropCardReturn,
  isPaymentKey,
  isReturnPage,
  keepCardReturn,
  keptCardReturns,
  paymentKey,
  type CardReturn,
} from "#app/request/card-return.ts";
import { isPrefetchOrHead } from "#app/request/is-prefetch-or-head.ts";
import { findOutcome, type SharedOutcome } from "#app/request/once.server.ts";
import { portalApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { requireAccount, requireRole } from "#app/request/require.ts";
import { formatDateTime, formatMoney } from "#app/ui/format.ts";
import type { LoadContext } from "#server/load-context.ts";
import { paths } from "#shared/paths.ts";
import { valueWithin } from "#shared/time/within.ts";
import { allows, stateOf, UNKNOWN_PAYMENT, type Completion, type Payment } from "./payment.ts";
import { perhapsPaid, readResult, tellReturn, type Result, type ReturnDelivery } from "./return.server.ts";

/** How long the card provider's return waits for the API before the page is shown. */
const FIRST_WAIT_MS = 2_000;
/** How long each reload waits, since the page reloads immediately: long enough to notice that an instance has died. */
const WAIT_MS = 6_000;
/** The first reload follows the redirect, and other payments' returns are not what the page shows. */
const SHORT_WAIT_MS = 250;
/** After this many loads the page no longer reloads by itself; together they last longer than the API may take. */
const MAX_WAITS = 8;

/** `waiting`: the API's call is running; `unknown`: its outcome is not known yet; `none`: there is no payment to show. */
type Unsettled =
  | { readonly kind: "waiting"; readonly checkAgain: string }
  | { readonly kind: "unknown"; readonly checkAgain?: string }
  | { readonly kind: "none"; readonly text: string };
type Settled =
  | { readonly kind: "paid"; readonly completion: Completion & { paid: true }; readonly paidBy: string }
  | { readonly kind: "failed"; readonly completion: Completion & { paid: false } };
export type ResultView = Unsettled | ReturnType<typeof paidView> | ReturnType<typeof failedView>;

/**
 * Tells the API each return that waits; then returns the outcome of the address's payment, or redirects to the payment's
 * address. The first payment of a session is at the page's plain address, each other at one with its name.
 */
export async function paymentResult(args: RouteArgs, page: "succeeded" | "failed"): Promise<ResultView> {
  const returned = await writeDownReturn(args);
  const portal = await requireAccount(args);
  const untold = isPrefetchOrHead(args.request) ? [] : keptCardReturns(portal.session);
  const shown = await findShown(args, portal, returned, untold);
  const unsettled = await Promise.all(untold.map((one) => tell(args, portal, one, shown)));
  const result = await readResult(args.context.services.records, portal, shown.key);
  if (!result && untold.length === 0) await requireRole(args, "Orders");
  const outcome = unsettled.find((one) => one !== undefined) ?? (await settle(args, portal, result));
  requireAddress(args, outcome.kind === "none" ? page : outcome.kind, shown.name);
  if (outcome.kind === "paid") return paidView(outcome, args.context.config.brandName);
  return outcome.kind === "failed" ? failedView(outcome) : outcome;
}

const noStore = { "Cache-Control": "no-store" };

/** Keeps the return of this address before an account, a role or a lock is asked for, so that another page can tell it if this one can't. */
async function writeDownReturn({ request, context: { session } }: RouteArgs) {
  const returned = cardReturnIn(new URL(request.url));
  // 425 Too Early: browsers discard a failed prefetch, and metrics don't count it as a failure.
  if (returned && isPrefetchOrHead(request)) throw new Response(null, { status: 425, headers: noStore });
  if (returned && session.user) {
    keepCardReturn(session, { ...returned, state: "told" });
    await session.commit();
  }
  return returned;
}

/** The key of the address's payment, undefined for none, and its name in the address; the session's first has none there. */
async function findShown(
  { request, context }: RouteArgs,
  { session }: Portal,
  returned: CardReturn | undefined,
  [newest]: readonly CardReturn[],
) {
  const first = returned ?? newest;
  const keepFirst = (current?: string) => (current === undefined && first ? paymentKey(first) : undefined);
  const { records } = context.services;
  const plain = await records.change<string>(`plain payment address ${session.handle}`, keepFirst);
  const named = new URL(request.url).searchParams.get("payment") ?? "";
  const key = returned ? paymentKey(returned) : isPaymentKey(named) ? named : plain;
  return { key, name: key === plain ? undefined : key };
}

/**
 * Tells the API a return, or waits for another request that does, for as long as this load may. Returns what to show until
 * the API has received it, if the page is about this one.
 */
async function tell(
  args: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  { key, name }: Awaited<ReturnType<typeof findShown>>,
): Promise<Unsettled | undefined> {
  const { services, signal } = args.context;
  const { waits } = cardReturn;
  const isShown = paymentKey(cardReturn) === key;
  const waitMs = waits === 0 ? FIRST_WAIT_MS : waits === 1 || !isShown ? SHORT_WAIT_MS : WAIT_MS;
  // The first load's work waits on when the browser has gone; later ones end with their page, which asks again.
  const ends = waits === 0 ? [] : [signal, AbortSignal.timeout(waitMs)];
  const waiting = AbortSignal.any([services.pendingWork.stopping, ...ends]);
  const work = tellReturn(args, portal, cardReturn, waiting).catch((error: unknown) => {
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  });
  const delivery = await valueWithin(waitMs, work);
  if (delivery) keepUnlessReceived(portal, cardReturn, delivery);
  else {
    services.inBackground("payment return", () => work.then(() => portal.session.commit()));
    const isOwnWait = isShown || waits === 0;
    keepCardReturn(portal.session, { ...cardReturn, state: "told", waits: isOwnWait ? waits + 1 : waits });
  }
  if (!isShown || delivery === "received") return undefined;
  if (delivery === "foreign") return notFound(portal);
  const isWaiting = !delivery && waits < MAX_WAITS;
  return { kind: isWaiting ? "waiting" : "unknown", checkAgain: paths.paymentSucceeded(name) };
}

/** Drops a return that the API has received. Another account's stays, since the person may switch to that. */
function keepUnlessReceived({ session }: Portal, cardReturn: CardReturn, delivery: ReturnDelivery): void {
  if (delivery === "received") dropCardReturn(session, cardReturn);
  else keepCardReturn(session, { ...cardReturn, state: "kept", waits: 0 });
}

/** Returns without an outcome that a result page has begun to tell: its instance may have died. */
const returnsBeingTold = (session: Portal["session"]) =>
  keptCardReturns(session).filter(({ state }) => state === "told");

/** Tells the API in the background, from any other page of the payer. */
export function tellUntold(args: RouteArgs, portal: Portal): void {
  const { afterResponse, services } = args.context;
  if (isReturnPage(new URL(args.request.url).pathname)) return;
  for (const cardReturn of returnsBeingTold(portal.session))
    afterResponse("payment return", async () => {
      const delivery = await tellReturn(args, portal, cardReturn, services.pendingWork.stopping);
      keepUnlessReceived(portal, cardReturn, delivery);
      await portal.session.commit();
    });
}

/** Only the payer's token can tell it: called before the session ends, this leaves the rest to whoever reads the log. */
export function logUntold({ session, log }: LoadContext): void {
  for (const { paymentId } of returnsBeingTold(session)) log.error({ paymentId }, UNKNOWN_PAYMENT);
}

const notFound = ({ account }: Pick<Portal, "account">): Unsettled => ({
  kind: "none",
  text: `We couldn't find this payment under ${account.name}.`,
});

/** How a payment has ended. It has failed once the invoices say so, too, and then that stays. */
async function settle(
  { context }: RouteArgs,
  portal: Portal,
  result: Result | undefined,
): Promise<Settled | Unsettled> {
  if (!result) return { kind: "none", text: "There's no payment to show here." };
  const { records } = context.services;
  const { name, account, page, paymentId } = result;
  const outcome = (await findOutcome<Completion>(records, name)) ?? { state: "unknown" };
  const state = stateOf(outcome, page);
  if (outcome.state === "unknown" || state === "unknown") return { kind: "unknown" };
  const { value } = outcome;
  if (value.paid) return { kind: "paid", completion: value, paidBy: account.name };
  // Anyone can make up a return.
  if (value.begun.length === 0) return notFound(result);
  if (allows(state, "fail")) {
    const accountPortal = { ...portal, account, api: portalApiOf(context, account.clientId) };
    if ((await perhapsPaid(accountPortal, value.begun)).length > 0) {
      context.log.error({ paymentId }, UNKNOWN_PAYMENT);
      return { kind: "unknown" };
    }
    // Once we've said so it stays, whatever becomes of the invoices later.
    const failed = { state: "known", value: { ...value, isFailed: true } } as const;
    await records.change<SharedOutcome<Completion>>(name, (now) =>
      allows(stateOf(now), "fail") ? failed : undefined,
    );
  }
  return { kind: "failed", completion: value };
}

/** Redirects to the payment's address: that with the crypt must not become the next page's referrer. */
function requireAddress({ request }: RouteArgs, kind: string, name: string | undefined): void {
  const address = kind === "failed" ? paths.paymentFailed(name) : paths.paymentSucceeded(name);
  const { pathname, search } = new URL(request.url);
  if (address === pathname + search) return;
  throw redirect(address, { status: 303, headers: { ...noStore, "Referrer-Policy": "no-referrer" } });
}

function paidView({ completion, paidBy }: Settled & { kind: "paid" }, paidTo: string) {
  const { receipt, begun } = completion;
  const invoices = invoiceFacts(begun);
  const amount = formatMoney(receipt.amount ?? "");
  const count = invoices.length === 1 ? "1 invoice" : `${invoices.length} invoices`;
  return {
    kind: "paid" as const,
    // Only the amount if it may have been one of several payments.
    fact: invoices.length === 0 ? amount : `${amount} for ${count}`,
    details: [
      { term: "Date", detail: formatDateTime(receipt.paymentDate) ?? "" },
      { term: "Transaction ID", detail: receipt.vendorTxCode },
      { term: "Amount", detail: amount },
      { term: "Payment Type", detail: receipt.cardType },
      { term: "Authorisation Code", detail: receipt.txAuthNo },
    ],
    purpose: [
      { term: "Paid to", detail: paidTo },
      { term: "Paid by", detail: paidBy },
    ],
    invoices,
  };
}

function failedView({ completion: { reason, begun } }: Settled & { kind: "failed" }) {
  return {
    kind: "failed" as const,
    reason: inOurWords(reason),
    purpose: [{ term: "Amount", detail: formatMoney(begun[0]?.amount ?? 0) }],
    invoices: invoiceFacts(begun),
  };
}

/** The card provider's own text, '2013 : The Transaction was cancelled by the customer.', as we'd say it; the API's as it is. */
function inOurWords(reason: string): string {
  const [, code, text = ""] = /^(\d{3,5})\s*:\s*(.*)$/s.exec(reason) ?? [];
  if (code === undefined) return reason;
  if (/cancel/i.test(text)) return "You cancelled the payment.";
  if (/declin/i.test(text)) return "Your bank declined the card.";
  if (/3-?D/i.test(text)) return "Your bank couldn't confirm that it was you.";
  return `Our card provider didn't accept the payment (code ${code}).`;
}

/** The invoices of a payment; none if it may have been one of several. */
function invoiceFacts([only, ...others]: readonly Payment[]) {
  if (!only || others.length > 0) return [];
  return only.invoiceNumbers
    .map((number, index) => ({
      term: `Invoice ${number}`,
      detail: formatMoney(only.amounts[index] ?? 0),
    }))
    .sort((a, b) => a.term.localeCompare(b.term, "en", { numeric: true }));
}
