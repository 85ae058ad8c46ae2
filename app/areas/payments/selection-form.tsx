import { Form, useSubmit } from "@remix-run/react";
import { type ChangeEvent, useState } from "react";
import { listHref } from "../../grid/define-list.ts";
import { useScripts } from "../../grid/use-scripts.ts";
import { ACCOUNT_FIELD } from "../../request/account-field.ts";
import { Button } from "../../ui/button.tsx";
import type { InvoiceRow } from "./invoice-rows.ts";
import type { MakePaymentView } from "./make-payment.tsx";
import { poundsOf } from "./pounds.ts";
import styles from "./selection-form.module.css";
import { unpaidList } from "./unpaid-list.ts";
import { UnpaidTable } from "./unpaid-table.tsx";

/**
 * The list as one form: whatever button is pressed, what is ticked on this page goes along and is kept, so that
 * ticks survive paging, sorting and a reload. With scripts each tick is kept at once.
 */
export function SelectionForm({ account, rows, state, total, chosen }: MakePaymentView) {
  const { ticked, toggle } = useTicks(rows);
  const keepAtOnce = useSubmit();
  const hasScripts = useScripts();
  const elsewhere = sumOf(rows.filter(({ selected }) => selected));
  const here = sumOf(rows.filter(({ number }) => ticked.has(number)));
  const count = chosen.count - elsewhere.count + here.count;
  const pence = chosen.pence - elsewhere.pence + here.pence;
  const onTick = (event: ChangeEvent<HTMLInputElement>) => {
    toggle(event.target.value, event.target.checked);
    keepAtOnce(event.target.form, { navigate: false, fetcherKey: "selection", preventScrollReset: true });
  };
  const cannotProceed = hasScripts && count === 0;
  return (
    <Form method="post" id="unpaid" className={styles.form} preventScrollReset>
      <input type="hidden" name={ACCOUNT_FIELD} value={account} />
      {/* The Enter key presses the first button of a form: it keeps what is ticked and stays. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
        Keep selection
      </button>
      <div className={styles.tools}>
        <Button name="next" value="all" variant="quiet" size="small">
          Select all due
        </Button>
        <Button name="next" value="none" variant="quiet" size="small">
          Clear selection
        </Button>
      </div>
      <UnpaidTable rows={rows} state={state} ticked={ticked} onTick={onTick} />
      <Pages state={state} total={total} />
      <div className={styles.foot}>
        <p className={styles.total} role="status">
          <span>{count === 1 ? "1 invoice selected" : `${count} invoices selected`}</span>
          <strong className="numeric">{poundsOf(pence)}</strong>
        </p>
        <Button
          variant="primary"
          name="next"
          value="proceed"
          disabled={cannotProceed}
          title={cannotProceed ? "Select an invoice to continue" : undefined}
        >
          Proceed to Payment
        </Button>
      </div>
    </Form>
  );
}

/** Paging by buttons of the form: a link would leave the ticks behind. */
function Pages({ state, total }: Pick<MakePaymentView, "state" | "total">) {
  const last = Math.ceil(total / state.size);
  const first = (state.page - 1) * state.size + 1;
  return (
    <div className={styles.pages}>
      <p>
        Showing {first}–{Math.min(state.page * state.size, total)} of {total}
      </p>
      {last > 1 && (
        <div className={styles.steps} role="group" aria-label="Pages of unpaid invoices">
          <Step to={state.page - 1} {...{ state, last }} label="Previous page" />
          <span>
            Page {state.page} of {last}
          </span>
          <Step to={state.page + 1} {...{ state, last }} label="Next page" />
        </div>
      )}
    </div>
  );
}

interface StepProps extends Pick<MakePaymentView, "state"> {
  readonly to: number;
  readonly last: number;
  readonly label: string;
}

function Step({ to, last, state, label }: StepProps) {
  if (to < 1 || to > last) return null;
  return (
    <Button name="next" value={listHref(unpaidList, state, { page: to })} size="small">
      {label}
    </Button>
  );
}

/** What is ticked on this page: as the server knows it until the person ticks. */
function useTicks(rows: readonly InvoiceRow[]) {
  const served = rows.filter(({ selected }) => selected).map(({ number }) => number);
  const key = served.join() + rows.map(({ number }) => number).join();
  const [own, setOwn] = useState<{ key: string; ticked: ReadonlySet<string> }>();
  const ticked = own?.key === key ? own.ticked : new Set(served);
  const toggle = (number: string, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(number);
    else next.delete(number);
    setOwn({ key, ticked: next });
  };
  return { ticked, toggle };
}

function sumOf(rows: readonly InvoiceRow[]) {
  return { count: rows.length, pence: rows.reduce((sum, { pence }) => sum + pence, 0) };
}
