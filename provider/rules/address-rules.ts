import { atMost, required, rule, warning, type Rule } from "./rule.ts";

/** The rules of the location form. */
export const addressRules: readonly Rule[] = [
  required("Line1", "Please enter the first line of the address."),
  atMost("Line1", 100),
  atMost("Line2", 100),
  required("Town", "Please enter the town."),
  atMost("Town", 60),
  atMost("County", 60),
  required("PostCode", "Please enter the postcode."),
  rule("PostCode", "PostCode"),
  rule("PostCode", "StringLength", "A postcode has 5 to 8 characters.", { min: 5, max: 8 }),
  atMost("Notes", 1000),
  warning("Notes", "StringLength", "Engineers only see the first 200 characters.", { min: 0, max: 200 }),
];
