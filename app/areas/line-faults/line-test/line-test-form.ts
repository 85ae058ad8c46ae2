import { defineForm, toNationalPhone } from "#app/forms/define-form.ts";
import { localRule } from "#app/forms/judge.ts";

const PHONE = /^\d{10,11}$/;
const POSTCODE = /^[A-Z\d ]{5,8}$/;

/** Normalises a telephone number or a postcode; any other text only becomes upper case. */
export const tidyLine = {
  cli: (typed: string) => toNationalPhone(typed).toUpperCase(),
  postcode: (typed: string) => typed.toUpperCase().replace(/\s+/g, " "),
};

const INVALID_PHONE = "Enter a valid phone number";
const INVALID_POSTCODE = "Enter a valid UK postcode";
export const DOUBTFUL_POSTCODE = "This postcode does not appear to be valid";

export const lineTestForm = defineForm({
  id: "line-test",
  fields: { cli: "Telephone number", postcode: "Postcode", faultCode: "Test reason" },
  tidy: tidyLine,
  checksOnBlur: true,
  savesDespiteWarnings: true,
  derive: ({ cli, postcode }) => ({
    isNumber: cli === "" || PHONE.test(cli),
    isNational: !PHONE.test(cli) || cli.startsWith("0"),
    isPostcode: postcode === "" || POSTCODE.test(postcode),
    // Empty while the postcode is incomplete, so that there is one message at most.
    wholePostcode: POSTCODE.test(postcode) ? postcode : "",
  }),
  showAt: { isNumber: "cli", isNational: "cli", isPostcode: "postcode", wholePostcode: "postcode" },
  rules: [
    localRule("Cli", "Required", INVALID_PHONE),
    localRule("IsNumber", "MustBeTrue", INVALID_PHONE),
    localRule("IsNational", "MustBeTrue", `${INVALID_PHONE}: it must have a leading zero`),
    localRule("Postcode", "Required", INVALID_POSTCODE),
    localRule("IsPostcode", "MustBeTrue", INVALID_POSTCODE),
    // Severity 1 is a warning, which does not stop the test.
    localRule("WholePostcode", "PostCode", DOUBTFUL_POSTCODE, 1),
    localRule("FaultCode", "Required", "Select line test reason"),
  ],
  button: "Run Test",
  sendingLabel: "Running the test…",
  bannerVerb: "submitting",
});

export const checklistForm = defineForm({
  id: "line-checklist",
  fields: {
    noFaultCheckListConfirmed:
      "I confirm that I have carried out the above checks but still have a fault on my line and wish to proceed with booking an engineer appointment.",
  },
  rules: [
    localRule("NoFaultCheckListConfirmed", "MustBeTrue", "Please tick this once you have done the checks."),
  ],
  button: "Confirm",
});
