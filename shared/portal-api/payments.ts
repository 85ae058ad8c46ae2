import { z } from "zod";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { idAsSent, idAsText, money, shown } from "./shapes.ts";

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
  /** If true, the API refuses the payment as long as there are unconfirmed warnings. */
  isSaveConfirmationRequired: z.boolean(),
  isSaveConfirmed: z.boolean(),
  paymentAmount: z
    .number()
    .meta({ "x-format": "decimal" })
    .transform((pounds) => Math.round(pounds * 100) / 100),
  invoiceNumbers: z.array(idAsSent.transform(String)).min(1),
});
export type PaymentDetails = z.input<typeof paymentDetails>;

/** The form that the browser posts to the card provider; `crypt` is a secret. */
const cardPaymentStart = z.object({
  sagePayUrl: z.url({ protocol: /^https?$/ }),
  vpsProtocol: idAsText,
  txType: z.string(),
  vendor: z.string(),
  crypt: z.string(),
  paymentId: idAsText
    .nullish()
    .catch(undefined)
    .describe(
      "The id that the card provider quotes when it sends the customer back, so that the portal doesn't have to guess which payment it was.",
    ),
});
export type CardPaymentStart = z.output<typeof cardPaymentStart>;

/** Marks the invoices as being paid. Calling it again would begin a second payment. */
export const beginPaymentTransaction = operation({
  method: "POST",
  path: "Payment/BeginPaymentTransaction",
  body: paymentDetails,
  answer: cardPaymentStart,
  failure: "There was an error getting the sagepay url",
});

const receipt = z.object({
  paymentDate: shown.date(),
  vendorTxCode: shown.text(),
  amount: money.nullish(),
  cardType: shown.text(),
  // Zeros mean that the payment wasn't authorised.
  txAuthNo: shown.text().transform((code) => code.trim().replace(/^0+$/, "")),
});
const paymentReceipt = z.preprocess((answer) => answer ?? {}, receipt);
export type PaymentReceipt = z.output<typeof paymentReceipt>;

export const paymentCompletion = z.object({
  paymentId: z.string(),
  crypt: z.string(),
  ipAddress: z.string(),
});

/** Returns the receipt. If no money was taken, returns 400 with the reason, or a receipt without `txAuthNo`. */
export const completePaymentTransaction = operation({
  method: "POST",
  path: "Payment/CompletePaymentTransaction",
  body: paymentCompletion,
  answer: paymentReceipt,
  provesOutcome: true,
  failure: "There was an error logging the transaction",
});
