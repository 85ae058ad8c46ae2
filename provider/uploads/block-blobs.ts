import { badRequest, Refusal } from "#provider/portal-api/refusal.ts";

/** Blocks that wait to be committed; a restart forgets them, as the real service does after a week. */
export interface BlockBlobs {
  put(blob: string, blockId: string, block: Buffer): void;
  /** The blocks in the order of the list, which are gone from here afterwards. Throws 400 for one that was not put. */
  take(blob: string, list: readonly string[]): Buffer;
  /** What was put and never committed. */
  waiting(): { blob: string; blocks: number; bytes: number }[];
}

/** More half files than a demo or a test leaves behind. */
const MOST_BLOBS = 200;
/** As the real service has it. */
const MOST_BLOCK_BYTES = 4_000 * 1024 * 1024;

export function createBlockBlobs(): BlockBlobs {
  const blobs = new Map<string, Map<string, Buffer>>();
  return {
    put(blob, blockId, block) {
      const blocks = blobs.get(blob) ?? new Map<string, Buffer>();
      const [other = blockId] = blocks.keys();
      const isBase64 = Buffer.from(blockId, "base64").toString("base64") === blockId;
      if (blockId === "" || !isBase64 || other.length !== blockId.length)
        throw badRequest("InvalidBlobOrBlock: block ids are base64 and of one length.");
      if (block.length === 0 || block.length > MOST_BLOCK_BYTES)
        throw new Refusal(block.length === 0 ? 400 : 413, "The block is empty or too large.");
      blobs.set(blob, blocks.set(blockId, block));
      const [oldest] = blobs.keys();
      if (blobs.size > MOST_BLOBS && oldest !== undefined) blobs.delete(oldest);
    },
    take(blob, list) {
      const blocks = list.map((id) => blobs.get(blob)?.get(id));
      if (blocks.length === 0 || blocks.includes(undefined))
        throw badRequest("InvalidBlockList: the list names a block that is not there.");
      blobs.delete(blob);
      return Buffer.concat(blocks as Buffer[]);
    },
    waiting: () =>
      [...blobs].map(([blob, blocks]) => ({
        blob,
        blocks: blocks.size,
        bytes: [...blocks.values()].reduce((sum, { length }) => sum + length, 0),
      })),
  };
}
