import { defineForm } from "#app/forms/define-form.ts";
import { localRule } from "#app/forms/judge.ts";

const INVALID_POSTCODE = "Enter a valid postcode";
const INVALID_PHONE = "Input valid phone number";
/** The maximum length of a phone number in ITU-T E.164. */
const MAX_PHONE_DIGITS = 15;
const phoneLengthRule = localRule("PhoneNumber", "StringLength", INVALID_PHONE);

export const searchForm = defineForm({
  id: "availability-search",
  fields: { postCode: "Postcode" },
  tidy: { postCode: (typed) => typed.toUpperCase().replace(/\s+/g, " ") },
  rules: [
    localRule("PostCode", "Required", INVALID_POSTCODE),
    localRule("PostCode", "PostCode", INVALID_POSTCODE),
  ],
  button: "Search",
  sendingLabel: "Searching…",
  bannerVerb: "submitting",
  perhapsSavedAdvice: "Please try again.",
});

export const addressForm = defineForm({
  id: "availability-address",
  fields: { address: "Address" },
  rules: [localRule("Address", "Required", "Choose an address")],
  button: "Continue",
  sendingLabel: "Checking…",
  bannerVerb: "submitting",
  perhapsSavedAdvice: "Please try again.",
});

export const callbackForm = defineForm({
  id: "availability-callback",
  fields: { phoneNumber: "Phone number" },
  tidy: { phoneNumber: (typed) => typed.replace(/\D/g, "") },
  rules: [
    localRule("PhoneNumber", "Required", INVALID_PHONE),
    { ...phoneLengthRule, parameters: { ...phoneLengthRule.parameters, min: 10, max: MAX_PHONE_DIGITS } },
  ],
  button: "Request a callback",
  bannerVerb: "submitting",
  perhapsSavedAdvice: "Our sales team may have it all the same. You can send it again, or phone them.",
});
