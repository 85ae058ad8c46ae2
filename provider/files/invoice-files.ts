import type { DatabaseSync } from "node:sqlite";
import express, { type Response, type Router } from "express";
import { invoiceFileKinds, invoiceFileName, invoiceFileParamsOf } from "#app/portal-api/files.ts";
import type { Caller } from "#provider/portal-api/caller.ts";
import { notFound, Refusal } from "#provider/portal-api/refusal.ts";
import { callsCsv } from "./calls-csv.ts";
import { callsReport } from "./calls-report.ts";
import { clientIdOf, requireFileAccess } from "./file-access.ts";
import { findFiledInvoice, type FiledInvoice } from "./filed-invoice.ts";
import { invoicePdf } from "./invoice-pdf.ts";

interface FileOptions {
  readonly db: DatabaseSync;
  readonly apiKey: string;
  readonly identify: (token: string | undefined) => Promise<Caller>;
}

type Kind = keyof typeof invoiceFileKinds;

/** The files service: `{accountNumber}/{yyyy}/{mm}/{file}` of the caller's own account, by GET and HEAD (spec 2 §7). */
export function invoiceFileRoutes({ db, ...access }: FileOptions): Router {
  const router = express.Router();
  router.use(requireFileAccess(access));
  router.get("/:accountNumber/:year/:month/:fileName", (request, response, next) => {
    const found = find(db, clientIdOf(response), request.params);
    if (!found) return next(notFound());
    const { invoice, kind } = found;
    const { fault } = invoice.files;
    if (fault === "failing" && request.method === "GET") {
      return next(new Refusal(500, { message: "The file cannot be read (a scenario)." }));
    }
    content(kind, invoice)
      .then((bytes) => {
        response.set("Content-Type", invoiceFileKinds[kind].contentType);
        if (fault === "truncated" && request.method === "GET") truncate(response, bytes);
        else response.send(bytes);
      })
      .catch(next);
  });
  return router;
}

/** The invoice and which of its files a path names: the path has to be the file's own, letter for letter. */
function find(
  db: DatabaseSync,
  clientId: string,
  path: Readonly<Record<"accountNumber" | "year" | "month" | "fileName", string>>,
): { invoice: FiledInvoice; kind: Kind } | undefined {
  const [, invoiceNumber] = /^[A-Za-z]+_(\d{1,15})\.[a-z]+$/.exec(path.fileName) ?? [];
  const invoice = invoiceNumber === undefined ? undefined : findFiledInvoice(db, clientId, invoiceNumber);
  const kind = (Object.keys(invoiceFileKinds) as Kind[]).find(
    (one) => invoice && invoiceFileName(one, invoice.invoiceNumber) === path.fileName,
  );
  if (!invoice || !kind || !exists(kind, invoice)) return undefined;
  const place = invoiceFileParamsOf(invoice, kind);
  const isThere = (["accountNumber", "year", "month"] as const).every((part) => place?.[part] === path[part]);
  return isThere ? { invoice, kind } : undefined;
}

function exists(kind: Kind, { files }: FiledInvoice): boolean {
  return { invoice: files.pdf, calls: files.calls !== null, reports: files.reports }[kind];
}

async function content(kind: Kind, invoice: FiledInvoice): Promise<Buffer> {
  if (kind === "invoice") return invoicePdf(invoice);
  return kind === "calls" ? Buffer.from(callsCsv(invoice)) : callsReport(invoice);
}

/** Promises the whole file and sends half of it. */
function truncate(response: Response, bytes: Buffer): void {
  response.set("Content-Length", String(bytes.length));
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
