import { redirect } from "@remix-run/node";
import { paths } from "../../paths.ts";
import type { Portal } from "../../request/portal.ts";
import type { RouteArgs } from "../../request/proof.ts";
import { requireRole } from "../../request/require.ts";
import { formatDateTime, formatMoney } from "../../ui/format.ts";
import { type Completion, completePayment, findLatest } from "./complete.server.ts";
import type { Outcome } from "./once.ts";
import { findSelected } from "./selection.ts";

/** What a return page says. `unknown`: nobody can tell yet; `none`: there is no payment to speak of. */
export type ResultView =
  | { readonly kind: "paid"; readonly details: readonly { readonly term: string; readonly detail: string }[] }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "unknown" }
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
  if (paymentId) await completePayment(args, portal, paymentId, searchParams.get("crypt") ?? "");
  const latest = await findLatest(args, portal);
  const view = await toView(portal, latest);
  const right = view.kind === "failed" ? "failed" : view.kind === "none" ? page : "succeeded";
  if (paymentId || right !== page) throw leadTo(right);
  return view;
}

function leadTo(page: "succeeded" | "failed"): Response {
  const to = page === "succeeded" ? paths.paymentSucceeded() : paths.paymentFailed();
  // The address that held the crypt is not told to the next page.
  return redirect(to, { status: 303, headers: { "Referrer-Policy": "no-referrer" } });
}

async function toView(portal: Portal, latest: Outcome<Completion> | undefined): Promise<ResultView> {
  if (!latest) return { kind: "none" };
  if (latest.state === "unknown") return { kind: "unknown" };
  const { value } = latest;
  if (value.paid) return { kind: "paid", details: receiptOf(value) };
  return (await isStillPending(portal, value.invoiceNumbers))
    ? { kind: "unknown" }
    : { kind: "failed", reason: value.reason };
}

/** A refusal while the API still waits for the money is no failure: paying again could pay twice. */
async function isStillPending(portal: Portal, invoiceNumbers: readonly string[]): Promise<boolean> {
  const invoices = await findSelected(portal, invoiceNumbers);
  return invoices.some(({ isCardPaymentPending }) => isCardPaymentPending);
}

function receiptOf({ receipt }: Extract<Completion, { paid: true }>) {
  return [
    { term: "Date", detail: formatDateTime(receipt.paymentDate) ?? "" },
    { term: "Transaction ID", detail: receipt.vendorTxCode },
    { term: "Amount", detail: formatMoney(receipt.amount) },
    { term: "Payment Type", detail: receipt.cardType },
    { term: "Authorisation Code", detail: receipt.txAuthNo },
  ];
}
