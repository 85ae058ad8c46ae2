import { redirect } from "@remix-run/node";
import { paths } from "#app/paths.ts";
import { cardReturnIn, keepCardReturn, takeCardReturn, type CardReturn } from "#app/request/card-return.ts";
import type { Portal } from "#app/request/portal.ts";
import type { RouteArgs } from "#app/request/proof.ts";
import { requireRole } from "#app/request/require.ts";
import { formatDateTime, formatMoney } from "#app/ui/format.ts";
import { completePayment, findLatest, isStillPending, type Completion } from "./complete.server.ts";
import type { UnderWay } from "./under-way.ts";

type Facts = readonly { readonly term: string; readonly detail: string }[];

/** What a return page says. `unknown`: nobody can tell yet; `none`: there is no payment to speak of. */
export type ResultView =
  | { readonly kind: "paid"; readonly details: Facts; readonly purpose: Facts }
  | { readonly kind: "failed"; readonly reason: string; readonly purpose: Facts }
  | { readonly kind: "unknown" }
  | { readonly kind: "none" };

/**
 * Both return pages. With a paymentId: completes it, then leads to the page of its outcome with a clean address
 * (303), so that a reload repeats nothing and nothing secret stays in the address. Without: what became of this
 * session's latest payment.
 */
export async function paymentResult(args: RouteArgs, page: "succeeded" | "failed"): Promise<ResultView> {
  const portal = await requireRole(args, "Orders");
  const brought = cardReturnIn(new URL(args.request.url));
  if (isOnlyALook(args.request)) {
    if (brought) throw new Response(null, { status: 503, headers: noStore });
  } else {
    const told = brought ?? takeCardReturn(portal.session);
    if (told) await completeSurely(args, portal, told);
  }
  const view = await toView(args, await findLatest(args, portal));
  const right = view.kind === "failed" ? "failed" : isAbout(view) ? "succeeded" : page;
  if (right !== page || new URL(args.request.url).searchParams.size > 0) throw leadTo(right);
  return view;
}

/** Kept while the API is told: should it refuse the token, the person signs in and it is told then. */
async function completeSurely(args: RouteArgs, portal: Portal, brought: CardReturn): Promise<void> {
  keepCardReturn(portal.session, brought);
  if (!(await completePayment(args, portal, brought))) {
    const text = `We could not find this payment in ${portal.account.name}.`;
    portal.session.flash({ tone: "warning", text });
  }
  takeCardReturn(portal.session);
}

const noStore = { "Cache-Control": "no-store" };

/** A browser that loads a page ahead of its person, or a program that only asks whether the page is there. */
function isOnlyALook({ method, headers }: Request): boolean {
  return method === "HEAD" || headers.has("sec-purpose") || headers.has("purpose") || headers.has("x-moz");
}

function isAbout({ kind }: ResultView): boolean {
  return kind === "paid" || kind === "unknown";
}

function leadTo(page: "succeeded" | "failed"): Response {
  const to = page === "succeeded" ? paths.paymentSucceeded() : paths.paymentFailed();
  // The address that held the crypt is not told to the next page.
  return redirect(to, { status: 303, headers: { ...noStore, "Referrer-Policy": "no-referrer" } });
}

async function toView(args: RouteArgs, latest: Awaited<ReturnType<typeof findLatest>>): Promise<ResultView> {
  if (!latest) return { kind: "none" };
  const { outcome, there } = latest;
  if (outcome.state === "unknown") return { kind: "unknown" };
  const { value } = outcome;
  if (value.paid) {
    return { kind: "paid", details: receiptOf(value), purpose: purposeOf(args, there, value) };
  }
  if (await isStillPending(there, value.begun)) return { kind: "unknown" };
  return { kind: "failed", reason: withoutCode(value.reason), purpose: attemptOf(value.begun) };
}

type Paid = Extract<Completion, { paid: true }>;

function receiptOf({ receipt }: Paid): Facts {
  return [
    { term: "Date", detail: formatDateTime(receipt.paymentDate) ?? "" },
    { term: "Transaction ID", detail: receipt.vendorTxCode },
    { term: "Amount", detail: formatMoney(receipt.amount) },
    { term: "Payment Type", detail: receipt.cardType },
    { term: "Authorisation Code", detail: receipt.txAuthNo },
  ];
}

/** What a printed receipt says beside the transaction: to whom, by whom, and for what, where that is certain. */
function purposeOf({ context }: RouteArgs, { account }: Portal, { begun }: Paid): Facts {
  return [
    { term: "Paid to", detail: context.config.brandName },
    { term: "Paid by", detail: account.name },
    ...invoicesOf(begun),
  ];
}

/** What was to be paid, where that is certain. */
function attemptOf(begun: readonly UnderWay[]): Facts {
  const [only, ...others] = begun;
  if (!only || others.length > 0) return [];
  return [...invoicesOf(begun), { term: "Amount", detail: formatMoney(only.amount) }];
}

function invoicesOf(begun: readonly UnderWay[]): Facts {
  const [only, ...others] = begun;
  if (!only || others.length > 0) return [];
  return only.invoiceNumbers.map((number, index) => ({
    term: `Invoice ${number}`,
    detail: formatMoney(only.amounts[index] ?? 0),
  }));
}

/** `2013 : The Transaction was cancelled.` without the card provider's number. */
function withoutCode(reason: string): string {
  return reason.replace(/^\d{3,5}\s*:\s*/, "");
}
