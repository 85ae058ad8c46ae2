import { Form, useSubmit } from "@remix-run/react";
import { useRef, type FormEvent } from "react";
import { useScripts } from "#app/grid/use-scripts.ts";
import { ACCOUNT_FIELD } from "#app/request/account-field.ts";
import { Button } from "#app/ui/button.tsx";
import type { InvoiceRow } from "./invoice-rows.ts";
import type { MakePaymentView } from "./make-payment.tsx";
import { poundsOf } from "./pounds.ts";
import styles from "./selection-form.module.css";
import { NEXT_FIELD } from "./unpaid-list.ts";
import { UnpaidTable } from "./unpaid-table.tsx";
import { useTicks } from "./use-ticks.ts";

/**
 * The list as one form: whatever button is pressed, what is ticked on this page goes along and is kept, so that
 * ticks survive paging, sorting and a reload. With scripts each tick is kept at once.
 */
export function SelectionForm({ account, rows, state, total, chosen }: MakePaymentView) {
  const form = useRef<HTMLFormElement>(null);
  const { ticked, noteTick, press } = useTicks(form, rows);
  const submit = useSubmit();
  const elsewhere = sumOf(rows.filter(({ selected }) => selected));
  const here = sumOf(rows.filter(({ number }) => ticked.has(number)));
  const count = chosen.count - elsewhere.count + here.count;
  const pence = chosen.pence - elsewhere.pence + here.pence;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const target = button ?? event.currentTarget;
    // The review opens at its top; whatever stays on this page leaves it where it is scrolled to.
    press(() => submit(target, { preventScrollReset: button?.value !== "proceed" }));
  };
  return (
    <Form ref={form} method="post" id="unpaid" className={styles.form} onSubmit={onSubmit}>
      <input type="hidden" name={ACCOUNT_FIELD} value={account} />
      {/* The Enter key presses the first button of a form: it keeps what is ticked and stays. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
        Keep selection
      </button>
      <UnpaidTable {...{ rows, state, total, ticked, onTick: noteTick }} />
      <Foot count={count} pence={pence} />
    </Form>
  );
}

/** The running total and the way on, in sight wherever the list is scrolled to. */
function Foot({ count, pence }: { count: number; pence: number }) {
  const hasScripts = useScripts();
  const cannotProceed = hasScripts && count === 0;
  return (
    <div className={styles.foot}>
      <p className={styles.total} role="status">
        <span>{count === 1 ? "1 invoice selected" : `${count} invoices selected`}</span>
        <strong className="numeric">{poundsOf(pence)}</strong>
      </p>
      <div className={styles.buttons}>
        {/* With scripts each tick does it. */}
        {!hasScripts && <Button>Update total</Button>}
        <Button
          variant="primary"
          name={NEXT_FIELD}
          value="proceed"
          disabled={cannotProceed}
          title={cannotProceed ? "Select an invoice to continue" : undefined}
        >
          Proceed to Payment
        </Button>
      </div>
    </div>
  );
}

function sumOf(rows: readonly InvoiceRow[]) {
  return { count: rows.length, pence: rows.reduce((sum, { pence }) => sum + pence, 0) };
}
