import { defineList, type RowOf } from "#app/grid/list.server.ts";
import { paths } from "#app/paths.ts";
import type { CallOptions } from "#app/portal-api/client.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { invoiceFileParamsOf } from "#app/portal-api/files.ts";
import {
  getInvoice,
  invoiceStatus,
  listMyInvoices,
  type Invoice,
  type InvoiceSummary,
} from "#app/portal-api/invoices.ts";
import type { Portal } from "#app/request/portal.ts";
import { formatDate, formatMoney } from "#app/ui/format.ts";

export const invoiceColumns = {
  date: {
    key: "date",
    label: "Date Issued",
    sort: "dateIssued",
    text: ({ dateIssued }: InvoiceSummary) => formatDate(dateIssued) ?? "",
  },
  order: {
    key: "order",
    label: "Order Number",
    sort: "orderNumber",
    text: ({ orderNumber }: InvoiceSummary) => orderNumber,
  },
  account: {
    key: "account",
    label: "Account Number",
    sort: "accountNumber",
    text: ({ accountNumber }: InvoiceSummary) => accountNumber,
  },
  total: {
    key: "total",
    label: "Total",
    sort: "total",
    numeric: true,
    text: ({ total }: InvoiceSummary) => formatMoney(total),
    csv: ({ total }: InvoiceSummary) => total.toFixed(2),
  },
} as const;

/** The invoices of the account (docs/domain.md, Invoices). */
export const invoiceList = defineList({
  id: "invoices",
  path: paths.invoices(),
  noun: "invoices",
  empty: "You have no invoices",
  emptyIcon: "receipt-text",
  role: "Orders",
  operation: listMyInvoices,
  columns: [
    { key: "invoice", label: "Invoice", sort: "invoiceNumber", text: ({ invoiceNumber }) => invoiceNumber },
    invoiceColumns.date,
    invoiceColumns.order,
    invoiceColumns.account,
    { key: "status", label: "Status", sort: "status", status: true },
    invoiceColumns.total,
    { key: "view", label: "View", icon: "eye" },
    { key: "download", label: "Download", icon: "download" },
  ],
  csv: "told",
  csvColumns: [
    { label: "Outstanding Amount", text: ({ outstandingAmount }) => outstandingAmount.toFixed(2) },
  ],
  defaultSort: "-date",
  defaultSize: 8,
  sizes: [8, 20, 50, 100],
  search: { label: "Search Invoices", delayMs: 300 },
  filter: {
    of: ({ status }) => status,
    choices: [
      { code: invoiceStatus.live, value: "live", label: "Live", tone: "info" },
      { code: invoiceStatus.onHold, value: "on-hold", label: "On hold", tone: "warning" },
      { code: invoiceStatus.completed, value: "completed", label: "Completed", tone: "success" },
      { code: invoiceStatus.disputed, value: "disputed", label: "Disputed", tone: "error" },
    ],
    defaults: ["live", "on-hold", "completed", "disputed"],
    allMeansAny: true,
  },
  keyOf: ({ invoiceNumber }) => invoiceNumber,
  to: ({ invoiceNumber }, place) => paths.invoice(invoiceNumber, place),
  more: (invoice) => {
    const { invoiceNumber, total, outstandingAmount, isCardPaymentPending } = invoice;
    const isPartPaid = outstandingAmount > 0 && outstandingAmount !== total;
    const pdf = invoiceFileParamsOf(invoice, "invoice");
    return {
      due: isPartPaid ? formatMoney(outstandingAmount) : undefined,
      isProcessing: isCardPaymentPending,
      // Some numbers can't name a file.
      pdfTo: pdf && paths.invoiceFile(invoiceNumber, pdf.fileName),
    };
  },
});

export type InvoiceRow = RowOf<typeof invoiceList>;

/** One invoice with its breakdown; undefined for a number that is none of the account's. Throws PortalApiError. */
export async function findInvoice(
  { api }: Pick<Portal, "api">,
  invoiceNumber: string,
  options?: CallOptions,
): Promise<Invoice | undefined> {
  try {
    return await api.call(getInvoice, { query: { invoiceNumber } }, options);
  } catch (error) {
    if (isPortalApiError(error) && error.kind === "notFound") return undefined;
    throw error;
  }
}
