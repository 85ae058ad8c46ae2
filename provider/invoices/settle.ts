import type { DatabaseSync } from "node:sqlite";

/**
 * What time does to invoices that are being paid: a payment that the card provider took shows as paid, even when the
 * browser never came back to say so; any other lets its invoices go. Called before every call that reads them.
 */
export function settleInvoices(db: DatabaseSync, now: Date): void {
  const at = now.getTime();
  db.prepare(
    `UPDATE invoices SET is_settling = 1
     WHERE pending_until_at <= ? AND payment_id IN
       (SELECT payment_id FROM payments JOIN card_transactions USING (vendor_tx_code) WHERE status = 'OK')`,
  ).run(at);
  db.prepare(
    `UPDATE invoices SET
       outstanding_pence = iif(is_settling, 0, outstanding_pence),
       status = iif(is_settling, 2, status),
       is_settling = 0, pending_until_at = NULL, payment_id = NULL
     WHERE pending_until_at <= ?`,
  ).run(at);
}
