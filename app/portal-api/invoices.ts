import { z } from "zod";
import { postalAddress } from "./clients.ts";
import { operation } from "./operation.ts";
import { listOf, listRequestInCapitals, money, optionalText, textId } from "./shapes.ts";

export const invoiceStatus = { live: 0, onHold: 1, completed: 2, disputed: 3 } as const;

/** Money is decimal pounds, negative on a credit note. */
const invoiceSummary = z.object({
  invoiceNumber: textId,
  /** ISO 8601; its day in London counts. */
  dateIssued: z.string(),
  orderNumber: optionalText,
  accountNumber: optionalText,
  status: z.number().int(),
  total: money,
  outstandingAmount: money,
  isCardPaymentPending: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});
export type InvoiceSummary = z.output<typeof invoiceSummary>;

const invoiceItem = z.object({
  itemCode: optionalText,
  /** May hold HTML. */
  description: optionalText,
  quantity: z.number(),
  unit: money,
  /** Per cent. */
  discount: money,
  vatCode: textId,
  net: money,
});
export type InvoiceItem = z.output<typeof invoiceItem>;

const paymentDetails = z.object({
  bankName: optionalText,
  bankSortCode: optionalText,
  bankAccountNumber: optionalText,
  net: money,
  vat: money,
  gross: money,
});

const companyDetails = z.object({
  companyName: optionalText,
  countryCode: optionalText,
  taxRegistrationNumber: optionalText,
  countryOfRegistration: optionalText,
  companyRegistrationNumber: optionalText,
  webSite: optionalText,
  address: postalAddress.nullish(),
});

export const invoice = invoiceSummary.extend({
  invoiceDownloadUrl: optionalText,
  callsDownloadUrl: optionalText,
  reportsDownloadUrl: optionalText,
  items: z
    .array(invoiceItem)
    .nullish()
    .transform((value) => value ?? []),
  paymentDetails: paymentDetails.nullish(),
  deliveryAddress: postalAddress.nullish(),
  invoiceAddress: postalAddress.nullish(),
  companyDetails: companyDetails.nullish(),
});
export type Invoice = z.output<typeof invoice>;

/** No status code means every status. `outstandingTotal`: over all that match, where the provider adds it up. */
export const listMyInvoices = operation({
  method: "GET",
  path: "Invoice/MyInvoices",
  query: listRequestInCapitals,
  answer: listOf(invoiceSummary).extend({ outstandingTotal: money.nullish() }),
  failure: "There was an error loading invoices.",
});

export const getInvoice = operation({
  method: "GET",
  path: "Invoice/Details",
  query: z.object({ invoiceNumber: z.string() }),
  answer: invoice,
  failure: "There was an error loading invoice.",
});
