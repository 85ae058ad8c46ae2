import type { Migration } from "#provider/store/store.ts";

/**
 * Card payments, the card provider's transactions, and a ledger of every Begin and Complete that reached the API,
 * including refused ones, so that tests can count them.
 */
const schema = `
CREATE TABLE payments (
  payment_id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  vendor_tx_code TEXT NOT NULL UNIQUE,
  amount_pence INTEGER NOT NULL,
  invoice_numbers TEXT NOT NULL,
  surname TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'begun' CHECK (state IN ('begun', 'paid', 'failed')),
  result TEXT,
  begun_at INTEGER NOT NULL,
  finished_at INTEGER
);

CREATE TABLE payments_ledger (
  ledger_id INTEGER PRIMARY KEY,
  call TEXT NOT NULL CHECK (call IN ('Begin', 'Complete')),
  outcome TEXT NOT NULL,
  payment_id TEXT,
  client_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  surname TEXT,
  invoice_numbers TEXT,
  amount_pence INTEGER,
  detail TEXT,
  called_at INTEGER NOT NULL
);
CREATE INDEX payments_ledger_by_payment ON payments_ledger (payment_id);

CREATE TABLE card_transactions (
  vendor_tx_code TEXT PRIMARY KEY,
  status TEXT NOT NULL,
  return_url TEXT NOT NULL,
  decided_at INTEGER NOT NULL
);
`;

/** The tables for payments, their ledger and card transactions. */
export const paymentMigration: Migration = {
  schema,
};
