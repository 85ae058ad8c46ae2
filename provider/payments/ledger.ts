import type { DatabaseSync } from "node:sqlite";
import { insert } from "#provider/store/store.ts";

/** The outcome of a call to Begin or Complete. A scenario may still lose the answer after that. */
export type LedgerOutcome =
  | "started"
  | "refused"
  | "paid"
  | "failed"
  /** Complete for a completed payment, which gets the first answer again. */
  | "duplicate"
  /** Complete with another payment's crypt. */
  | "unreadable"
  /** Complete for a payment that the account doesn't have. */
  | "unknown";

/** A call to Begin or Complete. */
export interface LedgerEntry {
  readonly call: "Begin" | "Complete";
  readonly outcome: LedgerOutcome;
  readonly clientId: string;
  /** The caller: the token's subject. */
  readonly subject: string;
  readonly paymentId?: string | undefined;
  /** As typed on the cardholder form. A test can use its own surname to find its calls. */
  readonly surname?: string | undefined;
  readonly invoiceNumbers?: readonly string[] | undefined;
  readonly amountPence?: number | undefined;
  readonly detail?: string | undefined;
}

/** Adds an entry to the ledger. */
export function recordCall(db: DatabaseSync, entry: LedgerEntry, now: Date): void {
  const { invoiceNumbers } = entry;
  insert(db, "payments_ledger", {
    call: entry.call,
    outcome: entry.outcome,
    payment_id: entry.paymentId ?? null,
    client_id: entry.clientId,
    subject: entry.subject,
    surname: entry.surname ?? null,
    invoice_numbers: invoiceNumbers ? JSON.stringify(invoiceNumbers) : null,
    amount_pence: entry.amountPence ?? null,
    detail: entry.detail ?? null,
    called_at: now.getTime(),
  });
}

/** The whole ledger, oldest first, for `/control/ledger`. */
export function readLedger(db: DatabaseSync): unknown[] {
  return db
    .prepare("SELECT * FROM payments_ledger ORDER BY ledger_id")
    .all()
    .map((row) => ({
      id: row.ledger_id,
      call: row.call,
      outcome: row.outcome,
      paymentId: row.payment_id,
      clientId: row.client_id,
      subject: row.subject,
      surname: row.surname,
      invoiceNumbers: typeof row.invoice_numbers === "string" ? JSON.parse(row.invoice_numbers) : null,
      amount: row.amount_pence === null ? null : Number(row.amount_pence) / 100,
      detail: row.detail,
      time: new Date(Number(row.called_at)).toISOString(),
    }));
}
