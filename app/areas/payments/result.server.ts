import { redirect } from "@remix-run/node";
import {
  cardReturnIn,
  dropCardReturn,
  isPaymentKey,
  keepCardReturn,
  keptCardReturns,
  paymentKey,
  resultPageAt,
  type CardReturn,
} from "#app/request/card-return.ts";
import { isPrefetchOrHead } from "#app/request/is-prefetch-or-head.ts";
import { findOutcome, type SharedOutcome } from "#app/request/once.server.ts";
import { portalApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { requireAccount, requireRole } from "#app/request/require.ts";
import { formatDateTime, formatMoney } from "#app/ui/format.ts";
import type { LoadContext } from "#server/load-context.ts";
import { paths } from "#shared/paths.ts";
import { hasRole } from "#shared/roles.ts";
import { valueWithin } from "#shared/time/within.ts";
import { allows, stateOf, UNKNOWN_PAYMENT, type Completion, type Payment } from "./payment.ts";
import { possiblyPaid, resultName, sendReturn, type Result } from "./return.server.ts";

/** How long the first load waits for the API before it shows the page. */
const FIRST_WAIT_MS = 2_000;
/** How long each reload waits: long enough to notice that an instance has died. The page reloads again straight away. */
const WAIT_MS = 6_000;
/** For the load after the redirect, and for returns that this page isn't about. */
const SHORT_WAIT_MS = 250;
/** The page stops reloading after this many loads, which together outlast the API's time limit. */
const MAX_WAITS = 8;

/** `waiting`: the call to the API is running; `unknown`: we don't know its outcome; `none`: there's no payment to show. */
export type ResultView =
  | { readonly kind: "waiting"; readonly checkAgain: string }
  | { readonly kind: "unknown"; readonly checkAgain?: string }
  | { readonly kind: "none"; readonly text: string }
  | ReturnType<typeof paidView>
  | ReturnType<typeof failedView>;

/**
 * Sends the API each kept return, then shows the outcome of the payment in the address, or redirects to its address.
 * A session's first payment has the page's plain address; the others have their name in it.
 */
export async function paymentResult(args: RouteArgs): Promise<ResultView> {
  const { request, context } = args;
  const { session } = context;
  const url = new URL(request.url);
  const returned = cardReturnIn(url);
  const isPrefetch = isPrefetchOrHead(request);
  // 425 Too Early: browsers discard a failed prefetch, and metrics don't count it as a failure.
  if (returned && isPrefetch) throw new Response(null, { status: 425, headers: noStore });
  // Kept before anything can redirect or fail, so that a later page can still send it.
  if (returned && session.user) {
    keepCardReturn(session, { ...returned, waits: 1 });
    await session.commit();
  }
  const portal = await requireAccount(args);
  const kept = isPrefetch ? [] : keptCardReturns(session);
  const shown = await findShownPayment(args, portal, returned, returned ?? kept[0]);
  const unanswered = await Promise.all(
    kept.map((cardReturn) => sendOrAwait(args, portal, cardReturn, shown)),
  );
  const view = unanswered.find((one) => one !== undefined) ?? (await outcomeView(args, portal, shown.key));
  const isFailurePage = resultPageAt(url.pathname) === paths.paymentFailed();
  const isFailed = view.kind === "failed" || (view.kind === "none" && isFailurePage);
  const address = isFailed ? paths.paymentFailed(shown.name) : paths.paymentSucceeded(shown.name);
  if (address === url.pathname + url.search) return view;
  // The address with the crypt mustn't become the next page's referrer.
  throw redirect(address, { status: 303, headers: { ...noStore, "Referrer-Policy": "no-referrer" } });
}

const noStore = { "Cache-Control": "no-store" };

/** The key of the payment that the page shows, if any, and its name in the address; the session's first has no name. */
async function findShownPayment(
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
  return { key, name: key === plain ? undefined : key };
}

/**
 * Sends the API a return, or waits while another request does, for as long as this load may take. The return stays in the
 * session until the API has received it. Returns what to show until then, if the page is about this one.
 */
async function sendOrAwait(
  args: RouteArgs,
  portal: Portal,
  cardReturn: CardReturn,
  { key, name }: Awaited<ReturnType<typeof findShownPayment>>,
): Promise<ResultView | undefined> {
  const { services, session, signal } = args.context;
  const { waits } = cardReturn;
  const isShown = paymentKey(cardReturn) === key;
  const isFirst = waits <= 1;
  const waitMs = isFirst ? FIRST_WAIT_MS : waits === 2 || !isShown ? SHORT_WAIT_MS : WAIT_MS;
  // The first load keeps waiting if the browser goes; later ones needn't, because the page loads again.
  const ends = isFirst ? [] : [signal, AbortSignal.timeout(waitMs)];
  const giveUp = AbortSignal.any([services.pendingWork.stopping, ...ends]);
  const work = sendReturn(args, portal, cardReturn, giveUp).catch((error: unknown) => {
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  });
  const delivery = await valueWithin(waitMs, work);
  if (delivery === "received") dropCardReturn(session, cardReturn);
  // One for another account stays too, because the person may switch to it.
  else if (delivery) keepCardReturn(session, { ...cardReturn, waits: 0 });
  else {
    services.inBackground("payment return", () => work.then(() => session.commit()));
    keepCardReturn(session, { ...cardReturn, waits: isFirst ? 2 : waits + (isShown ? 1 : 0) });
  }
  if (!isShown || delivery === "received") return undefined;
  if (delivery === "otherAccount") return notFound(portal);
  const isWaiting = !delivery && waits <= MAX_WAITS;
  return { kind: isWaiting ? "waiting" : "unknown", checkAgain: paths.paymentSucceeded(name) };
}

/** The returns that a result page has begun to send, but has no answer to: its instance may have died. */
const unansweredReturns = (session: Portal["session"]) =>
  keptCardReturns(session).filter(({ waits }) => waits > 0);

/** Sends them in the background from any other page that the payer opens. */
export function sendUnansweredReturns(args: RouteArgs, portal: Portal): void {
  const { afterResponse, services, session } = args.context;
  if (resultPageAt(new URL(args.request.url).pathname)) return;
  for (const cardReturn of unansweredReturns(session))
    afterResponse("payment return", async () => {
      const delivery = await sendReturn(args, portal, cardReturn, services.pendingWork.stopping);
      if (delivery === "received") dropCardReturn(session, cardReturn);
      else keepCardReturn(session, { ...cardReturn, waits: 0 });
      await session.commit();
    });
}

/** Logs the returns without an answer when the session ends, because we can't send them without the payer's token. */
export function logUnansweredReturns({ session, log }: LoadContext): void {
  for (const { paymentId } of unansweredReturns(session)) log.error({ paymentId }, UNKNOWN_PAYMENT);
}

const notFound = ({ account }: Pick<Portal, "account">): ResultView => ({
  kind: "none",
  text: `We couldn't find this payment under ${account.name}.`,
});

/** How the payment has ended. It has only failed once the invoices confirm it, which this saves. */
async function outcomeView(args: RouteArgs, portal: Portal, key = ""): Promise<ResultView> {
  const { config, log, services } = args.context;
  const result = (await services.records.find(resultName(portal, key))) as Result | undefined;
  // The person may have lost access to its account.
  if (!result || !hasRole(portal.user, result.account.clientId, "Orders")) {
    await requireRole(args, "Orders");
    return { kind: "none", text: "There's no payment to show here." };
  }
  const { name, account, page, paymentId } = result;
  const outcome = await findOutcome<Completion>(services.records, name);
  const state = stateOf(outcome, page);
  if (outcome?.state !== "known" || state === "unknown") return { kind: "unknown" };
  const { value } = outcome;
  if (value.paid) return paidView(value, account.name, config.brandName);
  // Without a begun payment the return may be made up.
  if (value.begun.length === 0) return notFound(result);
  if (allows(state, "showAsFailed")) {
    const accountPortal = { ...portal, account, api: portalApiOf(args.context, account.clientId) };
    if ((await possiblyPaid(accountPortal, value.begun)).length > 0) {
      log.error({ paymentId }, UNKNOWN_PAYMENT);
      return { kind: "unknown" };
    }
    // Saved, so that the page keeps saying so even if the invoices change later.
    const failed = { state: "known", value: { ...value, isFailed: true } } as const;
    await services.records.change<SharedOutcome<Completion>>(name, (now) =>
      allows(stateOf(now), "showAsFailed") ? failed : undefined,
    );
  }
  return failedView(value);
}

/** Rewords the card provider's text, such as '2013 : The Transaction was cancelled by the customer.'; leaves the API's alone. */
function inOurWords(reason: string): string {
  const [, code, text = ""] = /^(\d{3,5})\s*:\s*(.*)$/s.exec(reason) ?? [];
  if (code === undefined) return reason;
  if (/cancel/i.test(text)) return "You cancelled the payment.";
  if (/declin/i.test(text)) return "Your bank declined the card.";
  if (/3-?D/i.test(text)) return "Your bank couldn't confirm that it was you.";
  return `Our card provider didn't accept the payment (code ${code}).`;
}

function failedView({ reason, begun }: Extract<Completion, { paid: false }>) {
  return {
    kind: "failed" as const,
    reason: inOurWords(reason),
    purpose: [{ term: "Amount", detail: formatMoney(begun[0]?.amount ?? 0) }],
    invoices: invoiceFacts(begun),
  };
}

function paidView({ receipt, begun }: Extract<Completion, { paid: true }>, paidBy: string, paidTo: string) {
  const invoices = invoiceFacts(begun);
  const amount = formatMoney(receipt.amount ?? "");
  const count = invoices.length === 1 ? "1 invoice" : `${invoices.length} invoices`;
  return {
    kind: "paid" as const,
    // Only the amount if several payments match.
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

/** The payment's invoices; none if several payments match. */
function invoiceFacts([only, ...others]: readonly Payment[]) {
  if (!only || others.length > 0) return [];
  return only.invoiceNumbers
    .map((number, index) => ({
      term: `Invoice ${number}`,
      detail: formatMoney(only.amounts[index] ?? 0),
    }))
    .sort((a, b) => a.term.localeCompare(b.term, "en", { numeric: true }));
}
