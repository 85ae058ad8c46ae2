import type { Migration } from "#provider/store/store.ts";

/** A record of every trouble report that reached the API, including refused ones. */
export const troubleReportMigration: Migration = {
  schema: `
CREATE TABLE trouble_report_calls (
  call_id INTEGER PRIMARY KEY,
  line_fault_check_id INTEGER NOT NULL REFERENCES line_fault_checks,
  appointment_date TEXT,
  timeslot TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('logged', 'slot gone', 'refused')),
  called_at INTEGER NOT NULL
);
`,
};
