import { defineList, toListDefinition } from "#app/grid/define-list.server.ts";
import { formatMoney } from "#app/ui/format.ts";
import { rowBudget, sanitizeHtmlField } from "#shared/html.server.ts";
import { maximum } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import { versions, type QuoteItem, type Version } from "#shared/portal-api/quotes.ts";

interface Line extends QuoteItem {
  readonly index: number;
}

export const itemList = defineList({
  id: "items",
  path: paths.quotes(),
  noun: "lines",
  empty: "This quote has no lines.",
  columns: [
    {
      key: "description",
      label: "Description",
      html: true,
      text: ({ description }: Line) => sanitizeHtmlField(description, rowBudget()),
    },
    { key: "batch", label: "Batch Size", numeric: true, text: ({ batchSize }) => String(batchSize) },
    { key: "units", label: "Units", numeric: true, text: ({ units }) => String(units) },
    { key: "price", label: "Price", numeric: true, text: ({ price }) => formatMoney(price) },
    { key: "total", label: "Total", numeric: true, text: ({ total }) => formatMoney(total) },
    ...versions.map((version) => ({
      key: `v${version}` as const,
      label: `V${version}`,
      text: (item: Line) => (item[`v${version}`] ? "Yes" : ""),
    })),
  ],
  csv: false,
  defaultSort: "description",
  defaultSize: maximum.lines,
  keyOf: ({ index }) => String(index),
  rowData: ({ optional, recurring }) => ({ optional, recurring }),
});

/** The list with the columns of these versions only. */
export function itemListOfVersions(shownVersions: readonly Version[]) {
  const list = toListDefinition(itemList);
  const hiddenColumns = new Set<string>(
    versions.filter((version) => !shownVersions.includes(version)).map((version) => `v${version}`),
  );
  return { ...list, columns: list.columns.filter(({ key }) => !hiddenColumns.has(key)) };
}
