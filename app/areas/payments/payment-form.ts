import { defineForm } from "#app/forms/define-form.ts";

/** Hidden field with the intent that the page was shown for. */
export const PAYMENT_INTENT_FIELD = "payment";

export const paymentForm = defineForm({
  id: "payment",
  fields: {
    billingFirstnames: "First Name",
    billingSurname: "Surname",
    billingAddress1: "Address Line 1",
    billingAddress2: "Address Line 2",
    billingCity: "City",
    billingPostCode: "Postcode",
  },
  otherNames: [PAYMENT_INTENT_FIELD],
  kinds: { billingPostCode: "postcode" },
  button: "Pay now",
  sendingLabel: "Starting the payment…",
  bannerVerb: "submitting",
  bindsCustomer: true,
  perhapsSavedAdvice:
    "We couldn't confirm that your payment had started. No money has been taken. You can pay any invoices marked 'Payment processing' later.",
});
