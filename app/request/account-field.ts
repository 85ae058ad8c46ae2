/** The hidden field that names the account a form was rendered for. Apart, since browsers load it. */
export const ACCOUNT_FIELD = "account";
