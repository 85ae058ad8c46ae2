import { atMost, required, severity, type Rule } from "./rule.ts";

const yes = (property: string): Rule => ({
  property,
  ruleName: "MustBeTrue",
  description: "Select Yes to continue.",
  severity: severity.error,
});

/** The rules of the direct debit form. */
export const directDebitRules: readonly Rule[] = [
  yes("AccountHolderConfirm"),
  yes("AccountAuthConfirm"),
  required("SageAccountNumber", "Select the correct account for this Direct Debit to continue"),
  required("BankSortCode", "Please enter the sort code."),
  { property: "BankSortCode", ruleName: "BankSortCode", severity: severity.error },
  required("BankAccountNumber", "Please enter the account number."),
  { property: "BankAccountNumber", ruleName: "BankAccountNumber", severity: severity.error },
  required("BankAccountName", "Please enter the name on the account."),
  atMost("BankAccountName", 40),
  {
    property: "BankAccountName",
    ruleName: "StringLength",
    description: "Your bank statement shows the first 18 characters only.",
    severity: severity.warning,
    parameters: { min: 0, max: 18 },
  },
];
