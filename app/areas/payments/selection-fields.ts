/** The pressed button's value, or the list state that a select asks for. */
export const NEXT_FIELD = "next";
export const SELECT_FIELD = "select";
export const SHOWN_FIELD = "shown";

/**
 * What a button does. `keep` saves the ticks, `all` selects everything due, and `none` clears the selection. The others
 * open the review: `proceed` with what's ticked, `only` with this page's ticks, `fits` without anything above the card
 * limit, and `due` with everything due.
 */
export type SelectionButton = "all" | "due" | "fits" | "keep" | "none" | "only" | "proceed";

/** A button's `name` and `value`. */
export const selectionButton = (value: SelectionButton) => ({ name: NEXT_FIELD, value });
