import { z } from "zod";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { money, optionalText, textId } from "./shapes.ts";

/** The rules of the cardholder form. */
export const listPaymentRules = validationRules("Payment/GetValidationRules");

export const paymentDetails = z.object({
  ipAddress: z.string(),
  billingSurname: z.string(),
  billingFirstnames: z.string(),
  billingAddress1: z.string(),
  billingAddress2: z.string(),
  billingCity: z.string(),
  billingPostCode: z.string(),
  billingCountry: z.literal("GB"),
  /** True: the API refuses once for warnings, so that the person may confirm them. */
  isSaveConfirmationRequired: z.boolean(),
  isSaveConfirmed: z.boolean(),
  /** Pounds. */
  paymentAmount: z.number().transform((pounds) => Math.round(pounds * 100) / 100),
  invoiceNumbers: z.array(z.string()).min(1),
});
export type PaymentDetails = z.input<typeof paymentDetails>;

/** Where the browser posts to, and with which fields; `crypt` is a secret. */
export const cardPaymentStart = z.object({
  sagePayUrl: z.url({ protocol: /^https?$/ }),
  vpsProtocol: textId,
  txType: z.string(),
  vendor: z.string(),
  crypt: z.string(),
});
export type CardPaymentStart = z.output<typeof cardPaymentStart>;

/**
 * Starts a card payment and marks its invoices as being paid. A second call is a second payment. Refused
 * (400) for a broken rule, for an amount that is not what the invoices have outstanding, and for an invoice
 * that is being paid already.
 */
export const beginPaymentTransaction = operation({
  method: "POST",
  path: "Payment/BeginPaymentTransaction",
  body: paymentDetails,
  answer: cardPaymentStart,
  failure: "There was an error getting the sagepay url",
});

/** What the card provider took; `amount` in pounds. */
export const paymentReceipt = z.object({
  paymentDate: z.string(),
  vendorTxCode: optionalText,
  amount: money,
  cardType: optionalText,
  txAuthNo: textId.nullish().transform((value) => value ?? ""),
});
export type PaymentReceipt = z.output<typeof paymentReceipt>;

export const paymentCompletion = z.object({
  paymentId: z.string(),
  crypt: z.string(),
  ipAddress: z.string(),
});

/** Tells the API how a payment ended. Answers the receipt, or 400 with the reason why no money was taken. */
export const completePaymentTransaction = operation({
  method: "POST",
  path: "Payment/CompletePaymentTransaction",
  body: paymentCompletion,
  answer: paymentReceipt,
  failure: "There was an error logging the transaction",
});
