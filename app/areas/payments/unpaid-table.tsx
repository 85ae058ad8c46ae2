import { Link } from "@remix-run/react";
import type { ChangeEventHandler } from "react";
import { listHref, type ListState } from "../../grid/define-list.ts";
import { Icon } from "../../ui/icon.tsx";
import { StatusTag } from "../../ui/status-tag.tsx";
import { Table } from "../../ui/table.tsx";
import type { InvoiceRow } from "./invoice-rows.ts";
import styles from "./selection-form.module.css";
import { unpaidList } from "./unpaid-list.ts";

interface UnpaidTableProps {
  rows: readonly InvoiceRow[];
  state: ListState;
  ticked: ReadonlySet<string>;
  onTick: ChangeEventHandler<HTMLInputElement>;
}

/** Unpaid invoices with a checkbox each; one that is being paid says so instead (spec 2 §2). */
export function UnpaidTable({ rows, state, ticked, onTick }: UnpaidTableProps) {
  return (
    <Table
      caption="Unpaid invoices"
      hiddenCaption
      columns={unpaidList.columns.map((column) => ({
        ...column,
        sort: state.sort === column.key ? (state.descending ? "descending" : "ascending") : undefined,
        heading: column.sort ? <SortButton column={column} state={state} /> : column.label,
      }))}
      rows={rows.map((row) => ({
        key: row.number,
        cells: [
          <Link key="to" to={row.to}>
            {row.number}
          </Link>,
          row.date,
          row.order,
          row.account,
          row.total,
          row.outstanding,
          row.pending ? (
            <StatusTag key="pending" tone="info">
              Payment processing
            </StatusTag>
          ) : (
            <Tick key="tick" number={row.number} checked={ticked.has(row.number)} onTick={onTick} />
          ),
        ],
      }))}
    />
  );
}

type TickProps = { number: string; checked: boolean; onTick: UnpaidTableProps["onTick"] };

function Tick({ number, checked, onTick }: TickProps) {
  return (
    <label className={styles.tick}>
      <input type="hidden" name="shown" value={number} />
      <input type="checkbox" name="select" value={number} checked={checked} onChange={onTick} />
      <span className="visually-hidden">Select invoice {number}</span>
    </label>
  );
}

/** Sorts by a button of the form, so that what is ticked is kept. */
function SortButton({ column, state }: { column: { key: string; label: string }; state: ListState }) {
  const isSorted = state.sort === column.key;
  const descending = isSorted && !state.descending;
  return (
    <button
      type="submit"
      name="next"
      value={listHref(unpaidList, state, { sort: column.key, descending })}
      className={styles.sort}
      data-sorted={isSorted}
    >
      {column.label}
      <Icon name={isSorted ? (state.descending ? "arrow-down" : "arrow-up") : "arrow-up-down"} size="small" />
    </button>
  );
}
