import { shown, toName } from "./shapes.ts";

/** The validation rules that the portal can check. */
export const ruleNames = [
  "Required",
  "SelectedClientContact",
  "BankAccountNumber",
  "BankSortCode",
  "Email",
  "FileExtension",
  "FileName",
  "FileSize",
  "IdenticalFields",
  "NumericRange",
  "Phone",
  "Signature",
  "StringLength",
  "MustBeTrue",
  "Url",
  "PostCode",
  "Digit",
  "EmailChangeWarning",
  "EmailChangeInfo",
  "ContactWithNoRolesWarning",
  "MarketingPreferencesWarning",
] as const;

/** A rule's name in our spelling ({@link ruleNames}), because some APIs write 'String length'; leaves any other name alone. */
export const ruleName = () =>
  shown
    .text()
    .meta({ ...shown.text().meta(), "x-extensible-enum": ruleNames })
    .transform((text) => ruleNames.find((name) => toName(name) === toName(text)) ?? text);
