import { z } from "zod";
import { postalAddress } from "./clients.ts";
import { operation } from "./operation.ts";
import { listOf, listRequestInCapitals, money, optionalText, textId } from "./shapes.ts";

export const invoiceStatus = { live: 0, onHold: 1, completed: 2, disputed: 3 } as const;

/** What lists show of an invoice. Money is decimal pounds; a credit note's is negative. */
export const invoiceSummary = z.object({
  invoiceNumber: textId,
  /** ISO 8601; shown, and filed, by its day in London. */
  dateIssued: z.string(),
  orderNumber: optionalText,
  accountNumber: optionalText,
  status: z.number().int(),
  total: money,
  outstandingAmount: money,
  /** True while a card payment is on its way. */
  isCardPaymentPending: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});
export type InvoiceSummary = z.output<typeof invoiceSummary>;

export const invoiceItem = z.object({
  itemCode: optionalText,
  /** May hold HTML. */
  description: optionalText,
  quantity: z.number(),
  /** Price of one. */
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

/** An invoice with its breakdown. */
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

/**
 * A page of invoices, sorted by any column; no status code means every status. `outstandingTotal` is the sum
 * over all that match, where the provider adds it up.
 */
export const listMyInvoices = operation({
  method: "GET",
  path: "Invoice/MyInvoices",
  query: listRequestInCapitals,
  answer: listOf(invoiceSummary).extend({ outstandingTotal: money.nullish() }),
  failure: "There was an error loading invoices.",
});

/** One invoice with its breakdown; 404 also for another account's. */
export const getInvoice = operation({
  method: "GET",
  path: "Invoice/Details",
  query: z.object({ invoiceNumber: z.string() }),
  answer: invoice,
  failure: "There was an error loading invoice.",
});
