import { defineList, type RowOf } from "#app/grid/define-list.server.ts";
import { formatMoney } from "#app/ui/format.ts";
import type { Config } from "#server/config.ts";
import { paths } from "#shared/paths.ts";
import { invoiceFileParamsOf } from "#shared/portal-api/files.ts";
import { invoiceStatus, listMyInvoices } from "#shared/portal-api/invoices.ts";
import { dueScope } from "./due-filter.server.ts";
import { daysOfMonth, parseMonth } from "./invoice-months.server.ts";
import { listIssued } from "./issued.server.ts";

export const invoiceList = defineList({
  id: "invoices",
  path: paths.invoices(),
  empty: "You have no invoices",
  emptyIcon: "receipt-text",
  role: "Orders",
  operation: listMyInvoices,
  columns: [
    { key: "invoice", label: "Invoice", sort: "invoiceNumber" },
    { key: "date", label: "Date Issued", sort: "dateIssued", date: ({ dateIssued }) => dateIssued },
    { key: "order", label: "Order Number", sort: "orderNumber" },
    { key: "account", label: "Account Number", sort: "accountNumber" },
    { key: "status", label: "Status", sort: "status", status: true },
    {
      key: "total",
      label: "Total",
      sort: "total",
      numeric: true,
      order: ({ total }) => total,
      text: ({ total }) => formatMoney(total),
      csv: ({ total }) => total.toFixed(2),
    },
    { key: "view", label: "View", icon: "eye" },
    {
      key: "download",
      label: "Download",
      icon: "download",
      part: "files",
      file: (invoice) => {
        // Some invoice numbers can't be part of a file's path.
        const pdf = invoiceFileParamsOf(invoice, "invoice");
        return pdf && paths.invoiceFile(invoice.invoiceNumber, pdf.fileName);
      },
    },
  ],
  onPhone: { title: "invoice", value: "total", facts: ["date", "account", "status"] },
  csv: "or-redirect-back",
  csvColumns: [
    { label: "Outstanding Amount", text: ({ outstandingAmount }) => outstandingAmount.toFixed(2) },
  ],
  defaultSort: "-date",
  search: { label: "Search Invoices" },
  specialSearch: (portal, keyword) => {
    const month = parseMonth(keyword, new Date());
    return month === undefined ? undefined : listIssued(portal, daysOfMonth(month));
  },
  filter: {
    codeOf: ({ status }) => status,
    choices: [
      { code: invoiceStatus.live, value: "live", label: "Live", tone: "neutral" },
      { code: invoiceStatus.onHold, value: "on-hold", label: "On hold", tone: "warning" },
      { code: invoiceStatus.completed, value: "completed", label: "Completed", tone: "success" },
      { code: invoiceStatus.disputed, value: "disputed", label: "Disputed", tone: "error" },
    ],
    defaults: ["live", "on-hold", "completed", "disputed"],
    includesUnknownIfAllTicked: true,
  },
  scope: dueScope(30),
  keyOf: ({ invoiceNumber }) => invoiceNumber,
  to: ({ invoiceNumber }, place) => paths.invoice(invoiceNumber, place),
  rowData: (invoice) => {
    const { total, outstandingAmount, isCardPaymentPending: isProcessing } = invoice;
    const isPartPaid = outstandingAmount > 0 && outstandingAmount !== total;
    const due = isPartPaid ? formatMoney(outstandingAmount) : undefined;
    return { due, isProcessing, paymentFacts: invoice };
  },
});

/** The list with the provider's own limit for overdue invoices. */
export const invoiceListFor = ({ overdueAfterDays }: Pick<Config, "overdueAfterDays">) => ({
  ...invoiceList,
  scope: dueScope(overdueAfterDays),
});

type Row = RowOf<typeof invoiceList>;
/** What the cells need. */
export type InvoiceRow = Pick<Row, "key" | "files"> & {
  readonly rowData: Pick<Row["rowData"], "due" | "isProcessing">;
};
