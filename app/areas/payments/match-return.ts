/** What matching needs to know about a begun payment. Amounts are in pounds. */
interface MatchablePayment {
  readonly amount: number;
  /** The card provider's id, if Begin's answer has it. */
  readonly paymentId?: string | undefined;
}

/** The begun payments that a return may be for. */
export interface Candidates<P> {
  /** Begun in the payer's session, in this account; if there are none, begun by the payer in any session. */
  readonly byPayer: readonly P[];
  /** Everyone's in this account, because a colleague may have signed in while the payer was at the card provider. */
  readonly inAccount: readonly P[];
  /** Ended by an earlier return with this id. That one may have been forged, so this may be the real one. */
  readonly ended: readonly P[];
}

/** `begun` lists the payments that the return may be for. If it has exactly one, the return is for that. */
export type ReturnMatch<P> = { readonly begun: readonly P[] } & (
  | {
      readonly state: "paid";
      /** Undefined only if neither the API nor a begun payment has it. */
      readonly amount: number | undefined;
    }
  /** One payment ended without any money. */
  | { readonly state: "failed" }
  /** We can't tell which of the payer's payments has ended, if any. */
  | { readonly state: "undecided" }
  /** The API confirmed an amount that doesn't match any begun payment. */
  | { readonly state: "unknown" }
);

/** Narrows the candidates to the payment with this id or, if Begin didn't give it, to those without an id. */
export function candidatesFor<P extends MatchablePayment>(
  all: Candidates<P>,
  paymentId: string,
): Candidates<P> {
  const same = [...all.inAccount, ...all.ended].find((payment) => payment.paymentId === paymentId);
  if (same) return { byPayer: [same], inAccount: [same], ended: [] };
  const hasNoId = (payment: P) => payment.paymentId === undefined;
  return { ...all, byPayer: all.byPayer.filter(hasNoId), inAccount: all.inAccount.filter(hasNoId) };
}

/**
 * Finds the payment that a return is for. With a receipt, its amount decides. Without one, or without an authorisation code,
 * it's the payer's payment that was pending before the call and isn't any more.
 */
export function matchReturn<P extends MatchablePayment>(
  candidates: Candidates<P>,
  pendingBefore: readonly P[],
  pendingAfter: readonly P[],
  receipt?: { readonly txAuthNo: string; readonly amount?: number | null | undefined },
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
