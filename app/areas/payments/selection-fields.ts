/** The value of the button that was pressed, or the state of the list that its selects ask for. */
export const NEXT_FIELD = "next";
export const SELECT_FIELD = "select";
export const SHOWN_FIELD = "shown";

/**
 * What a button does. `keep` only saves the ticks, `all` selects all due invoices and `none` clears the selection. The
 * others open the review: `proceed` of what's ticked, `only` of this page's ticks, `fits` without what's above the
 * card limit, and `due` of everything due.
 */
export type SelectionButton = "all" | "due" | "fits" | "keep" | "none" | "only" | "proceed";

/** The `name` and `value` of a button. */
export const selectionButton = (value: SelectionButton) => ({ name: NEXT_FIELD, value });
