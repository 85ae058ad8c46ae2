import type { DatabaseSync } from "node:sqlite";
import { badRequest } from "#provider/portal-api/refusal.ts";

/** Uncommitted blocks. A restart deletes them; the real service does so after a week. */
export interface BlockBlobs {
  put(blob: string, blockId: string, block: Buffer): void;
  /** Makes a file from the listed blocks, in that order. Throws a 400 refusal for a block that wasn't put. */
  commit(blob: string, blockIds: readonly string[], uploadedFileId: number): void;
  /** The blobs with uncommitted blocks. */
  listUncommitted(): unknown[];
}

/** More unfinished uploads than a demo or a test leaves behind; older ones are deleted. */
const MAX_BLOBS = 200;

/** Creates the storage for blocks, in a temporary table. */
export function createBlockBlobs(db: DatabaseSync): BlockBlobs {
  db.exec(`CREATE TEMP TABLE waiting_blocks (
    blob TEXT NOT NULL, block_id TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (blob, block_id))`);
  return {
    put(blob, blockId, block) {
      const existingBlockId = db
        .prepare("SELECT block_id FROM waiting_blocks WHERE blob = ?")
        .get(blob)?.block_id;
      const isBase64 = Buffer.from(blockId, "base64").toString("base64") === blockId;
      if (blockId === "" || !isBase64 || String(existingBlockId ?? blockId).length !== blockId.length)
        throw badRequest("InvalidBlobOrBlock: block ids must be base64 and all the same length.");
      if (block.length === 0) throw badRequest("The block is empty.");
      db.prepare("INSERT OR REPLACE INTO waiting_blocks VALUES (?, ?, ?)").run(blob, blockId, block);
      db.prepare(
        `DELETE FROM waiting_blocks WHERE blob NOT IN
           (SELECT blob FROM waiting_blocks GROUP BY blob ORDER BY min(rowid) DESC LIMIT ?)`,
      ).run(MAX_BLOBS);
    },
    commit(blob, blockIds, uploadedFileId) {
      const { changes } = db
        .prepare(
          `INSERT INTO uploaded_blocks SELECT ?, key, content FROM json_each(?)
           JOIN waiting_blocks ON block_id = value WHERE blob = ?`,
        )
        .run(uploadedFileId, JSON.stringify(blockIds), blob);
      if (blockIds.length === 0 || changes !== blockIds.length)
        throw badRequest("InvalidBlockList: the list includes a block that doesn't exist.");
      db.prepare("DELETE FROM waiting_blocks WHERE blob = ?").run(blob);
    },
    listUncommitted: () =>
      db
        .prepare(
          "SELECT blob, count(*) AS blocks, sum(length(content)) AS bytes FROM waiting_blocks GROUP BY blob",
        )
        .all(),
  };
}
