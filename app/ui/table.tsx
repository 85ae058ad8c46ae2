import type { ReactNode } from "react";
import styles from "./table.module.css";

/** A row's first line has title, value and tools, its second the facts; 'unseen' cells are only for screen readers. */
export type PhonePlace = "title" | "value" | "tools" | "fact" | "unseen";

export interface TableColumn {
  key: string;
  /** Shown in front of each cell on a narrow screen. */
  label: string;
  heading?: ReactNode;
  numeric?: boolean;
  /** For a column of icons or buttons: the heading is only visible on wide screens. */
  hiddenHeading?: boolean;
  sort?: "ascending" | "descending";
  /** Its cell is the heading of the row's card on a narrow screen, instead of the first cell. */
  lead?: boolean;
  /** Where its cells go on a narrow screen. If no column has it, each row is a card. */
  phone?: PhonePlace;
}

interface TableProps {
  caption: string;
  columns: readonly TableColumn[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  boxed?: boolean;
}

export function Table({ caption, columns, rows, boxed }: TableProps) {
  const hasLines = columns.some(({ phone }) => phone);
  const table = (
    <div className={styles.frame}>
      <table className={`${styles.table} ${hasLines ? styles.lines : styles.cards}`}>
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
    dir: column && isAtEnd(column) ? undefined : "auto",
    "data-end": column && isAtEnd(column),
    "data-label": column?.hiddenHeading ? undefined : column?.label,
    "data-lead": (index > 0 && column?.lead) || undefined,
    "data-phone": column?.phone,
    "data-text": (column?.phone === "fact" && typeof content === "string" && content !== "") || undefined,
  };
  // An empty cell can't be a heading.
  return index === 0 && content !== "" ? (
    <th key={key} scope="row" {...shared}>
      {content}
    </th>
  ) : (
    <td key={key} {...shared}>
      {content}
    </td>
  );
}
