/** The most that one card payment can be, in pounds. */
export const CARD_LIMIT = 100_000;
export const ABOVE_CARD_LIMIT = "You can't pay more than £100,000.00 by card in one go.";
export const DIRECT_DEBITS_NOT_CHECKED =
  "We couldn't check which invoices will be collected by Direct Debit. Check your Direct Debits first, so that you don't pay twice.";
