import { useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { IconLink } from "#app/ui/icon-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import { Table, type TableColumn } from "#app/ui/table.tsx";
import { isNarrowed, listHref, type ListColumn, type ListDefinition, type ListState } from "./define-list.ts";
import { FilterForm, SearchForm, SizeForm, SortForm } from "./grid-forms.tsx";
import { GridPaging } from "./grid-paging.tsx";
import styles from "./grid.module.css";
import type { ListView } from "./list-loader.server.ts";
import { ListPress } from "./list-press.tsx";
import type { ListRow } from "./list.server.ts";
import { openRow } from "./open-row.ts";
import { ResizeHandle } from "./resize-handle.tsx";

/** Cells that are more than a text, a status or a link, by column; `shown` is what would stand there. */
export type Cells<Key extends string, More> = Readonly<
  Partial<Record<Key, (row: ListRow<Key, More>, shown: ReactNode) => ReactNode>>
>;

interface GridProps<Key extends string, More> {
  /** What `listLoader` or `loadList` gave the page. */
  view: ListView<Key, More>;
  cells?: Cells<Key, More>;
  /** What a row offers beside its icon link. */
  tools?: (row: ListRow<Key, More>) => ReactNode;
  /** The key of the row that the page is about, where the list stands beside it; '' for none. */
  selected?: string;
  /** Beside the search box: 'Add New Contact'. */
  actions?: ReactNode;
  /**
   * The list stands in a form: sorting, paging and choices are buttons of that form, so that what is ticked goes
   * along. They send this field with the address, from `?` on, that they lead to; selects send `CHOSEN`.
   */
  submits?: string;
}

interface ListPageProps<Key extends string, More> extends GridProps<Key, More> {
  title: string;
  /** One or two sentences under the title. */
  intro?: ReactNode;
  /** Between the title and the list: what went wrong. */
  children?: ReactNode;
}

/** The page of a list: its title and the list itself. */
export function ListPage<Key extends string, More>({
  title,
  intro,
  children,
  ...grid
}: ListPageProps<Key, More>) {
  const isSaving = useNavigation().formMethod === "POST";
  return (
    <div aria-busy={isSaving || undefined}>
      <PageHeader title={title} intro={intro && <p>{intro}</p>} />
      {children}
      <Grid {...grid} />
    </div>
  );
}

/** A list with search, filter, sort, paging and export: links and GET forms, or see `submits`. */
export function Grid<Key extends string, More>(props: GridProps<Key, More>) {
  const { view, actions, submits } = props;
  const { list, state, total, rows } = view;
  const isLoading = useIsLoading();
  const hasCsv = list.csv !== false && total > 0;
  return (
    <div className={styles.grid} id={list.id} aria-busy={isLoading || undefined}>
      <div className={styles.tools}>
        {list.search && <SearchForm list={list} state={state} />}
        {list.filter && <FilterForm list={list} state={state} />}
        {(actions || hasCsv) && (
          <div className={styles.actions}>
            {hasCsv && (
              <ButtonLink
                to={`${list.path}/export.csv${listHref(list, state)}`}
                icon="download"
                variant="quiet"
                reloadDocument
                // With it the browser would save the page that tells why there is none.
                download={list.csv !== "told"}
              >
                Download CSV
              </ButtonLink>
            )}
            {actions}
          </div>
        )}
      </div>
      {rows.length > 0 ? <Rows {...props} /> : <Nothing list={list} state={state} />}
      <div className={styles.foot}>
        <p className={styles.shown} role="status">
          {shownOf(state, total, list.noun)}
        </p>
        {total > 0 && <GridPaging {...{ list, state, total, noun: list.noun, submits }} />}
        {total > 0 && <SortForm {...{ list, state, submits }} />}
        {total > 0 && <SizeForm {...{ list, state, submits }} />}
      </div>
    </div>
  );
}

function Rows<Key extends string, More>({ view, cells, tools, selected, submits }: GridProps<Key, More>) {
  const { list, state, rows } = view;
  return (
    // Keyboards and screen readers use the link of the row; a mouse may press anywhere in it.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={openRow} className={styles.table}>
      <Table
        caption={list.caption ?? list.noun}
        hiddenCaption
        columns={list.columns.map((column) => toTableColumn(list, state, column, submits))}
        rows={rows.map((row) => ({
          key: row.key,
          cells: list.columns.map((column) => cellOf(list, column, row, { cells, tools, selected })),
        }))}
      />
    </div>
  );
}

interface PlainRowsProps<Key extends string, More> {
  list: ListDefinition<Key>;
  rows: readonly ListRow<Key, More>[];
  caption: string;
  cells?: Cells<Key, More>;
  boxed?: boolean;
}

/** The same cells in a table that offers nothing to do; a column of an icon needs a cell here. */
export function PlainRows<Key extends string, More>(props: PlainRowsProps<Key, More>) {
  const { list, rows, caption, cells, boxed } = props;
  const columns = list.columns.filter(({ key, icon }) => !icon || cells?.[key]);
  return (
    <Table
      boxed={boxed}
      caption={caption}
      hiddenCaption
      columns={columns.map(({ key, label, numeric, icon }) => ({
        key,
        label,
        numeric,
        hiddenHeading: icon !== undefined,
        lead: key === list.link,
      }))}
      rows={rows.map((row) => ({
        key: row.key,
        cells: columns.map((column) => cellOf(list, column, row, { cells })),
      }))}
    />
  );
}

/** One row, over the breakdown of its thing. */
export function SelectedRow<Key extends string, More>({
  row,
  ...props
}: Omit<PlainRowsProps<Key, More>, "rows" | "boxed"> & { row: ListRow<Key, More> }) {
  const { to: _, ...alone } = row;
  return <PlainRows {...props} boxed rows={[alone]} />;
}

type Offers<Key extends string, More> = Pick<GridProps<Key, More>, "cells" | "tools" | "selected">;

function cellOf<Key extends string, More>(
  list: ListDefinition<Key>,
  column: ListColumn<Key>,
  row: ListRow<Key, More>,
  offers: Offers<Key, More>,
): ReactNode {
  const shown = usualCell(list, column, row, offers);
  const cell = offers.cells?.[column.key];
  return cell ? cell(row, shown) : shown;
}

function usualCell<Key extends string, More>(
  list: ListDefinition<Key>,
  { key, label, icon }: ListColumn<Key>,
  row: ListRow<Key, More>,
  { tools, selected }: Offers<Key, More>,
): ReactNode {
  if (icon)
    return (
      <div className={styles.rowTools}>
        {row.to !== undefined && (
          <IconLink
            to={row.to}
            icon={icon}
            size="small"
            title={label}
            label={`${label} ${row.name}`}
            keepScroll={selected !== undefined}
          />
        )}
        {tools?.(row)}
      </div>
    );
  const text = row.text[key];
  if (key === (list.link ?? list.columns[0]?.key) && row.to !== undefined)
    return (
      <RowLink
        to={row.to}
        unread={row.unread}
        isCurrent={selected === row.key}
        staysInPlace={selected !== undefined}
      >
        {text}
      </RowLink>
    );
  const tone = row.tone[key];
  return tone && text ? <StatusTag tone={tone}>{text}</StatusTag> : text;
}

interface RowLinkProps {
  to: string;
  children: ReactNode;
  unread?: boolean;
  /** The page is about this very row. */
  isCurrent?: boolean;
  /** The list goes on standing where it is scrolled to. */
  staysInPlace?: boolean;
}

/** The link of a row: with scripts, a press anywhere in the row follows it. */
export function RowLink({ to, children, unread, isCurrent, staysInPlace }: RowLinkProps) {
  return (
    <a
      href={to}
      className={styles.link}
      data-row-link=""
      data-unread={unread || undefined}
      aria-current={isCurrent ? "true" : undefined}
      data-keep-scroll={staysInPlace || undefined}
    >
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
    hiddenHeading: icon !== undefined,
    lead: key === list.link,
    sort: isSorted ? (state.descending ? "descending" : "ascending") : undefined,
  };
}

function Nothing({ list, state }: { list: ListDefinition; state: ListState }) {
  if (!isNarrowed(list, state)) return <EmptyState icon={list.emptyIcon}>{list.empty}</EmptyState>;
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
      No {list.noun} match {what}.
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
