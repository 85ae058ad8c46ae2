import { z } from "zod";
import { operation } from "./operation.ts";
import { listOf, listRequestInCapitals, money, shown, textId } from "./shapes.ts";

export const invoiceStatus = { live: 0, onHold: 1, completed: 2, disputed: 3 } as const;

/** Money is decimal pounds, negative on a credit note; dates are ISO 8601, and their day in London counts. */
const invoiceSummary = z.object({
  invoiceNumber: textId,
  dateIssued: shown.text(),
  orderNumber: shown.text(),
  accountNumber: shown.text(),
  status: shown.number(),
  total: money,
  outstandingAmount: money,
  isCardPaymentPending: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});
export type InvoiceSummary = z.output<typeof invoiceSummary>;

/** An invoice can be paid: something is outstanding, and no card payment is on its way. */
export function isPayable({ outstandingAmount, isCardPaymentPending }: InvoiceSummary): boolean {
  return outstandingAmount > 0 && !isCardPaymentPending;
}

const invoiceItem = z.object({
  itemCode: shown.text(),
  /** May hold HTML. */
  description: shown.text(),
  quantity: shown.number(),
  unit: shown.number(),
  /** Per cent. */
  discount: shown.number(),
  vatCode: shown.text(),
  net: shown.number(),
});
export type InvoiceItem = z.output<typeof invoiceItem>;

const paymentDetails = z.object({
  bankName: shown.text(),
  bankSortCode: shown.text(),
  bankAccountNumber: shown.text(),
  net: shown.number(),
  vat: shown.number(),
  gross: shown.number(),
});

const companyDetails = z.object({
  companyName: shown.text(),
  countryCode: shown.text(),
  taxRegistrationNumber: shown.text(),
  countryOfRegistration: shown.text(),
  companyRegistrationNumber: shown.text(),
  webSite: shown.text(),
  address: shown.address(),
});

export const invoice = invoiceSummary.extend({
  invoiceDownloadUrl: shown.text(),
  callsDownloadUrl: shown.text(),
  reportsDownloadUrl: shown.text(),
  items: z
    .array(invoiceItem)
    .nullish()
    .transform((value) => value ?? []),
  paymentDetails: shown.object(paymentDetails),
  deliveryAddress: shown.address(),
  invoiceAddress: shown.address(),
  companyDetails: shown.object(companyDetails),
});
export type Invoice = z.output<typeof invoice>;

/** No status code means every status. `outstandingTotal`: over all that match, where the provider adds it up. */
export const listMyInvoices = operation({
  method: "GET",
  path: "Invoice/MyInvoices",
  query: listRequestInCapitals,
  answer: listOf(invoiceSummary).extend({ outstandingTotal: shown.number() }),
  failure: "There was an error loading invoices.",
});

export const getInvoice = operation({
  method: "GET",
  path: "Invoice/Details",
  query: z.object({ invoiceNumber: z.string() }),
  answer: invoice,
  failure: "There was an error loading invoice.",
});
