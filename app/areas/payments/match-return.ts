import type { PaymentReceipt } from "#shared/portal-api/payments.ts";

/** The begun payments that a return may be for. */
export interface Candidates<P> {
  /** Begun in the payer's session, in this account; if there are none, begun by the payer in any session. */
  readonly byPayer: readonly P[];
  /** Everyone's in this account, because a colleague may have signed in while the payer was at the card provider. */
  readonly inAccount: readonly P[];
  /** Ended by an earlier return with this id. That one may have been forged, so this may be the real one. */
  readonly ended: readonly P[];
}

interface ReturnMatch<P> {
  /**
   * `failed`: one payment ended without any money; `undecided`: we can't tell which of the payer's payments has ended, if
   * any; `unknown`: the API confirmed an amount that doesn't match any begun payment.
   */
  readonly state: "paid" | "failed" | "undecided" | "unknown";
  /** The payments that the return may be for. If there's exactly one, it's for that. */
  readonly begun: readonly P[];
  /** What was paid, in pounds; undefined if neither the API nor a begun payment has it. */
  readonly amount?: number | undefined;
}

/**
 * Finds the payment that a return is for. With a receipt, its amount decides. Without one, or without an authorisation code,
 * it's the payer's payment that was pending before the call and isn't any more.
 */
export function matchReturn<P extends { readonly amount: number }>(
  candidates: Candidates<P>,
  pendingBefore: readonly P[],
  pendingAfter: readonly P[],
  receipt?: Pick<PaymentReceipt, "txAuthNo" | "amount">,
): ReturnMatch<P> {
  if (!receipt?.txAuthNo) {
    const noLongerPending = pendingBefore.filter((payment) => !pendingAfter.includes(payment));
    return noLongerPending.length === 1
      ? { state: "failed", begun: noLongerPending }
      : { state: "undecided", begun: candidates.byPayer };
  }
  const hasSameAmount = ({ amount }: P) => inPence(amount) === inPence(receipt.amount ?? amount);
  const matching = candidates.inAccount.filter(hasSameAmount);
  const begun = matching.length > 0 ? matching : candidates.ended.filter(hasSameAmount);
  const amount = receipt.amount ?? (begun.length === 1 ? begun[0]?.amount : undefined);
  // Without any candidates the session store was probably emptied, so the receipt alone has to do.
  const hasCandidates = candidates.inAccount.length > 0 || candidates.ended.length > 0;
  if (hasCandidates && (begun.length === 0 || amount === undefined)) return { state: "unknown", begun };
  return { state: "paid", begun, amount };
}

export const inPence = (pounds: number) => Math.round(pounds * 100);
