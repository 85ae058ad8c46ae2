import { useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icons/names.ts";
import { Table, type TableColumn } from "#app/ui/table.tsx";
import { isNarrowed, listHref, type ListColumn, type ListDefinition, type ListState } from "./define-list.ts";
import { FilterForm, SearchForm, SizeForm, SortForm } from "./grid-forms.tsx";
import { GridPaging } from "./grid-paging.tsx";
import styles from "./grid.module.css";
import { ListPress } from "./list-press.tsx";
import { openRow } from "./open-row.ts";
import { ResizeHandle } from "./resize-handle.tsx";

export interface GridRow<Key extends string = string> {
  /** Unique in the list. */
  readonly key: string;
  /** Ready to show: text or nodes; a column that is left out stays empty. */
  readonly cells: Readonly<Partial<Record<Key, ReactNode>>>;
  /** Where the row leads; its first cell becomes the link, with scripts the whole row. */
  readonly to?: string;
}

export interface GridProps<Key extends string> {
  list: ListDefinition<Key>;
  /** As `loadList` gave it. */
  state: ListState;
  total: number;
  rows: readonly GridRow<Key>[];
  /** What the rows are, in the plural: 'contacts'. */
  noun: string;
  /** Says what the table holds. Default: the noun. */
  caption?: string;
  /** There are none at all, e.g. 'You have no open tickets'. */
  empty: ReactNode;
  emptyIcon?: IconName;
  /** The export of the same search, filter and sort; its address without the state. */
  csvTo?: string;
  /** Beside the search box: 'Add New Contact'. */
  actions?: ReactNode;
  /**
   * The list stands in a form: sorting, paging and choices are buttons of that form, so that what is ticked goes
   * along. They send this field with the address, from `?` on, that they lead to; selects send `CHOSEN`.
   */
  submits?: string;
}

/** A list with search, filter, sort, paging and export: links and GET forms (architecture §7), or see `submits`. */
export function Grid<Key extends string>(props: GridProps<Key>) {
  const { list, state, total, rows, noun, csvTo, actions, submits } = props;
  const isLoading = useIsLoading();
  return (
    <div className={styles.grid} id={list.id} aria-busy={isLoading || undefined}>
      <div className={styles.tools}>
        {list.search && <SearchForm list={list} state={state} />}
        {list.filter && <FilterForm list={list} state={state} />}
        {(actions || csvTo) && (
          <div className={styles.actions}>
            {csvTo && total > 0 && (
              <ButtonLink
                to={csvTo + listHref(list, state)}
                icon="download"
                variant="quiet"
                reloadDocument
                download
              >
                Download CSV
              </ButtonLink>
            )}
            {actions}
          </div>
        )}
      </div>
      {rows.length > 0 ? <Rows {...props} /> : <Nothing {...props} />}
      <div className={styles.foot}>
        <p className={styles.shown} role="status">
          {shownOf(state, total, noun)}
        </p>
        {total > 0 && <GridPaging {...{ list, state, total, noun, submits }} />}
        {total > 0 && <SortForm {...{ list, state, submits }} />}
        {total > 0 && <SizeForm {...{ list, state, submits }} />}
      </div>
    </div>
  );
}

function Rows<Key extends string>({ list, state, rows, noun, caption, submits }: GridProps<Key>) {
  return (
    // Keyboards and screen readers use the link of the row; a mouse may press anywhere in it.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={openRow} className={styles.table}>
      <Table
        caption={caption ?? noun}
        hiddenCaption
        columns={list.columns.map((column) => toTableColumn(list, state, column, submits))}
        rows={rows.map((row) => ({
          key: row.key,
          cells: list.columns.map(({ key }, index) =>
            index === 0 && row.to ? <RowLink to={row.to}>{row.cells[key]}</RowLink> : row.cells[key],
          ),
        }))}
      />
    </div>
  );
}

function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} data-row-link="">
      {children || "Open"}
    </a>
  );
}

function toTableColumn(
  list: ListDefinition,
  state: ListState,
  column: ListColumn,
  submits: string | undefined,
): TableColumn {
  const { key, label, sort, numeric, icon } = column;
  const isSorted = state.sort === key;
  const descending = isSorted && !state.descending;
  const heading = sort ? (
    <ListPress
      className={styles.sort}
      submits={submits}
      to={listHref(list, state, { sort: key, descending })}
      preventScrollReset
      data-sorted={isSorted}
    >
      {label}
      <Icon name={isSorted ? (state.descending ? "arrow-down" : "arrow-up") : "arrow-up-down"} size="small" />
    </ListPress>
  ) : (
    label
  );
  return {
    key,
    label,
    heading: (
      <>
        {heading}
        {!icon && <ResizeHandle label={label} isFirst={key === list.columns[0]?.key} />}
      </>
    ),
    numeric,
    hiddenHeading: icon,
    sort: isSorted ? (state.descending ? "descending" : "ascending") : undefined,
  };
}

function Nothing<Key extends string>({ list, state, noun, empty, emptyIcon }: GridProps<Key>) {
  if (!isNarrowed(list, state)) return <EmptyState icon={emptyIcon}>{empty}</EmptyState>;
  const what = state.search === "" ? "your choice" : `‘${state.search}’`;
  return (
    <EmptyState
      icon="search"
      action={
        <ButtonLink to={listHref(list, state, { search: "", filter: list.filter?.defaults ?? [] })}>
          Clear search
        </ButtonLink>
      }
    >
      No {noun} match {what}.
    </EmptyState>
  );
}

/** 'Showing 9–16 of 43'. */
function shownOf({ page, size }: ListState, total: number, noun: string): string {
  if (total === 0) return `No ${noun} to show`;
  const first = (page - 1) * size + 1;
  return `Showing ${first}–${Math.min(page * size, total)} of ${total}`;
}

/** True while another state of this very list is on its way. */
function useIsLoading(): boolean {
  const { location, state } = useNavigation();
  const here = useLocation();
  return state === "loading" && location.pathname === here.pathname;
}
