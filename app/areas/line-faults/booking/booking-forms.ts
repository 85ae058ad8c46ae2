import { defineForm, nationalNumber } from "#app/forms/define-form.ts";
import { portalRule } from "#app/forms/judge.ts";

/** Hidden field: fingerprint of the terms that the page showed. */
export const REVIEWED_TERMS_FIELD = "shownTerms";
/** Hidden field: the slot that the page showed. */
export const REVIEWED_SLOT_FIELD = "shownSlot";
/** Name of the button Previous Step, which goes back to the slots. */
export const BACK_FIELD = "step";

export const agreementForm = defineForm({
  id: "line-fault-agreement",
  fields: { agreed: "I understand and agree" },
  also: [REVIEWED_TERMS_FIELD],
  rules: [portalRule("Agreed", "MustBeTrue", "Tick 'I understand and agree' to proceed.")],
  button: "Proceed",
  sending: "submitting",
  consents: ["agreed"],
  binds: true,
});

export const appointmentForm = defineForm({
  id: "line-fault-appointment",
  fields: { slot: "Choose a day and a time" },
  rules: [portalRule("Slot", "Required", "Select an appointment")],
  button: "Select Appointment",
  sending: "submitting",
});

export const SLOT_TAKEN = "This appointment has just been taken. Please choose another one.";
const SAME_NUMBER =
  "The contact number cannot be the same as the number you are reporting the fault on, as this will be used by Openreach engineers should they need to contact you. Please provide an alternative contact number.";
const MAX_DESCRIPTION_LENGTH = 2_000;
const VALID_PHONE = "Enter a valid phone number";

/** Keeps letters of any language with their marks, blanks, apostrophes, hyphens and dots: O'Connor, Siân, Jean-Luc. */
const cleanName = (typed: string) => typed.replace(/[^\p{L}\p{M}\p{Zs}'’.-]/gu, "").trim();
const cleanText = (typed: string) => typed.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{Zs}\n£€$+=°]/gu, "").trim();

export type VisitDetails = Readonly<
  Record<"firstName" | "lastName" | "contactTelephone" | "problemDescription", string>
>;

/** Its rules need `cli`, the number of the tested line, among the `fixed` values. */
export const visitDetailsForm = defineForm({
  id: "line-fault-details",
  fields: {
    firstName: "First Name",
    lastName: "Last Name",
    contactTelephone: "Contact Telephone",
    problemDescription: "Fault Description",
  },
  also: [REVIEWED_SLOT_FIELD, BACK_FIELD],
  tidy: {
    firstName: cleanName,
    lastName: cleanName,
    contactTelephone: nationalNumber,
    problemDescription: cleanText,
  },
  derive: (values) => {
    const { contactTelephone: number, cli = "" } = values as VisitDetails & { readonly cli?: string };
    return {
      isNumber: number === "" || /^\d{10,11}$/.test(number),
      isOtherNumber: number === "" || number !== cli,
    };
  },
  showAt: { isNumber: "contactTelephone", isOtherNumber: "contactTelephone" },
  rules: [
    portalRule("FirstName", "Required", "Enter first name"),
    portalRule("LastName", "Required", "Enter last name"),
    portalRule("ContactTelephone", "Required", VALID_PHONE),
    portalRule("IsNumber", "MustBeTrue", VALID_PHONE),
    portalRule("IsOtherNumber", "MustBeTrue", SAME_NUMBER),
    portalRule("ProblemDescription", "Required", "Enter fault description"),
    {
      ...portalRule("ProblemDescription", "StringLength", "Enter at most 2,000 characters"),
      parameters: { ext: [], compareField: "", max: MAX_DESCRIPTION_LENGTH },
    },
  ],
  button: "Submit",
  sending: "submitting",
  binds: true,
  perhapsSaved:
    "We could not find out whether your trouble report was logged. Please press Submit again: it is never logged twice.",
});
