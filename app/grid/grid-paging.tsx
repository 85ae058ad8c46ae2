import { Link } from "@remix-run/react";
import { Icon } from "../ui/icon.tsx";
import { type ListDefinition, listHref, type ListState } from "./define-list.ts";
import styles from "./grid.module.css";

interface GridPagingProps {
  list: ListDefinition;
  state: ListState;
  total: number;
  noun: string;
}

/** Previous, the pages around this one, first and last, next: links. Nothing where one page holds all. */
export function GridPaging({ list, state, total, noun }: GridPagingProps) {
  const last = Math.ceil(total / state.size);
  if (last < 2) return null;
  const to = (page: number) => listHref(list, state, { page });
  return (
    <nav className={styles.paging} aria-label={`Pages of ${noun}`}>
      {state.page > 1 && (
        <Link className={styles.step} to={to(state.page - 1)} rel="prev">
          <Icon name="chevron-left" size="small" />
          Previous
        </Link>
      )}
      <ol className={styles.pages}>
        {pagesAround(state.page, last).map((page, index) =>
          page === undefined ? (
            <li key={`gap-${index}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page}>
              <Link
                className={styles.page}
                to={to(page)}
                aria-current={page === state.page ? "page" : undefined}
                aria-label={`Page ${page}`}
              >
                {page}
              </Link>
            </li>
          ),
        )}
      </ol>
      {state.page < last && (
        <Link className={styles.step} to={to(state.page + 1)} rel="next">
          Next
          <Icon name="chevron-right" size="small" />
        </Link>
      )}
    </nav>
  );
}

/** First, last, this page and its neighbours; `undefined` where pages are left out. */
export function pagesAround(page: number, last: number): (number | undefined)[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last);
  const shown = [...new Set(wanted)].sort((a, b) => a - b);
  return shown.flatMap((one, index) => {
    const before = shown[index - 1];
    return before !== undefined && one - before > 1 ? [undefined, one] : [one];
  });
}
