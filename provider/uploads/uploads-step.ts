import type { Step } from "#provider/store/store.ts";

/** What was uploaded to tickets; `tickets.files` names these among a ticket's files. */
export const uploadsStep: Step = {
  schema: `
CREATE TABLE uploaded_files (
  uploaded_file_id INTEGER PRIMARY KEY,
  support_ticket_id INTEGER NOT NULL REFERENCES tickets,
  name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  content BLOB NOT NULL,
  uploaded_at INTEGER NOT NULL
);
CREATE INDEX uploaded_files_by_ticket ON uploaded_files (support_ticket_id, name);
`,
  moving: ["uploaded_files"],
};
