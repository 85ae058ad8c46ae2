import { atMost, required, rule, type Rule } from "./rule.ts";

/** The rules of the direct debit form. */
export const directDebitRules: readonly Rule[] = [
  rule("AccountHolderConfirm", "MustBeTrue", "Select Yes to continue."),
  rule("AccountAuthConfirm", "MustBeTrue", "Select Yes to continue."),
  required("SageAccountNumber", "Select the correct account for this Direct Debit to continue"),
  required("BankSortCode", "Please enter the sort code."),
  rule("BankSortCode", "BankSortCode"),
  required("BankAccountNumber", "Please enter the account number."),
  rule("BankAccountNumber", "BankAccountNumber"),
  required("BankAccountName", "Please enter the name on the account."),
  atMost("BankAccountName", 40),
];
