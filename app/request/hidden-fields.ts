// Apart, since browsers load them.

/** The hidden field that names the account a form was rendered for. */
export const ACCOUNT_FIELD = "account";
/** The one that names the form. */
export const INTENT_FIELD = "intent";
