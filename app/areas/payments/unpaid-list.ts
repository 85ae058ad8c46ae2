import { defineList } from "#app/grid/define-list.ts";

/** Which button of the list's form was pressed, or what its selects ask for. */
export const NEXT_FIELD = "next";
/** The tick of an invoice; its value is the number. */
export const SELECT_FIELD = "select";
/** In NEXT_FIELD: keeps what is ticked and asks for no page. */
export const KEEP = "keep";

/** Unpaid invoices, oldest first, since what is due longest is paid first. */
export const unpaidList = defineList({
  id: "unpaid-list",
  columns: [
    { key: "invoice", label: "Invoice Number", sort: "invoiceNumber" },
    { key: "date", label: "Date Issued", sort: "dateIssued" },
    { key: "order", label: "Order Number", sort: "orderNumber" },
    { key: "account", label: "Account Number", sort: "accountNumber" },
    { key: "total", label: "Total", sort: "total", numeric: true },
    { key: "outstanding", label: "Outstanding Amount", sort: "outstandingAmount", numeric: true },
    { key: "select", label: "Select" },
  ],
  defaultSort: "date",
  defaultSize: 20,
  sizes: [8, 20, 50, 100],
});
