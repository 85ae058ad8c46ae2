import { personRules } from "./contact-rules.ts";
import { range, rule, warning, type Rule } from "./rule.ts";

/**
 * The account details form's rules, and those for a client's other properties. A form ignores rules for properties that
 * it doesn't show.
 */
export const clientRules: readonly Rule[] = [
  ...personRules,
  warning(
    "MarketingPreferences",
    "MarketingPreferencesWarning",
    "You won't hear from us about offers, events or news unless you choose a marketing preference.",
  ),
  rule("BankAccountNumber", "BankAccountNumber"),
  rule("BankSortCode", "BankSortCode"),
  rule("CompanyNumber", "Digit", "The company number can only contain digits."),
  range("NumberOfEmployees", 1, 100_000),
  rule("Website", "Url"),
  rule("LogoName", "FileExtension", "The logo must be a PNG, JPG or SVG file.", {
    ext: [".png", "JPG", "svg"],
  }),
  rule("LogoName", "FileName"),
  rule("Logo", "FileSize", "The logo must be smaller than 2 MB.", { size: 2 }),
  rule("Signature", "Signature", "Please sign."),
  rule("TermsAccepted", "MustBeTrue", "Please accept the terms and conditions."),
];
