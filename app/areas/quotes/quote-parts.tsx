import type { ReactNode } from "react";
import type { RowOf } from "#app/grid/define-list.server.ts";
import { SelectedRow } from "#app/grid/grid-rows.tsx";
import { FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PageParts } from "#app/ui/page-layout.tsx";
import { paths } from "#shared/paths.ts";
import type { quoteList } from "./quote-list.server.ts";
import type { QuoteView } from "./quote-view.server.ts";
import styles from "./quotes.module.css";

/** Linked quotes open in a new tab (docs/domain.md, Quotes). */
export const quoteCells = {
  // Lets a range wrap only before its hyphen.
  value: ({ text }: RowOf<typeof quoteList>) => text.value.replace(" - ", " -\u00A0"),
  linked: ({ text }: RowOf<typeof quoteList>) =>
    text.linked && (
      <span className={styles.linked}>
        {text.linked.split(", ").map((id) => (
          <a key={id} href={paths.quote(id)} target="_blank" rel="noopener">
            {id}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        ))}
      </span>
    ),
};

type QuoteFormPageProps = Pick<QuoteView, "list" | "row"> & { title: string; children: ReactNode };

/** A form about a quote, below the quote's row from the list. */
export function QuoteFormPage({ title, list, row, children }: QuoteFormPageProps) {
  return (
    <>
      <PageHeader title={title} back={{ to: paths.quote(row.key), label: `Quote ${row.key}` }} />
      <PageParts>
        <div className={styles.list}>
          <SelectedRow asLines list={list} row={row} caption={`Quote ${row.key}`} cells={quoteCells} />
        </div>
        <FormPage>{children}</FormPage>
      </PageParts>
    </>
  );
}

export const backToQuotesButtons = [{ to: paths.quotes(), label: "Back to Quotes" }];
