import { Icon } from "#app/ui/icon.tsx";
import type { StateProps } from "./grid-forms.tsx";
import styles from "./grid.module.css";
import { ListLink, type NestedProps } from "./list-link.tsx";
import { listQueryString } from "./list-state.ts";

type GridPagingProps = StateProps & NestedProps & { total: number };

export function GridPaging({ list, state, total, submitName }: GridPagingProps) {
  const lastPage = Math.ceil(total / state.size);
  if (lastPage < 2) return null;
  const to = (page: number) => ({ submitName, to: listQueryString(list, state, { page }) });
  return (
    <nav className={styles.paging} aria-label={`Pages of ${list.noun}`}>
      {state.page > 1 && (
        <ListLink className={styles.step} {...to(state.page - 1)} rel="prev">
          <Icon name="chevron-left" size="small" />
          Previous
        </ListLink>
      )}
      <ol className={styles.pages}>
        {pagesAround(state.page, lastPage).map((page, index) =>
          page === undefined ? (
            <li key={`gap-${index}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page}>
              <ListLink
                className={styles.page}
                {...to(page)}
                aria-current={page === state.page ? "page" : undefined}
                aria-label={`Page ${page}`}
              >
                {page}
              </ListLink>
            </li>
          ),
        )}
      </ol>
      {state.page < lastPage && (
        <ListLink className={styles.step} {...to(state.page + 1)} rel="next">
          Next
          <Icon name="chevron-right" size="small" />
        </ListLink>
      )}
    </nav>
  );
}

/** The page numbers to link to; undefined is a gap, shown as '…'. */
export function pagesAround(page: number, lastPage: number): (number | undefined)[] {
  const candidates = [1, page - 1, page, page + 1, lastPage].filter(
    (number) => number >= 1 && number <= lastPage,
  );
  const numbers = [...new Set(candidates)].sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const previous = numbers[index - 1];
    return previous !== undefined && number - previous > 1 ? [undefined, number] : [number];
  });
}
