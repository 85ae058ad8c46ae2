import { isForeignPhone, ukPhone } from "#app/forms/cleaning.ts";
import { defineForm } from "#app/forms/define-form.ts";
import { localRule } from "#app/forms/validate.ts";

const INVALID_POSTCODE = "Enter a valid postcode";
const INVALID_PHONE = "Input valid phone number";

/** Hidden field with the first line of the location that was pressed. */
export const LINE_FIELD = "line1";

export const searchForm = defineForm({
  id: "availability-search",
  fields: { postCode: "Postcode" },
  otherNames: [LINE_FIELD],
  kinds: { postCode: "postcode" },
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
  kinds: { phoneNumber: "phone" },
  // The API takes any text, so we send a number from another country as typed.
  derive: ({ phoneNumber: number }) => ({ dialled: isForeignPhone(number) ? number : ukPhone(number) }),
  showAt: { dialled: "phoneNumber" },
  rules: [localRule("PhoneNumber", "Required", INVALID_PHONE), localRule("Dialled", "Phone", INVALID_PHONE)],
  button: "Request a callback",
  bannerVerb: "submitting",
  perhapsSavedAdvice: "Our sales team may still have received it. Send it again, or call them.",
});
