// A file of its own, because browsers load it too.

/** The hidden field that names the account a form was rendered for. */
export const ACCOUNT_FIELD = "account";
/** The hidden field that names the person a form was rendered for. */
export const PERSON_FIELD = "person";
/** The hidden field that names the form. */
export const INTENT_FIELD = "intent";
