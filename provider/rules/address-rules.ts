import { atMost, required, severity, type Rule } from "./rule.ts";

export const addressRules: readonly Rule[] = [
  required("Line1", "Please enter the first line of the address."),
  atMost("Line1", 100),
  atMost("Line2", 100),
  required("Town", "Please enter the town."),
  atMost("Town", 60),
  atMost("County", 60),
  required("PostCode", "Please enter the postcode."),
  { property: "PostCode", ruleName: "PostCode", severity: severity.error },
  {
    property: "PostCode",
    ruleName: "StringLength",
    description: "A postcode has 5 to 8 characters.",
    severity: severity.error,
    parameters: { min: 5, max: 8 },
  },
  atMost("Notes", 1000),
  {
    property: "Notes",
    ruleName: "StringLength",
    description: "Engineers see the first 200 characters only.",
    severity: severity.warning,
    parameters: { min: 0, max: 200 },
  },
];
