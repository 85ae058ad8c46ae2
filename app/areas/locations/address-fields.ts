/** Buttons of the address search, without scripts. */
export const LOOKUP_FIELD = "lookup";
export const SEARCH_FIELD = "addressSearch";
/** What was looked for last: Enter in an unchanged box saves. */
export const SEARCHED_FIELD = "addressSearched";
export const CHOICE_FIELD = "addressChoice";

/** What the search adds to the form that it stands in. */
export const addressSearchFields = [LOOKUP_FIELD, SEARCH_FIELD, SEARCHED_FIELD, CHOICE_FIELD] as const;
