import { defineForm, PERHAPS_SAVED_ADVICE } from "#app/forms/define-form.ts";

export const questionForm = defineForm({
  id: "quote-question",
  fields: { message: "Your question" },
  kinds: { message: "text" },
  button: "Submit Question",
  bannerVerb: "submitting",
  perhapsSavedAdvice: `${PERHAPS_SAVED_ADVICE} The help desk can tell you.`,
});
