import type { ReactNode } from "react";
import styles from "./table.module.css";

export interface TableColumn {
  /** Unique in the table. */
  key: string;
  /** Plain words; on a narrow screen they stand before the cell. */
  label: string;
  /** In place of the label in the column's head, e.g. a link that sorts. */
  heading?: ReactNode;
  /** Money, counts: to the right, figures under each other. */
  numeric?: boolean;
  /** The head is for screen readers only: icon columns. */
  hiddenHeading?: boolean;
  sort?: "ascending" | "descending";
  /** What a row is known by, where that is not its first cell: it heads the card on a narrow screen. */
  lead?: boolean;
}

export interface TableRow {
  key: string;
  /** One for each column, in their order; the first is the row's head. */
  cells: readonly ReactNode[];
}

interface TableProps {
  /** Says what the table holds. */
  caption: string;
  hiddenCaption?: boolean;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  /** Stands alone on the page, with an edge and a surface of its own. */
  boxed?: boolean;
}

/** A real table that becomes a list of cards on a narrow screen, by styles alone. */
export function Table({ caption, hiddenCaption, columns, rows, boxed }: TableProps) {
  const table = (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className={hiddenCaption ? "visually-hidden" : styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-end={isAtEnd(column)} aria-sort={column.sort}>
                <span className={column.hiddenHeading ? "visually-hidden" : undefined}>
                  {column.heading ?? column.label}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>{row.cells.map((cell, index) => toCell(cell, index, columns[index]))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  return boxed ? <div className={styles.box}>{table}</div> : table;
}

// Figures stand under each other; what the row offers to do stands at its end.
const isAtEnd = (column: TableColumn) => column.numeric || column.hiddenHeading;

function toCell(content: ReactNode, index: number, column: TableColumn | undefined) {
  const key = column?.key ?? index;
  const shared = {
    "data-end": column && isAtEnd(column),
    "data-label": column?.hiddenHeading ? undefined : column?.label,
    "data-lead": (index > 0 && column?.lead) || undefined,
  };
  return index === 0 ? (
    <th key={key} scope="row" {...shared}>
      {content}
    </th>
  ) : (
    <td key={key} {...shared}>
      {content}
    </td>
  );
}
