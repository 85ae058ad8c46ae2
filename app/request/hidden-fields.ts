// Hidden fields with the account and the person that a form was rendered for, and the form's id. Browsers load this file too.
export const ACCOUNT_FIELD = "account";
export const PERSON_FIELD = "person";
export const INTENT_FIELD = "intent";
