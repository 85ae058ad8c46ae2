import { atMost, phoneNumber, required, severity, type Rule } from "./rule.ts";

/** Name, position and phones: the same on the contact form and on the account details form. */
export const personRules: readonly Rule[] = [
  required("FirstNames", "Please enter the first name."),
  atMost("FirstNames", 100),
  required("Surname", "Please enter the surname."),
  atMost("Surname", 100),
  atMost("Position", 120),
  // A name that no portal knows, as a later release of the API may bring.
  { property: "Position", ruleName: "HouseStyle", severity: severity.error },
  ...phoneNumber("Telephone", "Telephone"),
  ...phoneNumber("Mobile", "Mobile"),
];

const contactFormRules: readonly Rule[] = [
  ...personRules,
  required("Email", "Please enter the email address."),
  { property: "Email", ruleName: "Email", severity: severity.error },
  atMost("Email", 254),
  {
    property: "Email",
    ruleName: "EmailChangeWarning",
    description: "The email address is changing: this person signs in with the new one from now on.",
    severity: severity.warning,
  },
  {
    property: "ConfirmEmail",
    ruleName: "IdenticalFields",
    description: "The email addresses are not the same.",
    severity: severity.error,
    parameters: { compareField: "Email" },
  },
  required("AddressId", "Please choose an address."),
  {
    property: "AddressId",
    ruleName: "SelectedClientContact",
    description: "Please choose an address.",
    severity: severity.error,
  },
  {
    property: "MyPortalRole",
    ruleName: "ContactWithNoRolesWarning",
    description: "No role is selected: this contact won't be able to use the Customer Portal.",
    severity: severity.warning,
  },
];

/** An employee edits for somebody else, who is told of it. */
const employeeRule: Rule = {
  property: "Email",
  ruleName: "EmailChangeInfo",
  description: "You are signed in as an employee: the contact will be told of this change by email.",
  severity: severity.info,
};

/** The rules of the contact form, for a customer or for an employee. */
export function contactRules(userType: string): readonly Rule[] {
  return userType === "employee" ? [...contactFormRules, employeeRule] : contactFormRules;
}
