/**
 * Invoices. Money is whole pence. The list's columns are narrow and indexed by every order that it may be sorted
 * in, so that a page of a hundred thousand invoices costs what a page of a hundred does; the breakdown lies apart.
 */
export const invoiceSchema = `
CREATE TABLE breakdowns (
  breakdown_id INTEGER PRIMARY KEY,
  net_pence INTEGER NOT NULL,
  vat_pence INTEGER NOT NULL,
  lines TEXT NOT NULL,
  delivery_address TEXT NOT NULL,
  invoice_address TEXT NOT NULL,
  company TEXT,
  files TEXT NOT NULL
);

CREATE TABLE invoices (
  invoice_number INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  account_number TEXT NOT NULL REFERENCES account_numbers,
  breakdown_id INTEGER NOT NULL REFERENCES breakdowns,
  order_number TEXT NOT NULL DEFAULT '',
  status INTEGER NOT NULL,
  total_pence INTEGER NOT NULL,
  outstanding_pence INTEGER NOT NULL,
  issued_at INTEGER NOT NULL,
  payment_id TEXT,
  is_settling INTEGER NOT NULL DEFAULT 0,
  pending_until_at INTEGER
);
CREATE INDEX invoices_by_number ON invoices (client_id, invoice_number);
CREATE INDEX invoices_by_date ON invoices (client_id, issued_at);
CREATE INDEX invoices_by_order ON invoices (client_id, order_number COLLATE NOCASE);
CREATE INDEX invoices_by_account ON invoices (client_id, account_number);
CREATE INDEX invoices_by_status ON invoices (client_id, status, outstanding_pence);
CREATE INDEX invoices_by_total ON invoices (client_id, total_pence);
CREATE INDEX invoices_by_outstanding ON invoices (client_id, outstanding_pence);
CREATE INDEX invoices_unpaid ON invoices (client_id, issued_at) WHERE outstanding_pence > 0;
CREATE INDEX invoices_pending ON invoices (pending_until_at) WHERE pending_until_at IS NOT NULL;
`;

/** Tables whose times move with the demo. */
export const invoiceTablesThatMove: readonly string[] = ["invoices"];
