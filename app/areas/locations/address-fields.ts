/** The address search's buttons, which work without scripts. */
export const LOOKUP_FIELD = "lookup";
export const SEARCH_FIELD = "addressSearch";
/** The text that was last searched for, because pressing Enter in an unchanged search field doesn't search again. */
export const SEARCHED_FIELD = "addressSearched";
export const CHOICE_FIELD = "addressChoice";

/** The fields that the search adds to its form. */
export const addressSearchFields = [LOOKUP_FIELD, SEARCH_FIELD, SEARCHED_FIELD, CHOICE_FIELD] as const;
