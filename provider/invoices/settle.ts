import type { DatabaseSync } from "node:sqlite";

/**
 * What time does to invoices that are being paid: a payment that the card provider took shows as paid, one that
 * nobody heard of again lets its invoices go. Called before every call that reads them.
 */
export function settleInvoices(db: DatabaseSync, now: Date): void {
  db.prepare(
    `UPDATE invoices SET
       outstanding_pence = iif(is_settling, 0, outstanding_pence),
       status = iif(is_settling, 2, status),
       is_settling = 0, pending_until_at = NULL, payment_id = NULL
     WHERE pending_until_at <= ?`,
  ).run(now.getTime());
}
