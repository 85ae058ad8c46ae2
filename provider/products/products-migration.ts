import type { Migration } from "#provider/store/store.ts";
import { fillLicences } from "./demo-licences.ts";
import { fillQuotes } from "./demo-quotes.ts";
import { fillReturns } from "./demo-returns.ts";

const schema = `
CREATE TABLE licences (
  licence_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  vendor TEXT NOT NULL,
  details TEXT,
  hostname TEXT,
  user_id TEXT,
  password TEXT,
  keycodes TEXT,
  renewal_invoice TEXT,
  notes TEXT NOT NULL,
  changed_by TEXT,
  files TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER,
  changed_at INTEGER NOT NULL
);
CREATE INDEX licences_by_date ON licences (client_id, issued_at);

CREATE TABLE quotes (
  quote_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  project_id INTEGER,
  status INTEGER NOT NULL,
  contact_name TEXT,
  address TEXT,
  prepared_by TEXT,
  details TEXT NOT NULL,
  items TEXT NOT NULL,
  linked TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  version_count INTEGER NOT NULL,
  value_pence INTEGER NOT NULL,
  files TEXT NOT NULL,
  is_fleeting INTEGER NOT NULL DEFAULT 0,
  quoted_at INTEGER NOT NULL,
  valid_through_at INTEGER
);
CREATE INDEX quotes_by_client ON quotes (client_id, quote_id);
CREATE INDEX quotes_by_status ON quotes (client_id, status, quote_id);

CREATE TABLE quote_questions (
  question_id INTEGER PRIMARY KEY,
  quote_id INTEGER NOT NULL REFERENCES quotes,
  subject TEXT NOT NULL,
  message TEXT NOT NULL,
  asked_at INTEGER NOT NULL
);

CREATE TABLE returns (
  rma INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  address_id INTEGER,
  contact_id INTEGER,
  record_type TEXT NOT NULL,
  status TEXT NOT NULL,
  product_code TEXT,
  product_description TEXT NOT NULL,
  quantity INTEGER,
  invoice_number TEXT,
  reason TEXT,
  notes TEXT,
  files TEXT NOT NULL,
  received_at INTEGER
);
CREATE INDEX returns_by_client ON returns (client_id, rma);
CREATE INDEX returns_by_status ON returns (client_id, status, rma);
`;

/** Licences, quotes and returns. */
export const productsMigration: Migration = {
  schema,
  fill(db, now) {
    fillLicences(db, now);
    fillQuotes(db, now);
    fillReturns(db, now);
  },
};
