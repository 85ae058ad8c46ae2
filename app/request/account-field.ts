/** The hidden field that names the account a form was rendered for (architecture §4). */
export const ACCOUNT_FIELD = "account";
