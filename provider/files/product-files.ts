import express, { type Request, type Response, type Router } from "express";
import { asyncHandler, authoriseCaller, requireKey, type ServiceOptions } from "#provider/portal-api/api.ts";
import { notFound, Refusal } from "#provider/portal-api/refusal.ts";
import type { StoredFiles } from "#provider/products/stored-files.ts";
import type { Row } from "#provider/store/store.ts";
import { findUploadedFile } from "#provider/uploads/uploaded-files.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { licencePdf, quotePdf, returnPdf, ticketPdf } from "./product-pdfs.ts";
import { sendFile, type FileContent, type FileFault } from "./send-file.ts";

interface Kind {
  readonly role: RoleName;
  /** SQL that finds the record by account and id. */
  readonly sql: string;
  readonly document: (fileName: string, row: Row) => Promise<FileContent | Buffer>;
}

const kinds: Readonly<Record<string, Kind>> = {
  License: {
    role: "Contracts",
    sql: "SELECT * FROM licences JOIN accounts USING (client_id) WHERE client_id = ? AND licence_id = ?",
    document: licencePdf,
  },
  Quote: {
    role: "Quotes",
    sql: "SELECT * FROM quotes JOIN accounts USING (client_id) WHERE client_id = ? AND quote_id = ?",
    document: quotePdf,
  },
  Return: {
    role: "Returns",
    sql: "SELECT * FROM returns JOIN accounts USING (client_id) WHERE client_id = ? AND rma = ?",
    document: returnPdf,
  },
  Support: {
    role: "Support",
    sql: "SELECT * FROM tickets JOIN accounts USING (client_id) WHERE client_id = ? AND support_ticket_id = ?",
    document: ticketPdf,
  },
};

/** A folder in the files service: the record that it belongs to, and its files. */
interface Folder {
  readonly kind: Kind;
  readonly row: Row;
  readonly files: StoredFiles;
}

/**
 * The folders `License_{id}`, `Quote_{id}`, `Return_{id}` and `{clientId}/Support_{id}`: a listing of each, and its
 * files, for GET and HEAD.
 */
export function productFileRoutes({ db, apiKey, identify }: ServiceOptions): Router {
  const router = express.Router({ caseSensitive: true });
  const inFolder = (answer: (folder: Folder, request: Request, response: Response) => Promise<void>) =>
    asyncHandler(async (request, response) => {
      const [, name = "", id = ""] = /^([A-Za-z]+)_(\d{1,12})$/.exec(request.params.folder ?? "") ?? [];
      const kind = Object.hasOwn(kinds, name) ? kinds[name]! : undefined;
      if (!kind) throw notFound();
      const { clientId } = await authoriseCaller(request, kind.role, identify);
      if (kind === kinds.Support && request.params.clientId !== clientId) throw notFound();
      const row = db.prepare(kind.sql).get(clientId, Number(id));
      const files = row && (JSON.parse(String(row.files)) as StoredFiles);
      if (!row || !files || files.emptyListing === "no-folder") throw notFound();
      const document: Kind["document"] = async (fileName) =>
        (kind === kinds.Support && findUploadedFile(db, Number(id), fileName)) ||
        kind.document(fileName, row);
      await answer({ kind: { ...kind, document }, row, files }, request, response);
    });
  router.use(requireKey(apiKey));
  const ticketFolder = "/:clientId(\\d+)/:folder(Support_\\d+)";
  router.get(ticketFolder, inFolder(sendListing));
  router.get(`${ticketFolder}/:fileName`, inFolder(sendFolderFile));
  router.get("/:folder", inFolder(sendListing));
  router.get("/:folder/:fileName", inFolder(sendFolderFile));
  return router;
}

async function sendFolderFile(
  { kind, row, files }: Folder,
  request: Request,
  response: Response,
): Promise<void> {
  const fileName = request.params.fileName ?? "";
  const index = files.names.indexOf(fileName);
  const fault = index === 0 ? files.fault : undefined;
  if (index < 0 || fault === "gone") throw notFound();
  const makeContent = () => kind.document(fileName, row);
  await sendFile(request, response, "application/pdf", makeContent, fault as FileFault | undefined);
}

/** Azure's XML listing as a gateway converts it to JSON: a single file is an object, and an empty listing comes in three forms. */
async function sendListing(
  { kind, row, files }: Folder,
  request: Request,
  response: Response,
): Promise<void> {
  if (files.fault === "no-listing")
    throw new Refusal(500, { message: "The folder can't be read. (This is a demo scenario.)" });
  const entries = await Promise.all(
    files.names.map(async (Name) => {
      const { length } = await kind.document(Name, row);
      return { Name, Properties: { "Content-Length": String(length) } };
    }),
  );
  const emptyEntries = { null: { File: null }, absent: {}, text: "" }[
    files.emptyListing === "no-folder" ? "null" : (files.emptyListing ?? "null")
  ];
  response.json({
    "?xml": { "@version": "1.0", "@encoding": "utf-8" },
    EnumerationResults: {
      "@DirectoryPath": request.params.folder,
      Entries: entries.length === 0 ? emptyEntries : { File: entries.length === 1 ? entries[0] : entries },
      NextMarker: null,
    },
  });
}
