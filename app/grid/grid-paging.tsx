import { Icon } from "#app/ui/icon.tsx";
import { listHref, type ListDefinition, type ListState } from "./define-list.ts";
import styles from "./grid.module.css";
import { ListPress } from "./list-press.tsx";

interface GridPagingProps {
  list: ListDefinition;
  state: ListState;
  total: number;
  submits?: string;
}

export function GridPaging({ list, state, total, submits }: GridPagingProps) {
  const last = Math.ceil(total / state.size);
  if (last < 2) return null;
  const to = (page: number) => ({ submits, to: listHref(list, state, { page }) });
  return (
    <nav className={styles.paging} aria-label={`Pages of ${list.noun}`}>
      {state.page > 1 && (
        <ListPress className={styles.step} {...to(state.page - 1)} rel="prev">
          <Icon name="chevron-left" size="small" />
          Previous
        </ListPress>
      )}
      <ol className={styles.pages}>
        {pagesAround(state.page, last).map((page, index) =>
          page === undefined ? (
            <li key={`gap-${index}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page}>
              <ListPress
                className={styles.page}
                {...to(page)}
                aria-current={page === state.page ? "page" : undefined}
                aria-label={`Page ${page}`}
              >
                {page}
              </ListPress>
            </li>
          ),
        )}
      </ol>
      {state.page < last && (
        <ListPress className={styles.step} {...to(state.page + 1)} rel="next">
          Next
          <Icon name="chevron-right" size="small" />
        </ListPress>
      )}
    </nav>
  );
}

export function pagesAround(page: number, last: number): (number | undefined)[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last);
  const shown = [...new Set(wanted)].sort((a, b) => a - b);
  return shown.flatMap((one, index) => {
    const before = shown[index - 1];
    return before !== undefined && one - before > 1 ? [undefined, one] : [one];
  });
}
