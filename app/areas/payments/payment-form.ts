import { defineForm } from "#app/forms/define-form.ts";
import { submitting } from "#app/forms/summary.ts";

/** Cardholder Details (spec 2 §2, Review your payment); the names are the API's. */
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
  summary: submitting("Pay now"),
});

/** Hidden field that names the intent the page was rendered for. */
export const PAYMENT_FIELD = "payment";
