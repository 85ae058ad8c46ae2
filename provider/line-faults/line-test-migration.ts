import type { Migration } from "#provider/store/store.ts";

/** Requested line tests. Each also has a row in `line_fault_checks`; a running one has no `ended_at`. */
export const lineTestMigration: Migration = {
  schema: `
CREATE TABLE line_tests (
  line_fault_check_id INTEGER PRIMARY KEY REFERENCES line_fault_checks,
  client_id TEXT NOT NULL REFERENCES accounts,
  cli TEXT NOT NULL,
  postcode TEXT NOT NULL,
  fault_code TEXT NOT NULL,
  begun_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  ended_at INTEGER
);

CREATE TABLE line_acceptances (
  line_fault_check_id INTEGER PRIMARY KEY REFERENCES line_fault_checks,
  time_related_charges INTEGER NOT NULL,
  chargeable_appointment INTEGER NOT NULL,
  no_fault_check_list INTEGER NOT NULL,
  accepted_at INTEGER NOT NULL
);

CREATE TABLE line_reports (
  line_fault_check_id INTEGER PRIMARY KEY REFERENCES line_fault_checks,
  support_ticket_id INTEGER NOT NULL REFERENCES tickets,
  raised_at INTEGER NOT NULL
);
`,
};
