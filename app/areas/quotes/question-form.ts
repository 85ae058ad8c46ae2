import { defineForm } from "#app/forms/define-form.ts";

/** A question about a quote; the name is the API's. */
export const questionForm = defineForm({
  id: "quote-question",
  fields: { message: "Your question" },
  button: "Submit Question",
  sending: "submitting",
});
