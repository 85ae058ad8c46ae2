import { Form, useSubmit } from "@remix-run/react";
import { useRef, type FormEvent } from "react";
import { useScripts } from "#app/grid/use-scripts.ts";
import { ACCOUNT_FIELD } from "#app/request/account-field.ts";
import { Button } from "#app/ui/button.tsx";
import styles from "./make-payment.module.css";
import type { MakePaymentView, UnpaidRow } from "./unpaid-list.server.ts";
import { NEXT_FIELD, UnpaidTable } from "./unpaid-table.tsx";
import { useTicks } from "./use-ticks.ts";

/**
 * The list as one form: whatever button is pressed, what is ticked on this page goes along and is kept, so that
 * ticks survive paging, sorting and a reload. With scripts each tick is kept at once.
 */
export function SelectionForm({ list, chosen, ...view }: MakePaymentView) {
  const form = useRef<HTMLFormElement>(null);
  const known = new Set(view.ticked);
  const { ticked, noteTick, press } = useTicks(form, known);
  const submit = useSubmit();
  const before = sumOf(list.rows.filter(({ key }) => known.has(key)));
  const here = sumOf(list.rows.filter(({ key }) => ticked.has(key)));
  const count = chosen.count - before.count + here.count;
  const pence = chosen.pence - before.pence + here.pence;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const target = button ?? event.currentTarget;
    // The review opens at its top; whatever stays on this page leaves it where it is scrolled to.
    press(() => submit(target, { preventScrollReset: button?.value !== "proceed" }));
  };
  return (
    <Form ref={form} method="post" id="unpaid" className={styles.form} onSubmit={onSubmit}>
      <input type="hidden" name={ACCOUNT_FIELD} value={list.account} />
      {/* The Enter key presses the first button of a form: it keeps what is ticked and stays. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
        Keep selection
      </button>
      <UnpaidTable list={list} ticked={ticked} onTick={noteTick} />
      <Foot count={count} pence={pence} />
    </Form>
  );
}

/** Of its own, since ui/format.ts would bring a date library to the browser. */
const pounds = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** The running total and the way on, in sight wherever the list is scrolled to. */
function Foot({ count, pence }: { count: number; pence: number }) {
  const hasScripts = useScripts();
  const cannotProceed = hasScripts && count === 0;
  return (
    <div className={styles.foot}>
      <p className={styles.total} role="status">
        <span>{count === 1 ? "1 invoice selected" : `${count} invoices selected`}</span>
        <strong className="numeric">{pounds.format(pence / 100)}</strong>
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

function sumOf(rows: readonly UnpaidRow[]) {
  return { count: rows.length, pence: rows.reduce((sum, { more }) => sum + more.pence, 0) };
}
