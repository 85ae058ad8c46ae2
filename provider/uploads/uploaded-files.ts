import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { StoredFiles } from "#provider/products/stored-files.ts";
import { insert, inTransaction } from "#provider/store/store.ts";

interface UploadedFile {
  readonly ticketId: number;
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  readonly now: Date;
}

/** Adds a file to a ticket; what is read by a name is the newest of that name. */
export function addUploadedFile(db: DatabaseSync, file: UploadedFile): void {
  const { ticketId, name, contentType, content, now } = file;
  inTransaction(db, () => {
    insert(db, "uploaded_files", {
      support_ticket_id: ticketId,
      name,
      content_type: contentType,
      content,
      uploaded_at: now.getTime(),
    });
    const row = db.prepare("SELECT files FROM tickets WHERE support_ticket_id = ?").get(ticketId);
    const { none: _, ...files } = JSON.parse(String(row?.files)) as StoredFiles;
    const names = [...new Set([...files.names, name])];
    db.prepare("UPDATE tickets SET files = ? WHERE support_ticket_id = ?").run(
      JSON.stringify({ ...files, names }),
      ticketId,
    );
  });
}

/** The content of an uploaded file; undefined for any other. */
export function uploadedFile(db: DatabaseSync, ticketId: number, name: string): Buffer | undefined {
  const row = db
    .prepare(
      `SELECT content FROM uploaded_files WHERE support_ticket_id = ? AND name = ?
       ORDER BY uploaded_file_id DESC LIMIT 1`,
    )
    .get(ticketId, name);
  return row && Buffer.from(row.content as Uint8Array);
}

/** Every uploaded file with its size and hash, for tests. */
export function readUploads(
  db: DatabaseSync,
): { ticketId: string; name: string; size: number; sha256: string }[] {
  return db
    .prepare("SELECT support_ticket_id, name, content FROM uploaded_files ORDER BY uploaded_file_id")
    .all()
    .map(({ support_ticket_id: id, name, content }) => ({
      ticketId: String(id),
      name: String(name),
      size: (content as Uint8Array).length,
      sha256: createHash("sha256")
        .update(content as Uint8Array)
        .digest("hex"),
    }));
}
