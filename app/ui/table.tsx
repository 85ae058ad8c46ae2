import type { ReactNode } from "react";
import styles from "./table.module.css";

export interface TableColumn {
  key: string;
  /** Shown in front of each cell on a narrow screen. */
  label: string;
  heading?: ReactNode;
  numeric?: boolean;
  /** Of a column of icons or buttons: its heading shows only where there is much room. */
  hiddenHeading?: boolean;
  sort?: "ascending" | "descending";
  /** Its cell is the heading of the row's card on a narrow screen, in place of the first cell. */
  lead?: boolean;
}

interface TableProps {
  caption: string;
  columns: readonly TableColumn[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  boxed?: boolean;
}

export function Table({ caption, columns, rows, boxed }: TableProps) {
  const table = (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-end={isAtEnd(column)} aria-sort={column.sort}>
                <span className={column.hiddenHeading ? styles.iconHeading : undefined}>
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
