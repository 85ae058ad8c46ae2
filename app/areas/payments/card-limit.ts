/** The most that a card pays at once, in pounds. */
export const CARD_LIMIT = 100_000;
export const ABOVE_CARD_LIMIT = "No more than £100,000.00 can be paid by card at once.";
