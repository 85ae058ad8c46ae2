import express, { type RequestHandler, type Router } from "express";
import { asyncHandler, authoriseCaller, requireKey, type ServiceOptions } from "#provider/portal-api/api.ts";
import { badRequest, notFound } from "#provider/portal-api/refusal.ts";
import type { Pause } from "#provider/scenarios/named-faults.ts";
import { inTransaction } from "#provider/store/store.ts";
import { createBlockBlobs } from "./block-blobs.ts";
import { createUploadFaults } from "./upload-faults.ts";
import { addUploadedFile, readUploads } from "./uploaded-files.ts";

interface UploadOptions extends ServiceOptions {
  readonly now: () => Date;
  readonly pause: Pause;
}

/** The file storage's routes, and its contents for tests. */
export interface Uploads {
  readonly routes: Router;
  /** The uploaded files, and the uploads that weren't committed. */
  ledger(): { files: unknown[]; waiting: unknown[] };
}

/**
 * The file-storage service: Put Block and Put Block List for block blobs at
 * `{clientId}/Support/{ticket}/{container}/{file}`, for people who can see the ticket.
 */
export function createUploads({ db, apiKey, identify, now, pause }: UploadOptions): Uploads {
  const blobs = createBlockBlobs(db);
  const faults = createUploadFaults(pause);
  const put = asyncHandler(async (request, response) => {
    const { clientId, id, fileName = "" } = request.params;
    const { clientId: callerClientId } = await authoriseCaller(request, "Support", identify);
    const ticket = db
      .prepare("SELECT 1 FROM tickets WHERE client_id = ? AND support_ticket_id = ?")
      .get(callerClientId, Number(id));
    if (!ticket || clientId !== callerClientId) throw notFound();
    const { comp, blockid } = request.query;
    const body = request.body as Buffer;
    if (comp === "block" && typeof blockid === "string") {
      blobs.put(request.path, blockid, body);
    } else if (comp === "blocklist") {
      const blockIds = [...body.toString().matchAll(/<Latest>([^<]+)<\/Latest>/g)].map(
        ([, blockId = ""]) => blockId,
      );
      const contentType = request.get("x-ms-blob-content-type") ?? "application/octet-stream";
      inTransaction(db, () => {
        const file = addUploadedFile(db, { ticketId: Number(id), name: fileName, contentType, now: now() });
        blobs.commit(request.path, faults.blockListFor(fileName, blockIds), file);
      });
    } else throw badRequest("InvalidQueryParameterValue: comp");
    response.status(201).end();
  });
  const causeFault: RequestHandler = (request, response, next) => {
    faults.apply(request.params.fileName ?? "", request, response).then(next, next);
  };
  const routes = express.Router({ caseSensitive: true });
  routes.use(requireKey(apiKey));
  routes.put(
    "/:clientId/Support/:id(\\d{1,12})/:container/:fileName",
    causeFault,
    express.raw({ type: () => true, limit: "16mb" }),
    put,
  );
  return { routes, ledger: () => ({ files: readUploads(db), waiting: blobs.listUncommitted() }) };
}
