import { personRules } from "./contact-rules.ts";
import { severity, type Rule } from "./rule.ts";

/**
 * The rules of the account details form, and of what else the provider holds about a client. A form passes over the
 * properties that it does not show.
 */
export const clientRules: readonly Rule[] = [
  ...personRules,
  {
    property: "MarketingPreferences",
    ruleName: "MarketingPreferencesWarning",
    description:
      "You won't hear from us about offers, events or news while no marketing preference is chosen.",
    severity: severity.warning,
  },
  { property: "BankAccountNumber", ruleName: "BankAccountNumber", severity: severity.error },
  { property: "BankSortCode", ruleName: "BankSortCode", severity: severity.error },
  {
    property: "CompanyNumber",
    ruleName: "Digit",
    description: "The company number has digits only.",
    severity: severity.error,
  },
  {
    property: "NumberOfEmployees",
    ruleName: "NumericRange",
    description: "Please enter a number from 1 to 100000.",
    severity: severity.error,
    parameters: { min: 1, max: 100_000 },
  },
  { property: "Website", ruleName: "Url", severity: severity.error },
  {
    property: "LogoName",
    ruleName: "FileExtension",
    description: "The logo must be a PNG, JPG or SVG file.",
    severity: severity.error,
    parameters: { ext: [".png", "JPG", "svg"] },
  },
  { property: "LogoName", ruleName: "FileName", severity: severity.error },
  {
    property: "Logo",
    ruleName: "FileSize",
    description: "The logo must be smaller than 2 MB.",
    severity: severity.error,
    parameters: { size: 2 },
  },
  { property: "Signature", ruleName: "Signature", description: "Please sign.", severity: severity.error },
  {
    property: "TermsAccepted",
    ruleName: "MustBeTrue",
    description: "Please accept the terms and conditions.",
    severity: severity.error,
  },
];
