import { Grid } from "#app/grid/grid.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/choice.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import styles from "./make-payment.module.css";
import type { MakePaymentView } from "./unpaid-list.server.ts";

/** Which button of the list's form was pressed, or what its selects ask for. */
export const NEXT_FIELD = "next";
/** The tick of an invoice; its value is the number. */
export const SELECT_FIELD = "select";

/** Unpaid invoices with a checkbox each; one that is being paid says so instead. */
export function UnpaidTable({ list, ticked }: Pick<MakePaymentView, "list" | "ticked">) {
  return (
    <div className={styles.unpaid}>
      <Grid
        view={list}
        submits={NEXT_FIELD}
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
        cells={{
          invoice: ({ key }) => <a href={paths.invoice(key)}>{key}</a>,
          select: ({ key, more }) =>
            more.isPending ? (
              <span className={styles.pending}>
                <StatusTag tone="info">Payment processing</StatusTag>
              </span>
            ) : (
              <Tick number={key} isTicked={ticked.includes(key)} pence={more.pence} />
            ),
        }}
      />
    </div>
  );
}

interface TickProps {
  number: string;
  isTicked: boolean;
  pence: number;
}

function Tick({ number, isTicked, pence }: TickProps) {
  return (
    <div className={styles.tick}>
      <input type="hidden" name="shown" value={number} />
      <Checkbox
        id={`select-${number}`}
        name={SELECT_FIELD}
        value={number}
        label={`Select invoice ${number}`}
        defaultChecked={isTicked}
        data-pence={pence}
      />
    </div>
  );
}
