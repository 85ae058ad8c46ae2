import { defineList } from "#app/grid/define-list.server.ts";
import { showItems } from "#app/grid/list-loader.server.ts";
import { LIST_PLACE_PARAM } from "#app/grid/list-state.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { formatMoney } from "#app/ui/format.ts";
import { plainText, rowBudget, sanitizeHtmlField } from "#shared/html.server.ts";
import { maximum } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import type { Invoice, InvoiceItem } from "#shared/portal-api/invoices.ts";

type Line = InvoiceItem & { readonly index: number };

const decimals = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 4 });
const formatDecimal = (figure: number | string) =>
  typeof figure === "number" ? decimals.format(figure) : figure;

function numericColumn<const Key extends string>(
  key: Key,
  label: string,
  order: (line: Line) => number | string,
  text: (figure: number | string) => string,
) {
  return { key, label, sort: key, numeric: true, order, text: (line: Line) => text(order(line)) };
}

/** All on one page, so that they can be printed together. */
const lineList = defineList({
  id: "breakdown",
  path: paths.invoices(),
  noun: "lines",
  empty: "This invoice has no lines.",
  columns: [
    { key: "code", label: "Item Code", sort: "itemCode" },
    {
      key: "description",
      label: "Description",
      sort: "description",
      html: true,
      text: ({ description }) => sanitizeHtmlField(description, rowBudget()),
      order: ({ description }) => plainText(description),
    },
    numericColumn("quantity", "Quantity", ({ quantity }) => quantity, formatDecimal),
    numericColumn("unit", "Unit", ({ unit }) => unit, formatMoney),
    numericColumn("discount", "Discount %", ({ discount }) => discount, formatDecimal),
    { key: "vat", label: "VAT Code", sort: "vatCode" },
    numericColumn("net", "Net", ({ net }) => net, formatMoney),
  ],
  csv: false,
  defaultSort: "description",
  defaultSize: maximum.lines,
  keyOf: ({ index }) => String(index),
});

/** An invoice's first lines, with sanitised HTML descriptions. Their links keep the list's state (`place`). */
export function linesOf(
  { items, invoiceNumber }: Pick<Invoice, "items" | "invoiceNumber">,
  args: Pick<RouteArgs, "request">,
  place: string | undefined,
) {
  const lines = items.slice(0, maximum.rows).map((item, index) => ({ ...item, index }));
  const list = { ...lineList, caption: `Lines on invoice ${invoiceNumber}` };
  return showItems(list, args, lines, place === undefined ? [] : [[LIST_PLACE_PARAM, place]]);
}
