/** The buttons of the address search without scripts. */
export const LOOKUP_FIELD = "lookup";
export const SEARCH_FIELD = "addressSearch";
/** The last search text: Enter in the unchanged field saves the form. */
export const SEARCHED_FIELD = "addressSearched";
export const CHOICE_FIELD = "addressChoice";

/** The fields that the search adds to its form. */
export const addressSearchFields = [LOOKUP_FIELD, SEARCH_FIELD, SEARCHED_FIELD, CHOICE_FIELD] as const;
