import { ukPhone } from "#app/forms/cleaning.ts";
import { defineForm, type FormValues } from "#app/forms/define-form.ts";
import { localRule } from "#app/forms/validate.ts";

/** Hidden field with the fingerprint of the terms that the page showed. */
export const REVIEWED_TERMS_FIELD = "shownTerms";
/** Hidden field with the slot that the page showed. */
export const REVIEWED_SLOT_FIELD = "shownSlot";
/** The Previous Step button, which goes back to the slots. */
export const BACK_FIELD = "step";

export const agreementForm = defineForm({
  id: "line-fault-agreement",
  fields: { agreed: "I understand and agree" },
  otherNames: [REVIEWED_TERMS_FIELD],
  rules: [localRule("Agreed", "MustBeTrue", "Tick 'I understand and agree' to proceed.")],
  button: "Proceed",
  bannerVerb: "submitting",
  agreements: ["agreed"],
  bindsCustomer: true,
});

export const appointmentForm = defineForm({
  id: "line-fault-appointment",
  fields: { slot: "Choose a day and a time" },
  rules: [localRule("Slot", "Required", "Select an appointment")],
  button: "Select Appointment",
  bannerVerb: "submitting",
});

export const SLOT_TAKEN = "This appointment has just been taken. Please choose another one.";
const SAME_NUMBER =
  "The contact number cannot be the same as the number you are reporting the fault on, as this will be used by Openreach engineers should they need to contact you. Please provide an alternative contact number.";
const MAX_DESCRIPTION_LENGTH = 2_000;
const INVALID_PHONE = "Enter a valid phone number";

/** `cli` is the tested line's number. */
export const visitDetailsForm = defineForm({
  id: "line-fault-details",
  fields: {
    firstName: "First Name",
    lastName: "Last Name",
    contactTelephone: "Contact Telephone",
    problemDescription: "Fault Description",
  },
  otherNames: [REVIEWED_SLOT_FIELD, BACK_FIELD],
  kinds: { firstName: "name", lastName: "name", contactTelephone: "phone", problemDescription: "report" },
  derive: ({ contactTelephone: number }, { cli = "" }: { readonly cli?: string }) => ({
    ukNumber: ukPhone(number),
    isOtherNumber: number === "" || number !== cli,
  }),
  showAt: { ukNumber: "contactTelephone", isOtherNumber: "contactTelephone" },
  rules: [
    localRule("FirstName", "Required", "Enter first name"),
    localRule("LastName", "Required", "Enter last name"),
    localRule("ContactTelephone", "Required", INVALID_PHONE),
    localRule("UkNumber", "Phone", INVALID_PHONE),
    localRule("IsOtherNumber", "MustBeTrue", SAME_NUMBER),
    localRule("ProblemDescription", "Required", "Enter fault description"),
    localRule("ProblemDescription", "StringLength", "Enter at most 2,000 characters", {
      max: MAX_DESCRIPTION_LENGTH,
    }),
  ],
  button: "Submit",
  bannerVerb: "submitting",
  bindsCustomer: true,
  perhapsSavedAdvice:
    "We don't know if your trouble report was logged. If you press Submit again, we'll look for it first and only send it if it isn't there.",
});

export type VisitDetails = FormValues<keyof typeof visitDetailsForm.fields, never>;
