import { atMost, required, rule, type Rule } from "#provider/rules/rule.ts";

/** The cardholder form's rules, with Opayo Form's maximum lengths. */
export const paymentRules: readonly Rule[] = [
  required("BillingFirstnames", "Please enter the first name."),
  atMost("BillingFirstnames", 20),
  required("BillingSurname", "Please enter the surname."),
  atMost("BillingSurname", 20),
  required("BillingAddress1", "Please enter the first line of the address."),
  atMost("BillingAddress1", 100),
  atMost("BillingAddress2", 100),
  required("BillingCity", "Please enter the city."),
  atMost("BillingCity", 40),
  required("BillingPostCode", "Please enter the postcode."),
  atMost("BillingPostCode", 10),
  rule("BillingPostCode", "PostCode", "Please enter a UK postcode."),
];
