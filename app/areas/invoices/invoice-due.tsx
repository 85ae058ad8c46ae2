import { StatusTag } from "#app/ui/status-tag.tsx";
import styles from "./due-strip.module.css";
import { PayThis } from "./pay-this.tsx";

export interface InvoiceDueView {
  readonly amount: string;
  /** A card payment is on its way. */
  readonly isProcessing: boolean;
  /** The account that may pay it by card now; undefined where it can't be paid. */
  readonly payableBy: string | undefined;
}

/** What is due on one invoice, with the button to pay it or the reason why it can't be paid. */
export function InvoiceDue({ number, due }: { number: string; due: InvoiceDueView }) {
  const { amount, isProcessing, payableBy } = due;
  return (
    <section className={styles.strip} aria-label="What is due">
      <dl className={styles.figures}>
        <div>
          <dt>Outstanding</dt>
          <dd className={styles.amount}>{amount}</dd>
        </div>
        {isProcessing && (
          <div>
            <dt>Payment</dt>
            <dd className={styles.status}>
              <StatusTag tone="info">Payment processing</StatusTag>
            </dd>
          </div>
        )}
      </dl>
      {payableBy !== undefined && <PayThis number={number} account={payableBy} />}
      {payableBy === undefined && <p className={styles.note}>{isProcessing ? wait : "Nothing to pay."}</p>}
    </section>
  );
}

const wait =
  "We cannot take a further payment against an invoice if the status shows as payment processing. Please try again later.";
