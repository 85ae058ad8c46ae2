import type { MouseEvent, ReactNode } from "react";
import { useRootData } from "#app/document/root-data.ts";
import { Checkbox } from "#app/ui/choice.tsx";
import { IconLink } from "#app/ui/icon-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import { Table, type TableColumn } from "#app/ui/table.tsx";
import {
  listHref,
  offeredColumns,
  type ListColumn,
  type ListDefinition,
  type ListState,
} from "./define-list.ts";
import styles from "./grid.module.css";
import type { ListView } from "./list-loader.server.ts";
import { ListPress } from "./list-press.tsx";
import type { ListRow } from "./list.server.ts";
import { ResizeHandle } from "./resize-handle.tsx";

export type Cells<Key extends string, More> = Readonly<
  Partial<Record<Key, (row: ListRow<Key, More>, shown: ReactNode) => ReactNode>>
>;

/** What a page adds to a list's rows. `shown` is the usual cell. */
export interface RowParts<Key extends string, More> {
  cells?: Cells<Key, More>;
  tools?: (row: ListRow<Key, More>) => ReactNode;
  /** Where the list stands beside the page of one item: that item's key, or ''. */
  selected?: string;
  /** The list stands in a form: its links are buttons, which send their address (selects: `CHOSEN`) in this field. */
  submits?: string;
  ticks?: RowTicks<Key, More>;
}

/** A checkbox for each row, which sends the row's key. */
interface RowTicks<Key extends string, More> {
  readonly name: string;
  /** The id of the form that sends them, where the list doesn't stand in that form. */
  readonly form?: string;
  /** The column whose cells hold the boxes as well. Default: a last column of their own, 'Select'. */
  readonly beside?: Key;
  readonly box: (row: ListRow<Key, More>) => TickBox;
  /** What stands in place of the box where the row can't be ticked. */
  readonly instead?: (row: ListRow<Key, More>) => ReactNode;
  /** A hidden field with the key of each row that has a box, so that the form tells unticked rows from absent ones. */
  readonly shown?: string;
}

interface TickBox {
  /** Heard alone where the boxes have a column of their own. */
  readonly label: string;
  readonly "aria-label"?: string;
  readonly defaultChecked?: boolean;
  readonly [data: `data-${string}`]: string | number;
}

const tickColumn: ListColumn<never> = { key: "ticks" as never, label: "Select" };

export function GridRows<Key extends string, More>({
  view,
  submits,
  ...parts
}: RowParts<Key, More> & { view: ListView<Key, More> }) {
  const { list, state, rows } = view;
  const offered = useOffered(list.columns);
  const columns = parts.ticks && !parts.ticks.beside ? [...offered, tickColumn] : offered;
  return (
    // Keyboards and screen readers use the link of the row; a mouse may press anywhere in it.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={openRow} className={styles.table}>
      <Table
        caption={list.caption ?? list.noun}
        columns={columns.map((column) => toTableColumn(list, state, column, submits))}
        rows={rows.map((row) => ({
          key: row.key,
          cells: columns.map((column) => cellOf(list, column, row, parts)),
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

/** The same cells in a table without controls; icon columns show only with a cell of the page. */
export function PlainRows<Key extends string, More>(props: PlainRowsProps<Key, More>) {
  const { list, rows, caption, cells, boxed } = props;
  const columns = useOffered(list.columns).filter(({ key, icon }) => !icon || cells?.[key]);
  return (
    <Table
      boxed={boxed}
      caption={caption}
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

export function SelectedRow<Key extends string, More>({
  row,
  ...props
}: Omit<PlainRowsProps<Key, More>, "rows" | "boxed"> & { row: ListRow<Key, More> }) {
  const { to: _, ...alone } = row;
  return <PlainRows {...props} boxed rows={[alone]} />;
}

const useOffered = <Key extends string>(columns: readonly ListColumn<Key>[]) =>
  offeredColumns(columns, useRootData() ?? { absent: [] });

function cellOf<Key extends string, More>(
  list: ListDefinition<Key>,
  column: ListColumn<Key>,
  row: ListRow<Key, More>,
  parts: RowParts<Key, More>,
): ReactNode {
  const shown = usualCell(list, column, row, parts);
  const ownCell = parts.cells?.[column.key];
  const cell = ownCell ? ownCell(row, shown) : shown;
  const { ticks } = parts;
  if (column === tickColumn && ticks) return <Tick row={row} {...ticks} />;
  if (column.key !== ticks?.beside) return cell;
  return (
    <div className={styles.withTick}>
      {cell}
      <Tick row={row} {...ticks} />
    </div>
  );
}

function Tick<Key extends string, More>(props: RowTicks<Key, More> & { row: ListRow<Key, More> }) {
  const { row, name, form, beside, box, instead, shown } = props;
  return (
    instead?.(row) || (
      <div className={styles.tick} data-alone={!beside}>
        {shown && <input type="hidden" name={shown} value={row.key} form={form} />}
        <Checkbox id={`${name}-${row.key}`} value={row.key} {...{ name, form }} {...box(row)} />
      </div>
    )
  );
}

function usualCell<Key extends string, More>(
  list: ListDefinition<Key>,
  { key, label, icon, isFile }: ListColumn<Key>,
  row: ListRow<Key, More>,
  { tools, selected }: RowParts<Key, More>,
): ReactNode {
  if (icon && isFile) {
    const to = row.files?.[key];
    const name = `${label} of ${row.name}`;
    return to && <IconLink to={to} icon={icon} size="small" title={label} label={name} reloadDocument />;
  }
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
      <a
        href={row.to}
        className={styles.link}
        data-row-link=""
        data-unread={row.unread || undefined}
        aria-current={selected === row.key ? "true" : undefined}
        data-keep-scroll={selected !== undefined || undefined}
      >
        {text || "Open"}
      </a>
    );
  const tone = row.tone[key];
  return tone && text ? <StatusTag tone={tone}>{text}</StatusTag> : text;
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

const OWN_PRESS = "a, button, input, select, label, summary, [role='separator']";

function openRow(event: MouseEvent<HTMLElement>): void {
  if (!(event.target instanceof Element) || event.target.closest(OWN_PRESS)) return;
  if (window.getSelection()?.toString()) return;
  const link = event.target.closest("tr")?.querySelector<HTMLElement>("[data-row-link]");
  // With the modifier keys, so that Ctrl opens a new tab as it does on the link.
  const { ctrlKey, metaKey, shiftKey } = event;
  link?.dispatchEvent(
    new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}
