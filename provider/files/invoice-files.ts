import type { DatabaseSync } from "node:sqlite";
import { stringify } from "csv-stringify/sync";
import express, { type Router } from "express";
import { invoiceFileKinds, invoiceFileName, invoiceFileParamsOf } from "#app/portal-api/files.ts";
import { callRecords } from "#provider/invoices/call-records.ts";
import { handled, proveCaller, requireKey, type ServiceOptions } from "#provider/portal-api/api.ts";
import { notFound } from "#provider/portal-api/refusal.ts";
import { callsReport } from "./calls-report.ts";
import { findFiledInvoice, type FiledInvoice } from "./filed-invoice.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { sendFile } from "./send-file.ts";

type Kind = keyof typeof invoiceFileKinds;
type Path = Readonly<Record<"accountNumber" | "year" | "month" | "fileName", string>>;

/** An invoice's files: `{accountNumber}/{yyyy}/{mm}/{file}` of the caller's own account, by GET and HEAD. */
export function invoiceFileRoutes({ db, apiKey, identify }: ServiceOptions): Router {
  const router = express.Router();
  router.use(requireKey(apiKey));
  router.get(
    "/:accountNumber/:year/:month/:fileName",
    handled(async (request, response) => {
      const { clientId } = await proveCaller(request, "Orders", identify);
      const found = find(db, clientId, request.params as Path);
      if (!found) throw notFound();
      const { invoice, kind } = found;
      const { contentType } = invoiceFileKinds[kind];
      await sendFile(request, response, contentType, () => content[kind](invoice), invoice.files.fault);
    }),
  );
  return router;
}

/** The invoice and which of its files a path names: the path has to be the file's own, letter for letter. */
function find(
  db: DatabaseSync,
  clientId: string,
  path: Path,
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

const content: Readonly<Record<Kind, (invoice: FiledInvoice) => Promise<Buffer>>> = {
  invoice: invoicePdf,
  calls: async (invoice) => Buffer.from(callsCsv(invoice)),
  reports: callsReport,
};

const callColumns = ["Date", "Time", "From", "To", "Destination", "Duration (s)", "Cost (GBP)"];

/** The itemised calls of an invoice, oldest first; their costs add up to the invoice's line for calls. */
function callsCsv({ files, issuedAt }: FiledInvoice): string {
  const rows = callRecords(files.calls ?? 0, issuedAt).map((call) => {
    const [date, time] = new Date(call.startedAt).toISOString().split(/[T.]/);
    return [
      date,
      time,
      call.from,
      call.to,
      call.destination,
      call.seconds,
      (call.costPence / 100).toFixed(2),
    ];
  });
  return stringify([callColumns, ...rows], { record_delimiter: "windows" });
}
