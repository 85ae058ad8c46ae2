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

type Facts = readonly { readonly term: string; readonly detail: string }[];

/** What a payment was for, and its invoices by number. */
interface Paying {
  readonly purpose: Facts;
  readonly invoices: Facts;
}

/** `waiting`: the API's call is running; `unknown`: its outcome is not known yet; `none`: there is no payment to show. */
export type ResultView =
  | ({ readonly kind: "paid"; readonly fact: string; readonly details: Facts } & Paying)
  | ({ readonly kind: "failed"; readonly reason: string } & Paying)
  | { readonly kind: "waiting"; readonly checkAgain: string }
  | { readonly kind: "unknown"; readonly checkAgain?: string }
  | { readonly kind: "none"; readonly text: string };

/**
 * Tells the API each return that waits; then returns the outcome of the address's payment, or redirects to the payment's
 * address. The first payment of a session is at the page's plain address, each other at one with its name.
 */
export async function paymentResult(args: RouteArgs, page: "succeeded" | "failed"): Promise<ResultView> {
  const returned = await writeDownReturn(args);
  const portal = await requireAccount(args);
  const waiting = isPrefetchOrHead(args.request) ? [] : keptCardReturns(portal.session);
  const shown = await findShown(args, portal, returned, returned ?? waiting[0]);
  const views = await Promise.all(waiting.map((one) => tell(args, portal, one, shown)));
  const result = await readResult(args.context.services.records, portal, shown.key);
  if (!result && waiting.length === 0) await requireRole(args, "Orders");
  const view = views.find((one) => one !== undefined) ?? (await outcomeView(args, portal, result));
  const actualPage = view.kind === "none" ? page : view.kind === "failed" ? "failed" : "succeeded";
  const address =
    actualPage === "failed" ? paths.paymentFailed(shown.name) : paths.paymentSucceeded(shown.name);
  const { pathname, search } = new URL(args.request.url);
  if (address === pathname + search) return view;
  // The address with the crypt must not become the next page's referrer.
  throw redirect(address, { status: 303, headers: { ...noStore, "Referrer-Policy": "no-referrer" } });
}

const noStore = { "Cache-Control": "no-store" };

/** Keeps the return of this address before an account, a role or a lock is asked for, so that another page can tell it if this one can't. */
async function writeDownReturn({
  request,
  context: { session },
}: RouteArgs): Promise<CardReturn | undefined> {
  const returned = cardReturnIn(new URL(request.url));
  // 425 Too Early: browsers discard a failed prefetch, and metrics don't count it as a failure.
  if (returned && isPrefetchOrHead(request)) throw new Response(null, { status: 425, headers: noStore });
  if (returned && session.user) {
    keepCardReturn(session, { ...returned, waits: 1 });
    await session.commit();
  }
  return returned;
}

/** The key of the address's payment, undefined for none, and its name in the address; the session's first has none there. */
async function findShown(
  { request, context }: RouteArgs,
  { session }: Portal,
  returned: CardReturn | undefined,
  first: CardReturn | undefined,
) {
  const keepFirst = (current?: string) => (current === undefined && first ? paymentKey(first) : undefined);
  const { records } = context.services;
  const plain = await records.change<string>(`plain payment address ${session.handle}`, keepFirst);
  const named = new URL(request.url).searchParams.get("payment") ?? "";
  const key = returned ? paymentKey(returned) : isPaymentKey(named) ? named : plain;
  return { key, name: key === plain ? undefined : key, hasReturned: returned !== undefined };
}

/**
 * Tells the API a return, or waits for another request that does, for as long as this load may. It stays in the session
 * until the API has received it. Returns the view to show until then, if the page is about this one.
 */
async function tell(
  args: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  { key, name, hasReturned }: Awaited<ReturnType<typeof findShown>>,
): Promise<ResultView | undefined> {
  const { services, signal } = args.context;
  const isShown = paymentKey(cardReturn) === key;
  const loadsBefore = isShown && hasReturned ? 0 : cardReturn.waits;
  const waitMs = loadsBefore === 0 ? FIRST_WAIT_MS : loadsBefore === 1 || !isShown ? SHORT_WAIT_MS : WAIT_MS;
  // The first load's work waits on when the browser has gone; later ones end with their page, which asks again.
  const ends = loadsBefore === 0 ? [] : [signal, AbortSignal.timeout(waitMs)];
  const waiting = AbortSignal.any([services.pendingWork.stopping, ...ends]);
  const work = tellReturn(args, portal, cardReturn, waiting).catch((error: unknown) => {
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  });
  const delivery = await valueWithin(waitMs, work);
  if (!delivery) services.inBackground("payment return", () => work.then(() => portal.session.commit()));
  const loads = isShown ? loadsBefore + 1 : Math.max(loadsBefore, 1);
  keepOrDrop(portal, cardReturn, delivery, loads);
  if (!isShown || delivery === "received") return undefined;
  if (delivery === "foreign") return notFound(portal);
  const isWaiting = !delivery && loads <= MAX_WAITS;
  return { kind: isWaiting ? "waiting" : "unknown", checkAgain: paths.paymentSucceeded(name) };
}

/** Returns that a result page has begun to tell the API, with no outcome yet: its instance may have died. */
const returnsBeingTold = (session: Portal["session"]) =>
  keptCardReturns(session).filter(({ waits }) => waits > 0);

/** Tells the API in the background, from any other page of the payer. */
export function tellUntold(args: RouteArgs, portal: Portal): void {
  const { afterResponse, services } = args.context;
  if (isReturnPage(new URL(args.request.url).pathname)) return;
  for (const cardReturn of returnsBeingTold(portal.session))
    afterResponse("payment return", async () => {
      const delivery = await tellReturn(args, portal, cardReturn, services.pendingWork.stopping);
      keepOrDrop(portal, cardReturn, delivery, 1);
      await portal.session.commit();
    });
}

/** Only the payer's token can tell it: called before the session ends, this leaves the rest to whoever reads the log. */
export function logUntold({ session, log }: LoadContext): void {
  for (const { paymentId } of returnsBeingTold(session)) log.error({ paymentId }, UNKNOWN_PAYMENT);
}

/** Drops a return that the API has received. Another account's stays, since the person may switch to that. */
function keepOrDrop(
  { session }: Portal,
  cardReturn: CardReturn,
  delivery: ReturnDelivery | undefined,
  waits: number,
): void {
  if (delivery === "received") dropCardReturn(session, cardReturn);
  else keepCardReturn(session, { ...cardReturn, waits: delivery ? 0 : waits });
}

const notFound = ({ account }: Pick<Portal, "account">): ResultView => ({
  kind: "none",
  text: `We couldn't find this payment under ${account.name}.`,
});

async function outcomeView(
  { context }: RouteArgs,
  portal: Portal,
  result: Result | undefined,
): Promise<ResultView> {
  if (!result) return { kind: "none", text: "There's no payment to show here." };
  const { records } = context.services;
  const { name, account, page, paymentId } = result;
  const outcome = (await findOutcome<Completion>(records, name)) ?? { state: "unknown" };
  const state = stateOf(outcome, page);
  if (outcome.state === "unknown" || state === "unknown") return { kind: "unknown" };
  const { value } = outcome;
  if (value.paid) return paidView(value, context.config.brandName, account.name);
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
  const reason = inOurWords(value.reason);
  const invoices = invoiceFacts(value.begun);
  const amount = { term: "Amount", detail: formatMoney(value.begun[0]?.amount ?? 0) };
  return { kind: "failed", reason, purpose: [amount], invoices };
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

function paidView(paid: Extract<Completion, { paid: true }>, paidTo: string, paidBy: string): ResultView {
  const { receipt, begun } = paid;
  const invoices = invoiceFacts(begun);
  const amount = formatMoney(receipt.amount ?? "");
  const count = invoices.length === 1 ? "1 invoice" : `${invoices.length} invoices`;
  return {
    kind: "paid",
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

/** The invoices of a payment; none if it may have been one of several. */
function invoiceFacts(begun: readonly Payment[]): Facts {
  const [only, ...others] = begun;
  if (!only || others.length > 0) return [];
  return only.invoiceNumbers
    .map((number, index) => ({
      term: `Invoice ${number}`,
      detail: formatMoney(only.amounts[index] ?? 0),
    }))
    .sort((a, b) => a.term.localeCompare(b.term, "en", { numeric: true }));
}
