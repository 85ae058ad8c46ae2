import { defineForm } from "#app/forms/define-form.ts";
import { localRule } from "#app/forms/validate.ts";

export const visitForm = defineForm({
  id: "visit",
  fields: { message: "What shall we look at?" },
  kinds: { message: "text" },
  rules: [localRule("Message", "Required", "Please say what we shall look at")],
  button: "Continue",
});

/** Hidden field with the id of what the page shows, so that nothing else is sent. */
export const SHOWN_FIELD = "shown";

export const visitCheckForm = defineForm({
  id: "visit-check",
  fields: {},
  otherNames: [SHOWN_FIELD],
  button: "Ask for the visit",
  bannerVerb: "submitting",
});
