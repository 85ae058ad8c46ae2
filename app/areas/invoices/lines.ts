import type { ListState } from "#app/grid/define-list.ts";
import type { InvoiceItem } from "#app/portal-api/invoices.ts";
import { plainText } from "#app/request/plain-text.server.ts";
import { sanitizeHtmlField } from "#app/request/safe-html.server.ts";
import { formatMoney } from "#app/ui/format.ts";

/** `description` is safe HTML. */
export interface LineView {
  readonly key: string;
  readonly code: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly discount: string;
  readonly vat: string;
  readonly net: string;
}

type SortValue = (item: InvoiceItem) => string | number;

const sortValues: Readonly<Record<string, SortValue>> = {
  code: ({ itemCode }) => itemCode,
  description: ({ description }) => plainText(description),
  quantity: ({ quantity }) => quantity,
  unit: ({ unit }) => unit,
  discount: ({ discount }) => discount,
  vat: ({ vatCode }) => vatCode,
  net: ({ net }) => net,
};
const words = new Intl.Collator("en-GB", { numeric: true, sensitivity: "base" });
const figures = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 4 });

/** The lines in the order that the state asks for; equal ones stay as the API ordered them. */
export function lineViews(items: readonly InvoiceItem[], state: ListState): LineView[] {
  const valueOf = sortValues[state.sort] ?? (({ description }) => description);
  const keyed = items.map((item, index) => ({ item, index, value: valueOf(item) }));
  const direction = state.descending ? -1 : 1;
  keyed.sort((a, b) => direction * compare(a.value, b.value));
  const from = (state.page - 1) * state.size;
  return keyed.slice(from, from + state.size).map(({ item, index }) => toLine(item, String(index)));
}

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : words.compare(String(a), String(b));
}

function toLine(item: InvoiceItem, key: string): LineView {
  return {
    key,
    code: item.itemCode,
    description: sanitizeHtmlField(item.description),
    quantity: figures.format(item.quantity),
    unit: formatMoney(item.unit),
    discount: figures.format(item.discount),
    vat: item.vatCode,
    net: formatMoney(item.net),
  };
}
