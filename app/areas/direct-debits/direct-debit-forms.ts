import { defineForm } from "#app/forms/define-form.ts";
import { ruleOf } from "#app/forms/judge.ts";
import type { ValidationRule } from "#app/portal-api/rules.ts";
import { bareDigits } from "./bank-numbers.ts";

/** 'Find branches' in step 2's form, without scripts: `find`, or `enter` for Enter in any field. */
export const BRANCHES_FIELD = "branches";
export const POSTCODE_FIELD = "search";

/** Hidden field with the intent (`intentOf`) that the confirmation page was shown for. */
export const REVIEWED_DETAILS_FIELD = "directDebit";
/** Step 1's answers; step 2 sends them again, since the session keeps them for minutes only. */
export const answersGiven = { accountHolderConfirm: "true", accountAuthConfirm: "true" } as const;

/** Step 1; the answers are `true` and `false`. */
export const eligibilityForm = defineForm({
  id: "direct-debit",
  fields: {
    accountHolderConfirm: "Are you the account holder?",
    accountAuthConfirm: "Are you the only person required to authorise Direct Debits from this account?",
  },
  rules: [
    ruleOf("AccountHolderConfirm", "MustBeTrue", "Select Yes to continue."),
    ruleOf("AccountAuthConfirm", "MustBeTrue", "Select Yes to continue."),
  ],
  button: "Proceed",
  sending: "submitting",
});

export const ONE_PER_ACCOUNT = "You can only have a single Direct Debit for each account.";
export const CHOOSE_ACCOUNT = "Select the correct account for this Direct Debit to continue";

export const directDebitDetailsForm = defineForm({
  id: "direct-debit-details",
  fields: {
    sageAccountLinkId: "Account",
    bankSortCode: "Bank Sort Code",
    bankAccountNumber: "Bank Account Number",
    bankAccountName: "Bank Account Name",
  },
  also: [BRANCHES_FIELD, POSTCODE_FIELD, ...Object.keys(answersGiven)],
  tidy: { bankSortCode: bareDigits, bankAccountNumber: bareDigits },
  showAt: { sageAccountNumber: "sageAccountLinkId" },
  button: "Proceed",
  sending: "submitting",
});

const own = [
  ruleOf("SageAccountLinkId", "Required", CHOOSE_ACCOUNT),
  ruleOf("BankSortCode", "Required", ""),
  ruleOf("BankSortCode", "BankSortCode", "Must be 6 digits"),
  ruleOf("BankAccountNumber", "Required", ""),
  ruleOf("BankAccountNumber", "BankAccountNumber", "Must be 8 digits"),
  ruleOf("BankAccountName", "Required", ""),
];

/** The rules of step 2: the server's, and ours where it has none of that name. */
export function detailsRules(rules: readonly ValidationRule[]): readonly ValidationRule[] {
  const isNamed = ({ property, ruleName }: ValidationRule) =>
    rules.some((one) => one.property === property && one.ruleName === ruleName);
  return [...rules, ...own.filter((one) => !isNamed(one))];
}

/**
 * Step 3, which has nothing to fill in: its fields are what a conflict asks about. The numbers are one choice, since
 * half of each would be nobody's account.
 */
export const confirmationForm = defineForm({
  id: "direct-debit-confirmation",
  fields: {
    bankAccount: "Bank Sort Code and Account Number",
    bankAccountName: "Bank Account Name",
  },
  also: [REVIEWED_DETAILS_FIELD],
  button: "Complete Direct Debit",
  binds: true,
});
