import type { RowOf } from "#app/grid/define-list.server.ts";
import { paths } from "#shared/paths.ts";
import type { quoteList } from "./quote-list.server.ts";
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
