import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { accountCell, PaymentProcessing } from "#app/areas/invoices/invoice-parts.tsx";
import { OwnerFields } from "#app/document/owner-fields.tsx";
import { Grid } from "#app/grid/grid.tsx";
import { Button, SendingContext } from "#app/ui/button.tsx";
import { DefaultSubmit } from "#app/ui/default-submit.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./make-payment.module.css";
import { ABOVE_CARD_LIMIT, CARD_LIMIT } from "./payment-texts.ts";
import { NEXT_FIELD, SELECT_FIELD, selectionButton, SHOWN_FIELD } from "./selection-fields.ts";
import type { MakePaymentView } from "./unpaid-list.server.ts";
import { useSelectionForm } from "./use-selection-form.ts";

interface SelectionFormProps extends Pick<MakePaymentView, "list" | "ticked" | "chosen"> {
  /** Shown above the list, in the form, so that its foot is in sight however far down the list begins. */
  children: ReactNode;
}

/** The list as one form, because every button also saves what's ticked on this page. */
export function SelectionForm({ list, ticked, chosen, children }: SelectionFormProps) {
  const { handlers, added, unsaved } = useSelectionForm(list.rows);
  const isProceeding = useNavigation().formData?.get(NEXT_FIELD) === "proceed";
  return (
    <Form {...handlers} method="post" id="unpaid" className={styles.form} data-unsaved={unsaved}>
      <OwnerFields />
      {/* Saves the ticks and stays on the page. */}
      <DefaultSubmit />
      {children}
      <UnpaidTable list={list} ticked={ticked} />
      <SendingContext.Provider value={isProceeding ? "Proceeding…" : undefined}>
        <Foot
          count={chosen.count + added.count}
          pence={chosen.pence === undefined ? undefined : chosen.pence + added.pence}
        />
      </SendingContext.Provider>
    </Form>
  );
}

function UnpaidTable({ list, ticked }: Pick<MakePaymentView, "list" | "ticked">) {
  return (
    <div className={styles.unpaid}>
      <Grid
        view={list}
        submitName={NEXT_FIELD}
        actions={
          <>
            <Button {...selectionButton("all")} variant="quiet" size="small">
              Select all due
            </Button>
            <Button {...selectionButton("none")} variant="quiet" size="small">
              Clear selection
            </Button>
          </>
        }
        cells={{
          invoice: ({ key, rowData: { status } }) => (
            <span className={styles.number}>
              <a href={paths.invoice(key)}>{key}</a>
              {status && <StatusTag tone={status.tone}>{status.label}</StatusTag>}
            </span>
          ),
          account: accountCell,
        }}
        checkboxes={{
          name: SELECT_FIELD,
          shownRowsField: SHOWN_FIELD,
          checkboxProps: ({ key, rowData }) => ({
            label: `Select invoice ${key}`,
            defaultChecked: ticked.includes(key),
            "data-pence": rowData.pence,
          }),
          replacement: ({ rowData }) =>
            rowData.isPending && (
              <span className={styles.pending}>
                <PaymentProcessing />
              </span>
            ),
        }}
      />
    </div>
  );
}

/** Not from ui/format.ts, which would load a date library in the browser. */
const pounds = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

function Foot({ count, pence }: MakePaymentView["chosen"]) {
  const hasScripts = useHydrated();
  const cannotProceed = hasScripts && count === 0;
  return (
    <div className={styles.foot}>
      <p className={styles.total} role="status">
        <span>{count === 1 ? "1 invoice selected" : `${count} invoices selected`}</span>
        {pence !== undefined && <strong className="numeric">{pounds.format(pence / 100)}</strong>}
        {pence !== undefined && pence / 100 > CARD_LIMIT && (
          <span className={styles.tooMuch}>{ABOVE_CARD_LIMIT}</span>
        )}
      </p>
      <div className={styles.buttons}>
        {/* With scripts each tick is saved immediately. */}
        {!hasScripts && <Button>Update total</Button>}
        <Button
          variant="primary"
          {...selectionButton("proceed")}
          blockedReason={cannotProceed ? "Select an invoice to continue" : undefined}
        >
          Proceed to Payment
        </Button>
      </div>
    </div>
  );
}
