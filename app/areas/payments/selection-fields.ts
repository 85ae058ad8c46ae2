/** The button of the list's form that was pressed, or the state of the list that its selects ask for. */
export const NEXT_FIELD = "next";
export const SELECT_FIELD = "select";
export const SHOWN_FIELD = "shown";
/** In NEXT_FIELD: keeps what is ticked and asks for no page. */
export const KEEP = "keep";
/** In NEXT_FIELD: selects what is due and goes on to the review. */
export const DUE = "due";
