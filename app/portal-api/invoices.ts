import { z } from "zod";
import { postalAddress } from "./clients.ts";
import { operation } from "./operation.ts";
import { listOf, listRequestInCapitals, money, optionalText, textId } from "./shapes.ts";

export const invoiceStatus = { live: 0, onHold: 1, completed: 2, disputed: 3 } as const;

/** What lists show of an invoice. Money is decimal pounds; a credit note's is negative. */
export const invoiceSummary = z.object({
  invoiceNumber: textId,
  /** ISO 8601. Its day in London is what is shown, and its month there names the folder of the invoice's files. */
  dateIssued: z.string(),
  orderNumber: optionalText,
  accountNumber: optionalText,
  status: z.number().int(),
  total: money,
  outstandingAmount: money,
  /** A card payment is on its way: the invoice cannot be paid again yet. */
  isCardPaymentPending: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});
export type InvoiceSummary = z.output<typeof invoiceSummary>;

/** One line of an invoice (spec 2 §3); money is decimal pounds. */
export const invoiceItem = z.object({
  itemCode: optionalText,
  /** May hold HTML: sanitise before it is shown. */
  description: optionalText,
  quantity: z.number(),
  /** Price of one, in pounds. */
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
  /** Empty when the provider names no company: then nothing of it is shown (spec 2 §2). */
  companyName: optionalText,
  countryCode: optionalText,
  taxRegistrationNumber: optionalText,
  countryOfRegistration: optionalText,
  companyRegistrationNumber: optionalText,
  webSite: optionalText,
  address: postalAddress.nullish(),
});

/** An invoice with its breakdown (spec 2 §3). */
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
 * A page of invoices. Sorts by any column of the list (`dateIssued DESC`); no status code means every status.
 * `outstandingTotal` is the sum of what is outstanding over all that match, not over the page; a provider may
 * leave it out.
 */
export const listMyInvoices = operation({
  method: "GET",
  path: "Invoice/MyInvoices",
  query: listRequestInCapitals,
  answer: listOf(invoiceSummary).extend({ outstandingTotal: money.nullish() }),
  failure: "There was an error loading invoices.",
});

/** One invoice with its breakdown; 404 for another account's, too. */
export const getInvoice = operation({
  method: "GET",
  path: "Invoice/Details",
  query: z.object({ invoiceNumber: z.string() }),
  answer: invoice,
  failure: "There was an error loading invoice.",
});
