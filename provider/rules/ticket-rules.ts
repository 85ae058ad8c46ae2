import { atMost, range, required, rule, warning, type Rule } from "./rule.ts";

/** The rules for both ticket forms. An existing ticket's form ignores the rules for fields that it lacks. */
export const ticketRules: readonly Rule[] = [
  required("ContractCover", "Please choose a contract."),
  range("AffectedUsers", 0, 100_000),
  warning(
    "AffectedUsers",
    "NumericRange",
    "More than 250 users are affected. Please call us as well, so that we can start straight away.",
    { max: 250 },
  ),
  atMost("Errorcodes", 100),
  rule("ContactId", "SelectedClientContact", "Please choose a contact."),
  required("Subject", "Please enter a summary."),
  atMost("Subject", 100),
  required("Message", "Please enter the details."),
  atMost("Message", 4000),
];
