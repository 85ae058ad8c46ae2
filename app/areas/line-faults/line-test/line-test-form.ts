import { ukPhone } from "#app/forms/cleaning.ts";
import { defineForm } from "#app/forms/define-form.ts";
import { localRule } from "#app/forms/validate.ts";

const WITHOUT_ZERO = /^[1-9]\d{9,10}$/;
const isWholePostcode = (postcode: string) => /^[A-Z\d]{5,8}$/.test(postcode.replaceAll(" ", ""));

const INVALID_PHONE = "Enter a valid phone number";
const INVALID_POSTCODE = "Enter a valid UK postcode";
export const DOUBTFUL_POSTCODE = "This postcode does not appear to be valid";

export const lineTestForm = defineForm({
  id: "line-test",
  fields: { cli: "Telephone number", postcode: "Postcode", faultCode: "Test reason" },
  kinds: { cli: "phone", postcode: "postcode" },
  checksOnBlur: true,
  savesDespiteWarnings: true,
  derive: ({ cli, postcode }) => ({
    // Each of these passes if an earlier rule fails, so that a field only shows one message.
    ukNumber: WITHOUT_ZERO.test(cli) ? "" : ukPhone(cli),
    isNotMissingZero: !WITHOUT_ZERO.test(cli),
    isEmptyOrPostcode: postcode === "" || isWholePostcode(postcode),
    wholePostcode: isWholePostcode(postcode) ? postcode : "",
  }),
  showAt: {
    ukNumber: "cli",
    isNotMissingZero: "cli",
    isEmptyOrPostcode: "postcode",
    wholePostcode: "postcode",
  },
  rules: [
    localRule("Cli", "Required", INVALID_PHONE),
    localRule("UkNumber", "Phone", INVALID_PHONE),
    localRule("IsNotMissingZero", "MustBeTrue", `${INVALID_PHONE}: it must have a leading zero`),
    localRule("Postcode", "Required", INVALID_POSTCODE),
    localRule("IsEmptyOrPostcode", "MustBeTrue", INVALID_POSTCODE),
    // Severity 1 is a warning, so the test can still run.
    localRule("WholePostcode", "PostCode", DOUBTFUL_POSTCODE, { severity: 1 }),
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
    localRule("NoFaultCheckListConfirmed", "MustBeTrue", "Please tick this once you've done the checks."),
  ],
  button: "Confirm",
});
