import type { DatabaseSync } from "node:sqlite";
import { clientIds } from "#provider/data/people.ts";

/** Far from the demo's own numbers. */
const FIRST_NUMBER = 1_000_000;
const FIRST_RARE = 419_001;

/**
 * Raises the number of invoices of Harbour & Pine Ltd to `wanted`, by copies of those it has: for benchmarks. Does
 * nothing where there are as many already. Seconds for 100,000.
 */
export function raiseInvoiceCount(db: DatabaseSync, wanted: number): void {
  const countFrom = (number: number) =>
    Number(
      db
        .prepare("SELECT count(*) AS n FROM invoices WHERE client_id = ? AND invoice_number >= ?")
        .get(clientIds.harbourPine, number)?.n,
    );
  const copied = countFrom(FIRST_NUMBER);
  const missing = wanted - countFrom(0);
  if (missing <= 0) return;
  db.prepare(
    `WITH RECURSIVE
       copies (copy) AS (SELECT ? UNION ALL SELECT copy + 1 FROM copies WHERE copy + 1 < ?),
       models AS (SELECT *, row_number() OVER (ORDER BY invoice_number) - 1 AS place FROM invoices
         WHERE client_id = ? AND invoice_number < ?)
     INSERT INTO invoices (invoice_number, client_id, account_number, breakdown_id, order_number, status,
       total_pence, outstanding_pence, issued_at)
     SELECT ? + copy, client_id, account_number, breakdown_id, 'BULK-' || copy, status, total_pence,
       outstanding_pence, issued_at
     FROM copies JOIN models ON place = copy % (SELECT count(*) FROM models)`,
  ).run(copied, copied + missing, clientIds.harbourPine, FIRST_RARE, FIRST_NUMBER);
  // So many rows more: SQLite would go on choosing its indexes for few.
  db.exec("ANALYZE");
}
