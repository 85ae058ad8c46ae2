import { defineForm } from "#app/forms/define-form.ts";

export const questionForm = defineForm({
  id: "quote-question",
  fields: { message: "Your question" },
  button: "Submit Question",
  sending: "submitting",
  perhapsSaved: "Please check whether it was saved before you send it again. The help desk can tell.",
});
