import { defineForm } from "#app/forms/define-form.ts";

export const questionForm = defineForm({
  id: "quote-question",
  fields: { message: "Your question" },
  button: "Submit Question",
  sending: "submitting",
  perhapsSaved: "It may have been sent all the same. You can send it again, or phone the help desk.",
});
