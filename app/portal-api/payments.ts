import { z } from "zod";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { money, optionalText, textId } from "./shapes.ts";

/** Rules of the cardholder form; their properties are those of {@link beginPaymentTransaction}'s body. */
export const listPaymentRules = validationRules("Payment/GetValidationRules");

/** What starts a card payment (spec 2 §3). */
export const paymentDetails = z.object({
  ipAddress: z.string(),
  billingSurname: z.string(),
  billingFirstnames: z.string(),
  billingAddress1: z.string(),
  billingAddress2: z.string(),
  billingCity: z.string(),
  billingPostCode: z.string(),
  billingCountry: z.literal("GB"),
  /** True asks the API to refuse once for warnings, so that a person may confirm them. */
  isSaveConfirmationRequired: z.boolean(),
  isSaveConfirmed: z.boolean(),
  /** Pounds; sent with two decimals. */
  paymentAmount: z.number().transform((pounds) => Math.round(pounds * 100) / 100),
  invoiceNumbers: z.array(z.string()).min(1),
});
export type PaymentDetails = z.input<typeof paymentDetails>;

/** The card provider's address and the fields that a form posts there; `crypt` is a secret, never logged. */
export const cardPaymentStart = z.object({
  sagePayUrl: z.url({ protocol: /^https?$/ }),
  vpsProtocol: textId,
  txType: z.string(),
  vendor: z.string(),
  crypt: z.string(),
});
export type CardPaymentStart = z.output<typeof cardPaymentStart>;

/**
 * Marks the invoices as being paid and starts the payment. Not repeatable: a second call is a second payment.
 * Refused (400) for a broken rule, an amount that is not what the invoices have outstanding, or an invoice that
 * is being paid already.
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

/** What the browser brought back from the card provider (spec 2 §3). */
export const paymentCompletion = z.object({
  paymentId: z.string(),
  crypt: z.string(),
  ipAddress: z.string(),
});

/**
 * Tells the API how a payment ended: the receipt, or a 400 whose text says why no money was taken. Whichever
 * return page the browser came to, this answer decides.
 */
export const completePaymentTransaction = operation({
  method: "POST",
  path: "Payment/CompletePaymentTransaction",
  body: paymentCompletion,
  answer: paymentReceipt,
  failure: "There was an error logging the transaction",
});
