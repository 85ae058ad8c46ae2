import type { DatabaseSync } from "node:sqlite";
import { clientIds } from "#provider/data/people.ts";
import { inTransaction } from "#provider/store/store.ts";

/** Far above the demo's own numbers. */
const FIRST_NUMBER = 1_000_000;
const FIRST_RARE = 419_001;

/**
 * For tests: raises the number of invoices of Harbour & Pine Ltd to `wanted` by copying existing ones, which takes
 * seconds for 100,000.
 */
export function raiseInvoiceCount(db: DatabaseSync, wanted: number): void {
  const client = clientIds.harbourPine;
  const mine = "FROM invoices WHERE client_id = ? AND invoice_number";
  const models = db.prepare(`SELECT * ${mine} < ${FIRST_RARE}`).all(client);
  const copied = Number(db.prepare(`SELECT count(*) AS n ${mine} >= ${FIRST_NUMBER}`).get(client)?.n);
  const all = Number(db.prepare("SELECT count(*) AS n FROM invoices WHERE client_id = ?").get(client)?.n);
  const add = db.prepare(
    `INSERT INTO invoices (invoice_number, client_id, account_number, breakdown_id, order_number, status,
       total_pence, outstanding_pence, issued_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  if (all >= wanted) return;
  inTransaction(db, () => {
    for (let copy = copied; copy < copied + wanted - all; copy += 1) {
      const model = models[copy % models.length]!;
      add.run(
        FIRST_NUMBER + copy,
        client,
        model.account_number!,
        model.breakdown_id!,
        `BULK-${copy}`,
        model.status!,
        model.total_pence!,
        model.outstanding_pence!,
        model.issued_at!,
      );
    }
  });
  // Without new statistics, SQLite would choose its indexes as for the few rows there were.
  db.exec("ANALYZE");
}
