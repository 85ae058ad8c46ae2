import type { DatabaseSync } from "node:sqlite";
import { insert, type Migration } from "#provider/store/store.ts";
import { accounts, addressRow, type DemoAccount } from "./accounts.ts";
import { seedContacts } from "./contacts.ts";
import { seedNotifications } from "./notifications.ts";
import { createRandom } from "./random.ts";
import { seedTickets } from "./tickets.ts";

const schema = `
CREATE TABLE accounts (client_id TEXT PRIMARY KEY, name TEXT NOT NULL);

CREATE TABLE account_numbers (
  number TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts
);

CREATE TABLE addresses (
  address_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  row_version INTEGER NOT NULL DEFAULT 1,
  is_primary INTEGER NOT NULL DEFAULT 0,
  line1 TEXT NOT NULL,
  line2 TEXT NOT NULL DEFAULT '',
  town TEXT NOT NULL,
  county TEXT NOT NULL DEFAULT '',
  post_code TEXT NOT NULL,
  notes TEXT NOT NULL DEFAULT ''
);
CREATE INDEX addresses_by_client ON addresses (client_id);

CREATE TABLE contacts (
  contact_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  row_version INTEGER NOT NULL DEFAULT 1,
  salutation TEXT NOT NULL,
  first_names TEXT NOT NULL,
  surname TEXT NOT NULL,
  position TEXT NOT NULL DEFAULT '',
  telephone TEXT NOT NULL DEFAULT '',
  mobile TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL,
  address_id INTEGER NOT NULL REFERENCES addresses,
  portal_role INTEGER NOT NULL DEFAULT 0,
  is_locked_out INTEGER NOT NULL DEFAULT 0,
  validated_at INTEGER,
  last_login_at INTEGER,
  is_paper_billing INTEGER
);
CREATE INDEX contacts_by_client ON contacts (client_id, surname);

CREATE TABLE tickets (
  support_ticket_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  row_version INTEGER NOT NULL DEFAULT 1,
  address_id INTEGER NOT NULL REFERENCES addresses,
  contact_id INTEGER NOT NULL REFERENCES contacts,
  category TEXT NOT NULL,
  subject TEXT NOT NULL,
  details TEXT NOT NULL,
  status_id INTEGER NOT NULL,
  priority_id INTEGER NOT NULL,
  assigned_to_name TEXT NOT NULL DEFAULT '',
  affected_users INTEGER NOT NULL DEFAULT 1,
  error_codes TEXT NOT NULL DEFAULT '',
  related_device TEXT NOT NULL DEFAULT '',
  logged_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX tickets_by_client ON tickets (client_id, logged_at);

CREATE TABLE ticket_notes (
  note_id INTEGER PRIMARY KEY,
  support_ticket_id INTEGER NOT NULL REFERENCES tickets,
  author TEXT NOT NULL,
  content TEXT NOT NULL,
  written_at INTEGER NOT NULL
);
CREATE INDEX ticket_notes_by_ticket ON ticket_notes (support_ticket_id);

CREATE TABLE notifications (
  notification_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  message TEXT NOT NULL,
  priority INTEGER NOT NULL,
  issued_by TEXT NOT NULL,
  status INTEGER NOT NULL DEFAULT 0,
  payload TEXT,
  issued_at INTEGER NOT NULL,
  read_at INTEGER,
  archive_at INTEGER NOT NULL
);
CREATE INDEX notifications_by_client ON notifications (client_id, status, issued_at);

CREATE TABLE line_fault_checks (
  line_fault_check_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  failure TEXT,
  finished_at INTEGER NOT NULL
);

CREATE TABLE page_views (
  page_view_id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  client_id TEXT,
  page_url TEXT NOT NULL,
  details TEXT NOT NULL,
  viewed_at INTEGER NOT NULL
);

CREATE TABLE downloads (
  download_id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  client_id TEXT,
  file_name TEXT NOT NULL,
  page_url TEXT NOT NULL,
  clicked_at INTEGER NOT NULL
);

CREATE TABLE ended_tokens (token_hash TEXT PRIMARY KEY, ended_at INTEGER NOT NULL);
`;

/**
 * Accounts, contacts, tickets, notifications and the event log. Times are milliseconds since the epoch, in columns
 * whose names end in `_at`. When the provider starts with an old database, `openStore` moves all these columns forward by
 * whole weeks, so that the demo looks recent. It leaves out `ended_tokens`, whose times are real.
 */
export const coreMigration: Migration = {
  schema,
  fill: seed,
};

function seed(db: DatabaseSync, now: Date): void {
  for (const account of accounts) {
    // One random source per account, so that adding data to one account doesn't change the others.
    const random = createRandom(Number(account.clientId));
    const addressIds = seedAccount(db, account);
    const contactIds = seedContacts(db, account, { random, now, addressIds });
    seedTickets(db, account, { random, now, addressIds, contactIds });
    seedNotifications(db, account, { random, now });
  }
}

/** Adds an account with its numbers and locations; returns the locations' ids. */
function seedAccount(db: DatabaseSync, { clientId, name, numbers, addresses }: DemoAccount): number[] {
  insert(db, "accounts", { client_id: clientId, name });
  for (const number of numbers) insert(db, "account_numbers", { number, client_id: clientId });
  return addresses.map((address, index) =>
    insert(db, "addresses", { ...addressRow(address), client_id: clientId, is_primary: Number(index === 0) }),
  );
}
