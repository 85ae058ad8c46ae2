import { defineList } from "../../grid/define-list.ts";
import type { ListQuery } from "../../grid/load-list.ts";
import type { CallOptions } from "../../portal-api/client.ts";
import { listMyInvoices } from "../../portal-api/invoices.ts";
import type { Portal } from "../../request/portal.ts";
import { statusChoices, statusCodesOf } from "./invoice-status.ts";

/** The invoice list (spec 2 §2, §9). */
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

/** One page of the account's invoices, as the list's state asks for it; `fresh` for exports. */
export function askForInvoices({ api }: Pick<Portal, "api">, options: CallOptions = {}) {
  return ({ sortBy, pageSize, pageNumber, searchKeyword }: ListQuery, filter: readonly string[]) =>
    api.call(
      listMyInvoices,
      {
        query: {
          SortBy: sortBy,
          PageSize: pageSize,
          PageNumber: pageNumber,
          searchKeyword,
          includedStatusCodes: statusCodesOf(filter),
        },
      },
      options,
    );
}
