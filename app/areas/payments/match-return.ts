/** What matching needs to know of a begun payment. Amounts are in pounds. */
interface Begun {
  readonly amount: number;
  /** The card provider's id, where Begin's answer names it. */
  readonly paymentId?: string | undefined;
}

/** The begun payments that a return may be of. */
export interface OpenPayments<P> {
  /** Those of the payer's session in the account; if it has none, of the person in any session. */
  readonly ofPayer: readonly P[];
  /** Those of the account, whoever began them: a colleague may have signed in while the payer was at the card provider. */
  readonly inAccount: readonly P[];
  /** Those that an earlier return with this id has ended. It may have been forged, so the real one may still be for one of them. */
  readonly ended: readonly P[];
}

/** `begun`: the payments that the return may be for. If there's exactly one, it's for that one. */
export type Match<P> = { readonly begun: readonly P[] } & (
  | {
      readonly state: "paid";
      /** Unknown only where neither the API nor a begun payment names one. */
      readonly amount: number | undefined;
    }
  /** One payment has ended without the money. */
  | { readonly state: "failed" }
  /** Nothing tells which of the payer's payments has ended, if any has. */
  | { readonly state: "undecided" }
  /** The API confirms an amount that no payment was begun for. */
  | { readonly state: "unknown" }
);

/** What a return with this id may be of. An API whose Begin names the id leaves nothing to guess. */
export function possiblePayments<P extends Begun>(open: OpenPayments<P>, paymentId: string): OpenPayments<P> {
  const named = [...open.inAccount, ...open.ended].find((one) => one.paymentId === paymentId);
  if (named) return { ofPayer: [named], inAccount: [named], ended: [] };
  const isUnnamed = (one: P) => one.paymentId === undefined;
  return { ...open, ofPayer: open.ofPayer.filter(isUnnamed), inAccount: open.inAccount.filter(isUnnamed) };
}

/**
 * Which begun payment a return is of, by what the API answered and by those of the payer's payments for which the API may
 * have the money `before` and `after` that. A receipt without an authorisation code is none.
 */
export function matchReturn<P extends Begun>(
  open: OpenPayments<P>,
  before: readonly P[],
  after: readonly P[],
  receipt?: { readonly txAuthNo: string; readonly amount?: number | null | undefined },
): Match<P> {
  if (!receipt?.txAuthNo) {
    const noLongerPending = before.filter((one) => !after.includes(one));
    return noLongerPending.length === 1
      ? { state: "failed", begun: noLongerPending }
      : { state: "undecided", begun: open.ofPayer };
  }
  const hasSameAmount = ({ amount }: P) => inPence(amount) === inPence(receipt.amount ?? amount);
  const matching = open.inAccount.filter(hasSameAmount);
  const begun = matching.length > 0 ? matching : open.ended.filter(hasSameAmount);
  const amount = receipt.amount ?? (begun.length === 1 ? begun[0]?.amount : undefined);
  // The notes may be lost with the store; then the receipt alone is enough.
  const isAnyKnown = open.inAccount.length > 0 || open.ended.length > 0;
  if (isAnyKnown && (begun.length === 0 || amount === undefined)) return { state: "unknown", begun };
  return { state: "paid", begun, amount };
}

export const inPence = (pounds: number) => Math.round(pounds * 100);
