import { atMost, required, severity, type Rule } from "./rule.ts";

/** The rules of both ticket forms. What a saved ticket's form does not ask for, it passes over. */
export const ticketRules: readonly Rule[] = [
  required("ContractCover", "Please choose a contract."),
  {
    property: "AffectedUsers",
    ruleName: "NumericRange",
    description: "Please enter a number from 0 to 100000.",
    severity: severity.error,
    parameters: { min: 0, max: 100_000 },
  },
  {
    property: "AffectedUsers",
    ruleName: "NumericRange",
    description: "More than 250 users are affected: please phone us as well, so that we can begin at once.",
    severity: severity.warning,
    parameters: { max: 250 },
  },
  atMost("Errorcodes", 100),
  {
    property: "ContactId",
    ruleName: "SelectedClientContact",
    description: "Please choose a contact.",
    severity: severity.error,
  },
  required("Subject", "Please enter a summary."),
  atMost("Subject", 100),
  required("Message", "Please enter the details."),
  atMost("Message", 4000),
];
