/** The button of the list's form that was pressed, or the state of the list that its selects ask for. */
export const NEXT_FIELD = "next";
export const SELECT_FIELD = "select";
export const SHOWN_FIELD = "shown";
/** In NEXT_FIELD: saves the ticks without a redirect. */
export const KEEP = "keep";
/** In NEXT_FIELD: selects all due invoices and opens the review. */
export const DUE = "due";
