import { defineList } from "#app/grid/define-list.ts";
import { statusChoices } from "./invoice-status.ts";

/** The invoice list. */
export const invoicesList = defineList({
  id: "invoices",
  columns: [
    { key: "invoice", label: "Invoice", sort: "invoiceNumber" },
    { key: "date", label: "Date Issued", sort: "dateIssued" },
    { key: "order", label: "Order Number", sort: "orderNumber" },
    { key: "account", label: "Account Number", sort: "accountNumber" },
    { key: "status", label: "Status", sort: "status" },
    { key: "total", label: "Total", sort: "total", numeric: true },
    { key: "view", label: "View", icon: true },
    { key: "download", label: "Download", icon: true },
  ],
  defaultSort: "-date",
  defaultSize: 8,
  sizes: [8, 20, 50, 100],
  search: { label: "Search Invoices", delayMs: 300 },
  filter: {
    name: "status",
    label: "Status",
    options: statusChoices.map(({ value, label }) => ({ value, label })),
    defaults: statusChoices.map(({ value }) => value),
  },
});
