import { atMost, phoneNumber, required, rule, severity, warning, type Rule } from "./rule.ts";

/** Rules for names, positions and phone numbers, shared by the contact form and the account details form. */
export const personRules: readonly Rule[] = [
  required("FirstNames", "Please enter the first name."),
  atMost("FirstNames", 100),
  required("Surname", "Please enter the surname."),
  atMost("Surname", 100),
  atMost("Position", 120),
  // An unknown rule name, such as a later version of the API might introduce.
  rule("Position", "HouseStyle"),
  ...phoneNumber("Telephone", "Telephone"),
  ...phoneNumber("Mobile", "Mobile"),
];

const contactFormRules: readonly Rule[] = [
  ...personRules,
  required("Email", "Please enter the email address."),
  rule("Email", "Email"),
  atMost("Email", 254),
  warning(
    "Email",
    "EmailChangeWarning",
    "The email address is changing. This person will sign in with the new one from now on.",
  ),
  rule("ConfirmEmail", "IdenticalFields", "The email addresses don't match.", { compareField: "Email" }),
  required("AddressId", "Please choose an address."),
  rule("AddressId", "SelectedClientContact", "Please choose an address."),
  warning(
    "MyPortalRole",
    "ContactWithNoRolesWarning",
    "No role is selected: this contact won't be able to use the Customer Portal.",
  ),
];

/** Tells an employee that the contact will get an email about the change. */
const employeeRule: Rule = {
  property: "Email",
  ruleName: "EmailChangeInfo",
  description: "You're signed in as an employee. We'll email the contact about this change.",
  severity: severity.info,
};

/** The contact form's rules, for a customer or for an employee. */
export function contactRules(userType: string): readonly Rule[] {
  return userType === "employee" ? [...contactFormRules, employeeRule] : contactFormRules;
}
