import { defineForm } from "#app/forms/define-form.ts";
import { localRule } from "#app/forms/validate.ts";
import type { ValidationRule } from "#shared/portal-api/rules.ts";

/** Step 2's button: `find` for 'Find branches', `enter` for the hidden one that Enter presses without scripts. */
export const BRANCHES_FIELD = "branches";
export const POSTCODE_FIELD = "search";

/** Hidden field with the fingerprint (`detailsFingerprint`) of the details that the confirmation page showed. */
export const REVIEWED_DETAILS_FIELD = "directDebit";
/** Step 1's answers, which step 2 sends again because the session only keeps them for 15 minutes. */
export const eligibilityAnswers = { accountHolderConfirm: "true", accountAuthConfirm: "true" } as const;

export const eligibilityForm = defineForm({
  id: "direct-debit",
  fields: {
    accountHolderConfirm: "Are you the account holder?",
    accountAuthConfirm: "Are you the only person required to authorise Direct Debits from this account?",
  },
  rules: [
    localRule("AccountHolderConfirm", "MustBeTrue", "Select Yes to continue."),
    localRule("AccountAuthConfirm", "MustBeTrue", "Select Yes to continue."),
  ],
  button: "Proceed",
  sendingLabel: "Checking…",
  bannerVerb: "submitting",
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
  otherNames: [BRANCHES_FIELD, POSTCODE_FIELD, ...Object.keys(eligibilityAnswers)],
  kinds: { bankSortCode: "bankNumber", bankAccountNumber: "bankNumber" },
  showAt: { sageAccountNumber: "sageAccountLinkId" },
  button: "Proceed",
  sendingLabel: "Checking…",
  bannerVerb: "submitting",
});

/** A rule without a text gets the default message. */
const localRules = [
  localRule("SageAccountLinkId", "Required", CHOOSE_ACCOUNT),
  localRule("BankSortCode", "Required", ""),
  localRule("BankSortCode", "BankSortCode", "Must be 6 digits"),
  localRule("BankAccountNumber", "Required", ""),
  localRule("BankAccountNumber", "BankAccountNumber", "Must be 8 digits"),
  localRule("BankAccountName", "Required", ""),
];

/** Step 2's rules: the API's, and ours where the API has none. */
export function detailsRules(rules: readonly ValidationRule[]): readonly ValidationRule[] {
  const isFromApi = ({ property, ruleName }: ValidationRule) =>
    rules.some((rule) => rule.property === property && rule.ruleName === ruleName);
  return [...rules, ...localRules.filter((rule) => !isFromApi(rule))];
}

/** Only for the conflict page. The bank numbers are one field, because mixing two accounts' numbers would be wrong. */
export const confirmationForm = defineForm({
  id: "direct-debit-confirmation",
  fields: {
    bankAccount: "Bank Sort Code and Account Number",
    bankAccountName: "Bank Account Name",
  },
  otherNames: [REVIEWED_DETAILS_FIELD],
  button: "Complete Direct Debit",
  bindsCustomer: true,
});
