// The hidden fields that name the account and the person a form was rendered for, and the form. Browsers load them too.
export const ACCOUNT_FIELD = "account";
export const PERSON_FIELD = "person";
export const INTENT_FIELD = "intent";
