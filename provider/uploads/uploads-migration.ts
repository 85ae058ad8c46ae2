import type { Migration } from "#provider/store/store.ts";

/** Files uploaded to tickets; their names are also in `tickets.files`. */
export const uploadsMigration: Migration = {
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
};

/** Stores contents in the uploaded blocks, so that a whole file is never in memory. */
export const uploadedBlocksMigration: Migration = {
  schema: `
CREATE TABLE uploaded_blocks (
  uploaded_file_id INTEGER NOT NULL REFERENCES uploaded_files,
  place INTEGER NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (uploaded_file_id, place)
);
INSERT INTO uploaded_blocks SELECT uploaded_file_id, 0, content FROM uploaded_files;
ALTER TABLE uploaded_files DROP COLUMN content;
`,
};
