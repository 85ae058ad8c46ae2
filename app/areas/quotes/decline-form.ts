import { defineForm, PERHAPS_SAVED_ADVICE } from "#app/forms/define-form.ts";
import { localRule } from "#app/forms/validate.ts";

export const declineForm = defineForm({
  id: "quote-decline",
  fields: { reason: "Why are you declining it?" },
  rules: [localRule("Reason", "Required", "Please enter your reason.")],
  kinds: { reason: "text" },
  // The server's rules apply to the whole message that we send.
  derive: ({ reason }) => ({ message: declineMessage(reason) }),
  showAt: { message: "reason" },
  button: "Decline quote",
  bannerVerb: "submitting",
  perhapsSavedAdvice: `${PERHAPS_SAVED_ADVICE} The help desk can tell you.`,
});

/** The message that declines a quote. It goes as a question about the quote, because the API can't decline. */
export const declineMessage = (reason: string) => `We'd like to decline this quote.\n\nReason: ${reason}`;
