import { defineForm } from "#app/forms/define-form.ts";
import type { ValidationRule } from "#app/portal-api/rules.ts";

const rule = (property: string, ruleName: string, description: string, min?: number, max?: number) =>
  ({
    ...{ property, ruleName, description, severity: 0 },
    parameters: { ext: [], size: undefined, compareField: "", min, max },
  }) satisfies ValidationRule;

const INVALID_POSTCODE = "Enter a valid postcode";
const INVALID_PHONE = "Input valid phone number";
/** The longest number of ITU-T E.164. */
const MOST_DIGITS = 15;

export const searchForm = defineForm({
  id: "availability-search",
  fields: { postCode: "Postcode" },
  tidy: { postCode: (typed) => typed.toUpperCase().replace(/\s+/g, " ") },
  rules: [rule("PostCode", "Required", INVALID_POSTCODE), rule("PostCode", "PostCode", INVALID_POSTCODE)],
  button: "Search",
  sending: "submitting",
  perhapsSaved: "Please try again.",
});

export const addressForm = defineForm({
  id: "availability-address",
  fields: { address: "Address" },
  rules: [rule("Address", "Required", "Choose an address")],
  button: "Continue",
  sending: "submitting",
  perhapsSaved: "Please try again.",
});

export const callbackForm = defineForm({
  id: "availability-callback",
  fields: { phoneNumber: "Phone number" },
  tidy: { phoneNumber: (typed) => typed.replace(/\D/g, "") },
  rules: [
    rule("PhoneNumber", "Required", INVALID_PHONE),
    rule("PhoneNumber", "StringLength", INVALID_PHONE, 10, MOST_DIGITS),
  ],
  button: "Request a callback",
  sending: "submitting",
  perhapsSaved: "Our sales team may have it all the same. You can send it again, or phone them.",
});
