import type { ReactNode } from "react";
import { pageTitle } from "#app/document/page-title.ts";
import { SelectedRow } from "#app/grid/grid-rows.tsx";
import { Card } from "#app/ui/card.tsx";
import { FormPage } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { paths } from "#shared/paths.ts";
import type { EditedRow } from "./direct-debit.server.ts";
import styles from "./direct-debits.module.css";

const titleOf = (editedRow: EditedRow) => (editedRow ? "Edit Direct Debit" : "New Direct Debit");
export const directDebitFlowTitle = pageTitle((data) => {
  const { editedRow } = (data ?? {}) as { editedRow?: EditedRow };
  return [titleOf(editedRow), editedRow?.row.name];
});

const steps = ["Eligibility", "Bank details", "Confirmation", "Done"] as const;

interface DirectDebitFlowPageProps {
  /** Undefined for a new direct debit. */
  editedRow: EditedRow;
  step: (typeof steps)[number];
  children: ReactNode;
}

export function DirectDebitFlowPage({ editedRow, step, children }: DirectDebitFlowPageProps) {
  return (
    <FormPage>
      <PageHeader
        title={titleOf(editedRow)}
        back={{ to: editedRow?.backTo ?? paths.directDebits(), label: "Back to Direct Debits" }}
      />
      {editedRow && <SelectedRow list={editedRow.list} row={editedRow.row} caption={editedRow.row.name} />}
      <ol className={`${styles.steps} no-print`}>
        {steps.map((name) => (
          <li key={name} aria-current={name === step ? "step" : undefined}>
            {name}
          </li>
        ))}
      </ol>
      <div className="no-print">
        <NoticePeriod />
      </div>
      {children}
    </FormPage>
  );
}

export function NoticePeriod() {
  return <Message tone="info">Direct Debit changes need 5 working days&apos; notice.</Message>;
}

/** Says what we still collect until a change of bank account takes effect. */
export function StillCollected({ from, until }: { from: string; until: string }) {
  return (
    <p>
      Anything due before {until} will still be collected from your old account, {from}. Keep it open until
      then.
    </p>
  );
}

export function Guarantee({ brand }: { brand: string }) {
  return (
    <Card heading="The Direct Debit Guarantee" id="guarantee" icon="shield-check">
      <ul className="stack-tight prose">
        <li>
          This Guarantee is offered by all banks and building societies that accept instructions to pay Direct
          Debits.
        </li>
        <li>
          If there are any changes to the amount, date or frequency of your Direct Debit {brand} will notify
          you 5 working days in advance of your account being debited or as otherwise agreed. If you request{" "}
          {brand} to collect a payment, confirmation of the amount and date will be given to you at the time
          of the request.
        </li>
        <li>
          If an error is made in the payment of your Direct Debit, by {brand} or your bank or building
          society, you are entitled to a full and immediate refund of the amount paid from your bank or
          building society. If you receive a refund you are not entitled to, you must pay it back when {brand}{" "}
          asks you to.
        </li>
        <li>
          You can cancel a Direct Debit at any time by simply contacting your bank or building society.
          Written confirmation may be required. Please also notify us.
        </li>
      </ul>
    </Card>
  );
}
