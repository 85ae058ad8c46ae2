import { PlainRows } from "#app/grid/grid-rows.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { OmittedItemsNote } from "#app/ui/omitted-items-note.tsx";
import { SafeHtml } from "#app/ui/safe-html.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import type { QuoteView } from "./quote-view.server.ts";
import styles from "./quotes.module.css";

export function QuoteItems({ list, rows, total }: QuoteView["items"]) {
  if (rows.length === 0) return <EmptyState icon="file-text">{list.empty}</EmptyState>;
  return (
    <>
      <OmittedItemsNote shown={rows.length} total={total} noun="lines" />
      <PlainRows
        boxed
        asLines
        list={list}
        rows={rows}
        caption="Lines on this quote"
        cells={{
          description: ({ text, rowData }) => (
            <div className={styles.item}>
              <SafeHtml html={text.description} />
              <span className={styles.onPhone}>
                {text.units} × {text.price}
              </span>
              {rowData.optional && <StatusTag tone="info">Optional</StatusTag>}
              {rowData.only && <span className={styles.onPhone}>{rowData.only}</span>}
              {rowData.recurring && <StatusTag tone="neutral">Recurring</StatusTag>}
            </div>
          ),
        }}
      />
    </>
  );
}
