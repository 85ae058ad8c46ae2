import type { DatabaseSync } from "node:sqlite";
import { tz } from "@date-fns/tz";
import { stringify, type Options } from "csv-stringify/sync";
import { format } from "date-fns/format";
import express, { type Router } from "express";
import { callRecords, type CallRecord } from "#provider/invoices/call-records.ts";
import { asyncHandler, authoriseCaller, requireKey, type ServiceOptions } from "#provider/portal-api/api.ts";
import { notFound } from "#provider/portal-api/refusal.ts";
import { invoiceFileKinds, invoiceFileName, invoiceFileParamsOf } from "#shared/portal-api/files.ts";
import { callsReport } from "./calls-report.ts";
import { findFiledInvoice, type FiledInvoice } from "./filed-invoice.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { sendFile } from "./send-file.ts";

type Kind = keyof typeof invoiceFileKinds;
type Path = Readonly<Record<"accountNumber" | "year" | "month" | "fileName", string>>;

/** The files for the account's invoices at `{accountNumber}/{yyyy}/{mm}/{file}`, for GET and HEAD. */
export function invoiceFileRoutes({ db, apiKey, identify }: ServiceOptions): Router {
  const router = express.Router();
  router.use(requireKey(apiKey));
  router.get(
    "/:accountNumber/:year/:month/:fileName",
    asyncHandler(async (request, response) => {
      const { clientId } = await authoriseCaller(request, "Orders", identify);
      const file = findFile(db, clientId, request.params as Path);
      if (!file) throw notFound();
      const { invoice, kind } = file;
      const { contentType } = invoiceFileKinds[kind];
      await sendFile(request, response, contentType, () => makeContent[kind](invoice), invoice.files.fault);
    }),
  );
  return router;
}

/** The invoice and the kind of file at a path, which must match exactly. */
function findFile(
  db: DatabaseSync,
  clientId: string,
  path: Path,
): { invoice: FiledInvoice; kind: Kind } | undefined {
  const [, invoiceNumber] = /^[A-Za-z]+_(\d{1,15})\.[a-z]+$/.exec(path.fileName) ?? [];
  const invoice = invoiceNumber === undefined ? undefined : findFiledInvoice(db, clientId, invoiceNumber);
  const kind = (Object.keys(invoiceFileKinds) as Kind[]).find(
    (candidate) => invoice && invoiceFileName(candidate, invoice.invoiceNumber) === path.fileName,
  );
  if (!invoice || !kind || !hasFile(kind, invoice)) return undefined;
  const params = invoiceFileParamsOf(invoice, kind);
  const isExactPath = (["accountNumber", "year", "month"] as const).every(
    (part) => params?.[part] === path[part],
  );
  return isExactPath ? { invoice, kind } : undefined;
}

function hasFile(kind: Kind, { files }: FiledInvoice): boolean {
  return { invoice: files.pdf, calls: files.calls !== null, reports: files.reports }[kind];
}

const makeContent: Readonly<Record<Kind, (invoice: FiledInvoice) => Promise<Buffer>>> = {
  invoice: invoicePdf,
  calls: async (invoice) => Buffer.from(callsCsv(invoice)),
  reports: callsReport,
};

type Cells = readonly (string | number)[];

interface Layout {
  readonly headings: readonly string[];
  readonly row: (call: CallRecord) => Cells;
  readonly options: Options;
}

/** '2026-07-01 09:30:00' in London. */
const londonTime = (moment: number) => format(moment, "yyyy-MM-dd HH:mm:ss", { in: tz("Europe/London") });
const formatDuration = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19);
const formatPounds = (pence: number, digits: number) => (pence / 100).toFixed(digits);

/** Each carrier has its own CSV format. */
const layouts: readonly [Layout, ...Layout[]] = [
  {
    headings: ["Date", "Time", "From", "To", "Destination", "Duration (s)", "Cost (GBP)"],
    row: ({ startedAt, from, to, destination, seconds, costPence }) => [
      ...londonTime(startedAt).split(" "),
      ...[from, to, destination, seconds, formatPounds(costPence, 2)],
    ],
    options: {},
  },
  {
    headings: ["Call Date", "Calling Number", "Called Number", "Call Type", "Duration", "Charge (pence)"],
    row: ({ startedAt, from, to, destination, seconds, costPence }) => [
      format(startedAt, "dd/MM/yyyy HH:mm:ss", { in: tz("Europe/London") }),
      ...[from, to, destination, formatDuration(seconds), costPence.toFixed(1)],
    ],
    options: { bom: true, delimiter: ";", quoted: true },
  },
  {
    headings: ["CLI", "Dialled Number", "Call Class", "Start Time", "Seconds", "Price"],
    row: ({ startedAt, from, to, destination, seconds, costPence }) => [
      ...[from, to, destination, new Date(startedAt).toISOString(), seconds, formatPounds(costPence, 4)],
    ],
    options: { delimiter: "\t", record_delimiter: "unix" },
  },
];

/** An invoice's itemised calls, oldest first. Their costs add up to the invoice's line for calls. */
function callsCsv({ files, issuedAt }: FiledInvoice): string {
  const seed = files.calls ?? 0;
  const { headings, row, options } = layouts[seed % layouts.length] ?? layouts[0];
  const rows = callRecords(seed, issuedAt).map(row);
  return stringify([headings, ...rows], { record_delimiter: "windows", ...options });
}
