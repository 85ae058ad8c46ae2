import { defineForm, normaliseLineBreaks, PERHAPS_SAVED_ADVICE } from "#app/forms/define-form.ts";

export const questionForm = defineForm({
  id: "quote-question",
  fields: { message: "Your question" },
  tidy: { message: normaliseLineBreaks },
  button: "Submit Question",
  bannerVerb: "submitting",
  perhapsSavedAdvice: `${PERHAPS_SAVED_ADVICE} The help desk can tell.`,
});
