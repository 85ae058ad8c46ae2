/** Name of the buttons of the address search, which work without scripts. */
export const LOOKUP_FIELD = "lookup";
export const SEARCH_FIELD = "addressSearch";
/** Holds the text that was searched for last: Enter in an unchanged search field does not search again. */
export const SEARCHED_FIELD = "addressSearched";
export const CHOICE_FIELD = "addressChoice";

/** The fields that the search adds to its form. */
export const addressSearchFields = [LOOKUP_FIELD, SEARCH_FIELD, SEARCHED_FIELD, CHOICE_FIELD] as const;
