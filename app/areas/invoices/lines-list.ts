import { defineList } from "#app/grid/define-list.ts";

/** The lines of an invoice, all on one page, so that a print holds them all. */
export const linesList = defineList({
  id: "breakdown",
  columns: [
    { key: "code", label: "Item Code", sort: "itemCode" },
    { key: "description", label: "Description", sort: "description" },
    { key: "quantity", label: "Quantity", sort: "quantity", numeric: true },
    { key: "unit", label: "Unit", sort: "unit", numeric: true },
    { key: "discount", label: "Discount %", sort: "discount", numeric: true },
    { key: "vat", label: "VAT Code", sort: "vatCode" },
    { key: "net", label: "Net", sort: "net", numeric: true },
  ],
  defaultSort: "description",
  defaultSize: 1_000,
});
