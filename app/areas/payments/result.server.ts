import { redirect } from "@remix-run/node";
import { paths } from "../../paths.ts";
import type { Portal } from "../../request/portal.ts";
import type { RouteArgs } from "../../request/proof.ts";
import { requireRole } from "../../request/require.ts";
import { formatDateTime, formatMoney } from "../../ui/format.ts";
import { type Completion, completePayment, findLatest, isStillPending } from "./complete.server.ts";
import type { Outcome } from "./once.ts";

type Facts = readonly { readonly term: string; readonly detail: string }[];

/** What a return page says. `unknown`: nobody can tell yet; `none`: there is no payment to speak of. */
export type ResultView =
  | { readonly kind: "paid"; readonly details: Facts; readonly purpose: Facts }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "unknown" }
  /** The account named here has no such payment. */
  | { readonly kind: "missing"; readonly account: string }
  | { readonly kind: "none" };

/**
 * Both return pages. With a paymentId: completes it, then leads to the page of its outcome with a clean address
 * (303), so that a reload repeats nothing and nothing secret stays in the address. Without: what became of this
 * session's latest payment.
 */
export async function paymentResult(args: RouteArgs, page: "succeeded" | "failed"): Promise<ResultView> {
  const portal = await requireRole(args, "Orders");
  const { searchParams } = new URL(args.request.url);
  const paymentId = searchParams.get("paymentId");
  const crypt = searchParams.get("crypt");
  if (paymentId && crypt) {
    if (isOnlyALook(args.request)) throw new Response(null, { status: 503, headers: noStore });
    await completePayment(args, portal, paymentId, crypt);
  }
  const latest = await findLatest(args, portal);
  const view = await toView(args, portal, latest);
  const right = view.kind === "failed" ? "failed" : isAbout(view) ? "succeeded" : page;
  if (searchParams.size > 0 || right !== page) throw leadTo(right);
  return view;
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

async function toView(
  args: RouteArgs,
  portal: Portal,
  latest: Outcome<Completion> | undefined,
): Promise<ResultView> {
  if (!latest) return { kind: "none" };
  if (latest.state === "unknown") return { kind: "unknown" };
  const { value } = latest;
  if (value.paid) {
    return { kind: "paid", details: receiptOf(value), purpose: purposeOf(args, portal, value) };
  }
  if ("missing" in value) return { kind: "missing", account: portal.account.name };
  return (await isStillPending(portal, value.invoiceNumbers))
    ? { kind: "unknown" }
    : { kind: "failed", reason: value.reason };
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

/** What a printed receipt says beside the transaction: to whom, by whom, and for what. */
function purposeOf({ context }: RouteArgs, { account }: Portal, { invoiceNumbers }: Paid): Facts {
  return [
    { term: "Paid to", detail: context.config.brandName },
    { term: "Paid by", detail: account.name },
    ...(invoiceNumbers.length > 0 ? [{ term: "Invoices", detail: invoiceNumbers.join(", ") }] : []),
  ];
}
