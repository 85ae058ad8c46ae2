import { Grid } from "#app/grid/grid.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/choice.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import type { InvoiceRow } from "./invoice-rows.ts";
import type { MakePaymentView } from "./make-payment.tsx";
import { NEXT_FIELD, SELECT_FIELD, unpaidList } from "./unpaid-list.ts";
import styles from "./unpaid-table.module.css";

interface UnpaidTableProps extends Pick<MakePaymentView, "rows" | "state" | "total"> {
  ticked: ReadonlySet<string>;
  onTick: () => void;
}

/** Unpaid invoices with a checkbox each; one that is being paid says so instead (spec 2 §2). */
export function UnpaidTable({ rows, state, total, ticked, onTick }: UnpaidTableProps) {
  return (
    <div className={styles.unpaid}>
      <Grid
        list={unpaidList}
        submits={NEXT_FIELD}
        {...{ state, total }}
        noun="unpaid invoices"
        caption="Unpaid invoices"
        empty="You have no unpaid invoices"
        actions={
          <>
            <Button name={NEXT_FIELD} value="all" variant="quiet" size="small">
              Select all due
            </Button>
            <Button name={NEXT_FIELD} value="none" variant="quiet" size="small">
              Clear selection
            </Button>
          </>
        }
        rows={rows.map((row) => ({
          key: row.number,
          cells: {
            invoice: <a href={row.to}>{row.number}</a>,
            date: row.date,
            order: row.order,
            account: row.account,
            total: row.total,
            outstanding: row.outstanding,
            select: row.pending ? (
              <span className={styles.pending}>
                <StatusTag tone="info">Payment processing</StatusTag>
              </span>
            ) : (
              <Tick row={row} checked={ticked.has(row.number)} onTick={onTick} />
            ),
          },
        }))}
      />
    </div>
  );
}

interface TickProps {
  row: InvoiceRow;
  checked: boolean;
  onTick: UnpaidTableProps["onTick"];
}

function Tick({ row: { number }, checked, onTick }: TickProps) {
  return (
    <div className={styles.tick}>
      <input type="hidden" name="shown" value={number} />
      <Checkbox
        id={`select-${number}`}
        name={SELECT_FIELD}
        value={number}
        label={`Select invoice ${number}`}
        checked={checked}
        onChange={onTick}
      />
    </div>
  );
}
