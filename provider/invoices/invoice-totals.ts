import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Migration } from "#provider/store/store.ts";

/**
 * Adds a revision number, which triggers increase at every change of an invoice, and an index for the order by status
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

/** The number of invoices of a list and their total outstanding. */
export interface InvoiceTotals {
  readonly count: number;
  readonly outstandingPence: number;
}

const MAX_CACHED = 500;

/**
 * Counts and sums the invoices that meet a condition, and caches the result until an invoice changes, since counting
 * 100,000 invoices costs far more than reading one page of them.
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
