import type { DatabaseSync } from "node:sqlite";
import { clientIds } from "#provider/data/people.ts";
import { inTransaction } from "#provider/store/store.ts";

/** Far above the demo's own numbers. */
const FIRST_COPY_NUMBER = 1_000_000;
/** The first number in rare-invoices.ts. Those aren't copied. */
const FIRST_RARE_NUMBER = 419_001;

/**
 * Raises the number of Harbour & Pine Ltd's invoices to `targetCount` for tests, by copying existing ones, which takes
 * seconds for 100,000.
 */
export function raiseInvoiceCount(db: DatabaseSync, targetCount: number): void {
  const client = clientIds.harbourPine;
  const fromClientInvoices = "FROM invoices WHERE client_id = ? AND invoice_number";
  const templates = db.prepare(`SELECT * ${fromClientInvoices} < ${FIRST_RARE_NUMBER}`).all(client);
  const copyCount = Number(
    db.prepare(`SELECT count(*) AS n ${fromClientInvoices} >= ${FIRST_COPY_NUMBER}`).get(client)?.n,
  );
  const total = Number(db.prepare("SELECT count(*) AS n FROM invoices WHERE client_id = ?").get(client)?.n);
  const insertInvoice = db.prepare(
    `INSERT INTO invoices (invoice_number, client_id, account_number, breakdown_id, order_number, status,
       total_pence, outstanding_pence, issued_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  if (total >= targetCount) return;
  inTransaction(db, () => {
    for (let copy = copyCount; copy < copyCount + targetCount - total; copy += 1) {
      const template = templates[copy % templates.length]!;
      insertInvoice.run(
        FIRST_COPY_NUMBER + copy,
        client,
        template.account_number!,
        template.breakdown_id!,
        `BULK-${copy}`,
        template.status!,
        template.total_pence!,
        template.outstanding_pence!,
        template.issued_at!,
      );
    }
  });
  // Without new statistics, SQLite would choose its indexes for the few rows there were before.
  db.exec("ANALYZE");
}
