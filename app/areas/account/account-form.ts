import { defineForm } from "#app/forms/define-form.ts";

export const OPT_OUT_FIELD = "optOut";
export const OPT_OUT_CONFIRMED = "confirmed";
/** Field that answers OPT_OUT_QUESTION: 'yes' or 'no'. */
export const OPT_OUT_ANSWER = "optOutConfirmed";
const MARKETING_RULE_NAME = "MarketingPreferencesWarning";

/** What the server adds so that the form's rules can be checked. */
export type AccountFacts = Readonly<{ brokenRules?: readonly string[] }>;

export const accountForm = defineForm({
  id: "account-details",
  fields: {
    salutation: "Title",
    firstNames: "First Name",
    surname: "Surname",
    position: "Position",
    telephone: "Telephone",
    mobile: "Mobile",
    email: "Email",
    addressId: "Address",
    isPaperBilling: "How would you like to receive your bills?",
  },
  lists: { marketingPreferences: "Marketing Preferences", optOut: "Opt Out" },
  otherNames: [OPT_OUT_ANSWER],
  kinds: { telephone: "phone", mobile: "phone" },
  button: "Save Changes",
  // Ticking any box satisfies the rule that the contact has broken so far.
  derive: ({ marketingPreferences }, { brokenRules = [] }: AccountFacts) =>
    marketingPreferences.length === 0
      ? {}
      : { brokenRules: brokenRules.filter((name) => name !== MARKETING_RULE_NAME) },
});

export const OPT_OUT_QUESTION = "Are you sure you want to opt out of all marketing communication?";
export const MARKETING_DELAY_TEXT = "Any changes to marketing preferences may take up to 72 hours.";
export const BILLING_DELAY_TEXT =
  "Changes apply from your next bill. Bills we've already sent you won't change.";
