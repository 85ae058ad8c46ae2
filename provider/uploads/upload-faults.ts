import type { Request, Response } from "express";
import { Refusal } from "#provider/portal-api/refusal.ts";
import { SLOW_MS, type Pause } from "#provider/scenarios/named-faults.ts";

interface UploadFaults {
  /** Carries out the fault that the file name asks for (docs/scenarios.md): a refusal, a delay or a reset connection. */
  apply(fileName: string, request: Request, response: Response): Promise<void>;
  /** The block list to commit; for a file named 'disorder…' it has a block that was never put. */
  blockListFor(fileName: string, blockIds: readonly string[]): readonly string[];
}

const NEVER_SENT_BLOCK = btoa("none");
const FAULT_COUNTS: Readonly<Record<string, number>> = { once: 1, twice: 2, always: Infinity };

/** Creates the upload faults, which depend on file names. */
export function createUploadFaults(pause: Pause): UploadFaults {
  const tryCounts = new Map<string, number>();
  return {
    async apply(fileName, request, response) {
      const [, fault, frequency = ""] =
        /^(fails|cuts|slow|conflict)(?:-(once|twice|always))?\b/.exec(fileName) ?? [];
      if (fault === "slow" && request.query.comp === "blocklist") await pause(SLOW_MS);
      if (fault === "conflict" && request.query.comp === "blocklist")
        throw new Refusal(409, "The file is being changed by another process. (This is a demo scenario.)");
      // Tries are counted separately for each block and for the block list.
      const tryCount = (tryCounts.get(request.url) ?? 0) + 1;
      tryCounts.set(request.url, tryCount);
      if (tryCount > (FAULT_COUNTS[frequency] ?? 0)) return;
      if (fault === "fails") throw new Refusal(503, "ServerBusy. (This is a demo scenario.)");
      if (fault !== "cuts") return;
      await new Promise((resolve) => request.once("data", resolve));
      request.socket.resetAndDestroy();
      await new Promise((resolve) => response.once("close", resolve));
      throw new Refusal(500, "never sent");
    },
    blockListFor: (fileName, blockIds) =>
      fileName.startsWith("disorder") ? [...blockIds, NEVER_SENT_BLOCK] : blockIds,
  };
}
