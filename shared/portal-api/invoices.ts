import { z } from "zod";
import { listRequestWithPascalPaging } from "./list-request.ts";
import { operation } from "./operation.ts";
import { apiId, listOf, money, rowsOf, shown, withApiId } from "./shapes.ts";

export const invoiceStatus = { live: 0, onHold: 1, completed: 2, disputed: 3 } as const;

const invoiceFields = z.object({
  invoiceNumber: apiId,
  dateIssued: shown.date().describe("ISO 8601, or null if there isn't one. We use its date in London."),
  orderNumber: shown.text(),
  accountNumber: shown.text(),
  status: shown.status(invoiceStatus).describe("0 live, 1 on hold, 2 completed, 3 disputed."),
  total: money.describe("In pounds, as a decimal; negative on a credit note."),
  outstandingAmount: money,
  isCardPaymentPending: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});
const invoiceSummary = invoiceFields.transform(withApiId("invoiceNumber"));
export type InvoiceSummary = z.output<typeof invoiceSummary>;

/** Whether at least a penny is due and no card payment is in progress. */
export function isPayable({
  outstandingAmount,
  isCardPaymentPending,
}: Pick<InvoiceSummary, "outstandingAmount" | "isCardPaymentPending">): boolean {
  return Math.round(outstandingAmount * 100) > 0 && !isCardPaymentPending;
}

/** Whether it's a credit note with credit left. */
export const isCredit = ({ outstandingAmount }: Pick<InvoiceSummary, "outstandingAmount">) =>
  Math.round(outstandingAmount * 100) < 0;

/** Adds pounds. Calculates in pence to avoid rounding errors. */
export function sumOfMoney(amounts: readonly number[]): number {
  return amounts.reduce((pence, pounds) => pence + Math.round(pounds * 100), 0) / 100;
}

/** Removes duplicates, which an answer may contain, and which appear if a list changes between two pages. */
export function uniqueInvoices<Row extends Pick<InvoiceSummary, "invoiceNumber">>(
  rows: readonly Row[],
): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ invoiceNumber }) => !seen.has(invoiceNumber) && seen.add(invoiceNumber));
}

const invoiceItem = z.object({
  itemCode: shown.text(),
  description: shown.html().describe("May contain HTML."),
  quantity: shown.number(),
  unit: shown.money(),
  discount: shown.number().describe("Per cent."),
  vatCode: shown.text(),
  net: shown.money(),
});
export type InvoiceItem = z.output<typeof invoiceItem>;

const paymentDetails = z.object({
  bankName: shown.text(),
  bankSortCode: shown.text(),
  bankAccountNumber: shown.text(),
  net: shown.money(),
  vat: shown.money(),
  gross: shown.money(),
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

export const invoice = invoiceFields
  .extend({
    invoiceDownloadUrl: shown.text(),
    callsDownloadUrl: shown.text(),
    reportsDownloadUrl: shown.text(),
    items: rowsOf(invoiceItem),
    paymentDetails: shown.object(paymentDetails),
    deliveryAddress: shown.address(),
    invoiceAddress: shown.address(),
    companyDetails: shown.object(companyDetails),
  })
  .transform(withApiId("invoiceNumber"));
export type Invoice = z.output<typeof invoice>;

export const listMyInvoices = operation({
  method: "GET",
  path: "Invoice/MyInvoices",
  query: listRequestWithPascalPaging,
  answer: listOf(invoiceSummary, {
    outstandingTotal: shown.money().describe("The total of all matching invoices."),
  }).transform(({ items, totalCount, ...sums }) => {
    const rows = uniqueInvoices(items);
    // If the answer has all rows, the total doesn't count duplicates.
    return { ...sums, items: rows, totalCount: totalCount === items.length ? rows.length : totalCount };
  }),
  isList: true,
  failure: "There was an error loading invoices.",
});

export const getInvoice = operation({
  method: "GET",
  path: "Invoice/Details",
  isOneById: true,
  query: z.object({ invoiceNumber: z.string() }),
  answer: invoice,
  failure: "There was an error loading invoice.",
});
