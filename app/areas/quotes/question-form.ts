import { defineForm, normaliseLineBreaks, PERHAPS_SAVED } from "#app/forms/define-form.ts";

export const questionForm = defineForm({
  id: "quote-question",
  fields: { message: "Your question" },
  tidy: { message: normaliseLineBreaks },
  button: "Submit Question",
  bannerVerb: "submitting",
  perhapsSavedAdvice: `${PERHAPS_SAVED} The help desk can tell.`,
});
