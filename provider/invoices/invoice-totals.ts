import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Migration } from "#provider/store/store.ts";

/**
 * Adds a revision number, which triggers increase whenever an invoice changes, and an index for sorting by status
 * (unlike `invoices_by_status`, without the amounts).
 */
export const invoiceRevisionMigration: Migration = {
  schema: `
CREATE INDEX invoices_by_status_alone ON invoices (client_id, status);

CREATE TABLE invoice_revision (revision INTEGER NOT NULL);
INSERT INTO invoice_revision VALUES (0);
CREATE TRIGGER invoices_inserted AFTER INSERT ON invoices BEGIN UPDATE invoice_revision SET revision = revision + 1; END;
CREATE TRIGGER invoices_updated AFTER UPDATE ON invoices BEGIN UPDATE invoice_revision SET revision = revision + 1; END;
CREATE TRIGGER invoices_deleted AFTER DELETE ON invoices BEGIN UPDATE invoice_revision SET revision = revision + 1; END;
`,
};

/** How many invoices a list has, and their total outstanding. */
export interface InvoiceTotals {
  readonly count: number;
  readonly outstandingPence: number;
}

const MAX_CACHED = 500;

/**
 * Counts and adds up the invoices that meet a condition, and caches the result until an invoice changes, because
 * counting 100,000 invoices costs far more than reading a page of them.
 */
export function createInvoiceTotals(
  db: DatabaseSync,
): (where: string, parameters: readonly SQLInputValue[]) => InvoiceTotals {
  const cache = new Map<string, InvoiceTotals>();
  let cachedRevision = -1;
  return (where, parameters) => {
    const revision = Number(db.prepare("SELECT revision FROM invoice_revision").get()?.revision);
    if (revision !== cachedRevision || cache.size > MAX_CACHED) cache.clear();
    cachedRevision = revision;
    const key = JSON.stringify([where, parameters]);
    const totals = cache.get(key) ?? sum(db, where, parameters);
    cache.set(key, totals);
    return totals;
  };
}

function sum(db: DatabaseSync, where: string, parameters: readonly SQLInputValue[]): InvoiceTotals {
  const row = db
    .prepare(`SELECT count(*) AS count, sum(outstanding_pence) AS outstanding FROM invoices WHERE ${where}`)
    .get(...parameters);
  return { count: Number(row?.count), outstandingPence: Number(row?.outstanding ?? 0) };
}
