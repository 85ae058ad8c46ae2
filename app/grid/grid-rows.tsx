import type { MouseEvent, ReactNode } from "react";
import { useRootData } from "#app/document/root-data.ts";
import { Checkbox } from "#app/ui/choice.tsx";
import { IconLink } from "#app/ui/icon-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import { Table, type TableColumn } from "#app/ui/table.tsx";
import type { ListRow } from "./define-list.server.ts";
import styles from "./grid.module.css";
import { ListLink, type NestedProps } from "./list-link.tsx";
import type { ListView } from "./list-loader.server.ts";
import {
  listQueryString,
  offeredColumns,
  phonePlaceOf,
  type ListColumn,
  type ListDefinition,
  type ListState,
} from "./list-state.ts";
import { ResizeHandle } from "./resize-handle.tsx";

export type Cells<Key extends string, RowData> = Readonly<
  Partial<Record<Key, (row: ListRow<Key, RowData>, defaultCell: ReactNode) => ReactNode>>
>;

/** What a page can change about a list's rows. */
export interface RowOptions<Key extends string, RowData> extends NestedProps {
  cells?: Cells<Key, RowData>;
  tools?: (row: ListRow<Key, RowData>) => ReactNode;
  /** On an item's page that also shows the list: the item's key, or '' if it's none of the rows. */
  selected?: string;
  checkboxes?: RowCheckboxes<Key, RowData>;
}

/** A checkbox for each row, which sends the row's key. */
interface RowCheckboxes<Key extends string, RowData> {
  readonly name: string;
  /** The id of the form that sends them, if the list isn't inside it. */
  readonly form?: string;
  /** The column whose cells contain the checkboxes. Default: an extra last column, 'Select'. */
  readonly columnKey?: Key;
  readonly checkboxProps: (row: ListRow<Key, RowData>) => CheckboxProps;
  /** Shown instead of the checkbox if the row can't be ticked. */
  readonly replacement?: (row: ListRow<Key, RowData>) => ReactNode;
  /** The name of a hidden field with the key of each row that has a checkbox, to tell unticked rows from those on other pages. */
  readonly shownRowsField?: string;
}

interface CheckboxProps {
  /** Only for screen readers if the checkboxes have their own column. */
  readonly label: string;
  readonly "aria-label"?: string;
  readonly defaultChecked?: boolean;
  readonly [data: `data-${string}`]: string | number;
}

const checkboxColumn: ListColumn<never> = { key: "ticks" as never, label: "Select" };

export function GridRows<Key extends string, RowData>({
  view,
  submitName,
  ...options
}: RowOptions<Key, RowData> & { view: ListView<Key, RowData> }) {
  const { list, state, rows } = view;
  const offered = useOfferedColumns(list.columns);
  const columns =
    options.checkboxes && !options.checkboxes.columnKey ? [...offered, checkboxColumn] : offered;
  return (
    // A click anywhere in a row opens its link; keyboard users have the link itself.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={openRow} className={styles.table}>
      <Table
        caption={list.caption ?? list.noun}
        columns={columns.map((column) => toSortableColumn(list, state, column, submitName))}
        rows={rows.map((row) => ({
          key: row.key,
          cells: columns.map((column) => renderCell(list, column, row, options)),
        }))}
      />
    </div>
  );
}

interface PlainRowsProps<Key extends string, RowData> {
  list: ListDefinition<Key>;
  rows: readonly ListRow<Key, RowData>[];
  caption: string;
  cells?: Cells<Key, RowData>;
  boxed?: boolean;
  /** On a phone its rows have two lines, as in the list, instead of being cards. */
  asLines?: boolean;
}

/** A list's rows without sorting and resizing. Icon columns are only shown if `cells` has a cell for them. */
export function PlainRows<Key extends string, RowData>(props: PlainRowsProps<Key, RowData>) {
  const { list, rows, caption, cells, boxed, asLines } = props;
  const columns = useOfferedColumns(list.columns).filter(({ key, icon }) => !icon || cells?.[key]);
  const layout = asLines ? list : { ...list, onPhone: undefined };
  return (
    <Table
      boxed={boxed}
      caption={caption}
      columns={columns.map((column) => toTableColumn(layout, column))}
      rows={rows.map((row) => ({
        key: row.key,
        cells: columns.map((column) => renderCell(list, column, row, { cells })),
      }))}
    />
  );
}

export function SelectedRow<Key extends string, RowData>({
  row,
  ...props
}: Omit<PlainRowsProps<Key, RowData>, "rows" | "boxed"> & { row: ListRow<Key, RowData> }) {
  const { to: _, ...rowWithoutLink } = row;
  return <PlainRows {...props} boxed rows={[rowWithoutLink]} />;
}

const useOfferedColumns = <Key extends string>(columns: readonly ListColumn<Key>[]) =>
  offeredColumns(columns, useRootData() ?? { absent: [] });

function renderCell<Key extends string, RowData>(
  list: ListDefinition<Key>,
  column: ListColumn<Key>,
  row: ListRow<Key, RowData>,
  options: RowOptions<Key, RowData>,
): ReactNode {
  const defaultCell = renderDefaultCell(list, column, row, options);
  const customCell = options.cells?.[column.key];
  const cell = customCell ? customCell(row, defaultCell) : defaultCell;
  const { checkboxes } = options;
  if (column === checkboxColumn && checkboxes) return <RowCheckbox row={row} {...checkboxes} />;
  if (column.key !== checkboxes?.columnKey) return cell;
  return (
    <div className={styles.withCheckbox}>
      {cell}
      <RowCheckbox row={row} {...checkboxes} />
    </div>
  );
}

function RowCheckbox<Key extends string, RowData>(
  props: RowCheckboxes<Key, RowData> & { row: ListRow<Key, RowData> },
) {
  const { row, name, form, columnKey, checkboxProps, replacement, shownRowsField } = props;
  return (
    replacement?.(row) || (
      <div className={styles.tick} data-alone={!columnKey}>
        {shownRowsField && <input type="hidden" name={shownRowsField} value={row.key} form={form} />}
        <Checkbox id={`${name}-${row.key}`} value={row.key} {...{ name, form }} {...checkboxProps(row)} />
      </div>
    )
  );
}

function renderDefaultCell<Key extends string, RowData>(
  list: ListDefinition<Key>,
  { key, label, icon, isFile }: ListColumn<Key>,
  row: ListRow<Key, RowData>,
  { tools, selected }: RowOptions<Key, RowData>,
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
            tabIndex={-1}
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

function toTableColumn(list: ListDefinition, column: ListColumn): TableColumn {
  const { key, label, numeric, icon } = column;
  const phone = phonePlaceOf(list, column);
  return { key, label, numeric, hiddenHeading: icon !== undefined, lead: key === list.link, phone };
}

function toSortableColumn(
  list: ListDefinition,
  state: ListState,
  column: ListColumn,
  submitName: string | undefined,
): TableColumn {
  const { key, label, sort, icon } = column;
  const isSorted = state.sort === key;
  const heading = sort ? (
    <ListLink
      className={styles.sort}
      submitName={submitName}
      to={listQueryString(list, state, { sort: key, descending: isSorted && !state.descending })}
      preventScrollReset
      data-sorted={isSorted}
    >
      {label}
      <Icon name={isSorted ? (state.descending ? "arrow-down" : "arrow-up") : "arrow-up-down"} size="small" />
    </ListLink>
  ) : (
    label
  );
  return {
    ...toTableColumn(list, column),
    heading: (
      <>
        {heading}
        {!icon && <ResizeHandle label={label} isFirst={key === list.columns[0]?.key} />}
      </>
    ),
    sort: isSorted ? (state.descending ? "descending" : "ascending") : undefined,
  };
}

const INTERACTIVE = "a, button, input, select, label, summary, [role='separator']";

function openRow(event: MouseEvent<HTMLElement>): void {
  if (!(event.target instanceof Element) || event.target.closest(INTERACTIVE)) return;
  if (window.getSelection()?.toString()) return;
  const link = event.target.closest("tr")?.querySelector<HTMLElement>("[data-row-link]");
  // Passes on the modifier keys, so that Ctrl+click opens a new tab here too.
  const { ctrlKey, metaKey, shiftKey } = event;
  link?.dispatchEvent(
    new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}
