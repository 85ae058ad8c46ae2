import { defineForm } from "#app/forms/define-form.ts";

/** Hidden field that names the intent the page was shown for. */
export const PAYMENT_FIELD = "payment";

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
  otherNames: [PAYMENT_FIELD],
  button: "Pay now",
  sendingLabel: "Starting the payment…",
  bannerVerb: "submitting",
  bindsCustomer: true,
  perhapsSavedAdvice:
    "We could not confirm that your payment was started. No money has been taken. Invoices that show as payment processing can be paid later.",
});

/** The most that a card pays at once, in pounds. */
export const CARD_LIMIT = 100_000;
export const ABOVE_CARD_LIMIT = "No more than £100,000.00 can be paid by card at once.";
export const DIRECT_DEBITS_NOT_CHECKED =
  "We could not check which invoices a Direct Debit collects. Look at your Direct Debits before you pay: nobody should pay an invoice twice.";
