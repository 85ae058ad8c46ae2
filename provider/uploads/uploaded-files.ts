import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { FileContent } from "#provider/files/send-file.ts";
import type { StoredFiles } from "#provider/products/stored-files.ts";
import { insert, type Row } from "#provider/store/store.ts";

interface UploadedFile {
  readonly ticketId: number;
  readonly name: string;
  readonly contentType: string;
  readonly now: Date;
}

/** Adds a file without content to a ticket; returns its id. If several files have the same name, the newest is read. */
export function addUploadedFile(db: DatabaseSync, file: UploadedFile): number {
  const { ticketId, name, contentType, now } = file;
  const row = db.prepare("SELECT files FROM tickets WHERE support_ticket_id = ?").get(ticketId);
  // The ticket has a file now, so it no longer needs a form for an empty listing.
  const { emptyListing: _, ...files } = JSON.parse(String(row?.files)) as StoredFiles;
  const names = [...new Set([...files.names, name])];
  db.prepare("UPDATE tickets SET files = ? WHERE support_ticket_id = ?").run(
    JSON.stringify({ ...files, names }),
    ticketId,
  );
  return insert(db, "uploaded_files", {
    support_ticket_id: ticketId,
    name,
    content_type: contentType,
    uploaded_at: now.getTime(),
  });
}

const selectFiles = `
  SELECT uploaded_files.*, count(*) AS blocks, sum(length(content)) AS size
  FROM uploaded_files JOIN uploaded_blocks USING (uploaded_file_id)`;

/** An uploaded file's content; undefined for a seeded file. */
export function findUploadedFile(db: DatabaseSync, ticketId: number, name: string): FileContent | undefined {
  const row = db
    .prepare(
      `${selectFiles} WHERE support_ticket_id = ? AND name = ?
       GROUP BY uploaded_file_id ORDER BY uploaded_file_id DESC LIMIT 1`,
    )
    .get(ticketId, name);
  return row && { length: Number(row.size), chunks: blocksOf(db, row) };
}

/** Reads one block at a time, so that the whole file is never in memory. */
function* blocksOf(db: DatabaseSync, { uploaded_file_id: id, blocks }: Row): Generator<Uint8Array> {
  const find = db.prepare("SELECT content FROM uploaded_blocks WHERE uploaded_file_id = ? AND place = ?");
  for (let index = 0; index < Number(blocks); index += 1) yield find.get(id!, index)!.content as Uint8Array;
}

/** Every uploaded file with its size and hash, for tests. */
export function readUploads(db: DatabaseSync) {
  return db
    .prepare(`${selectFiles} GROUP BY uploaded_file_id ORDER BY uploaded_file_id`)
    .all()
    .map((row) => {
      const hash = createHash("sha256");
      for (const block of blocksOf(db, row)) hash.update(block);
      const { support_ticket_id: id, name, size } = row;
      return { ticketId: String(id), name: String(name), size: Number(size), sha256: hash.digest("hex") };
    });
}
