import type { DatabaseSync } from "node:sqlite";
import { notFound } from "#provider/portal-api/refusal.ts";

/** An invoice to be paid by card. */
export interface PayableInvoice {
  readonly invoiceNumber: string;
  readonly outstandingPence: number;
  readonly isPending: boolean;
}

/** These invoices, without duplicates. Throws a 404 refusal if one isn't in the account. */
export function findPayableInvoices(
  db: DatabaseSync,
  clientId: string,
  invoiceNumbers: readonly string[],
): PayableInvoice[] {
  const find = db.prepare("SELECT * FROM invoices WHERE client_id = ? AND invoice_number = ?");
  return [...new Set(invoiceNumbers)].map((invoiceNumber) => {
    const row = /^[1-9]\d{0,14}$/.test(invoiceNumber) ? find.get(clientId, Number(invoiceNumber)) : undefined;
    if (!row) throw notFound();
    return {
      invoiceNumber,
      outstandingPence: Number(row.outstanding_pence),
      isPending: row.pending_until_at !== null,
    };
  });
}

/** Marks invoices as pending until a given time; {@link settleInvoices} then marks them as paid if the money was taken. */
export function holdInvoices(
  db: DatabaseSync,
  invoices: readonly string[],
  {
    paymentId,
    isTaken,
    until,
  }: { readonly paymentId: string; readonly isTaken: boolean; readonly until: Date },
): void {
  db.prepare(
    `UPDATE invoices SET payment_id = ?, is_settling = ?, pending_until_at = ?
     WHERE invoice_number IN (SELECT value FROM json_each(?))`,
  ).run(paymentId, Number(isTaken), until.getTime(), JSON.stringify(invoices.map(Number)));
}

/** Lets the invoices of a failed payment be paid again. */
export function freeInvoices(db: DatabaseSync, paymentId: string): void {
  db.prepare(
    "UPDATE invoices SET payment_id = NULL, pending_until_at = NULL WHERE payment_id = ? AND is_settling = 0",
  ).run(paymentId);
}

/**
 * Settles invoices that are no longer pending: they're paid if the card provider took the money, even if the browser
 * never came back, and can be paid again if not. Called before every call that reads invoices.
 */
export function settleInvoices(db: DatabaseSync, now: Date): void {
  const time = now.getTime();
  db.prepare(
    `UPDATE invoices SET is_settling = 1
     WHERE pending_until_at <= ? AND payment_id IN
       (SELECT payment_id FROM payments JOIN card_transactions USING (vendor_tx_code) WHERE status = 'OK')`,
  ).run(time);
  db.prepare(
    `UPDATE invoices SET
       outstanding_pence = iif(is_settling, 0, outstanding_pence),
       status = iif(is_settling, 2, status),
       is_settling = 0, pending_until_at = NULL, payment_id = NULL
     WHERE pending_until_at <= ?`,
  ).run(time);
}
