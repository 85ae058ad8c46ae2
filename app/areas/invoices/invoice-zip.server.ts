import { addAbortSignal, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { beginFile } from "#app/files/file-response.server.ts";
import { toWebStream } from "#app/files/web-stream.server.ts";
import { csvFile } from "#app/grid/csv.server.ts";
import { formatDate } from "#app/ui/format.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";
import type { FilesClient } from "#shared/portal-api/files-client.ts";
import { downloadInvoiceFile } from "#shared/portal-api/files.ts";
import type { InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { parseMoment } from "#shared/time/moment.ts";
import { filesOfInvoice, type InvoiceFile } from "./invoice-files.server.ts";

/** `invoice` is undefined if the account has no such invoice. A note becomes a line in `index.csv`. */
export type InvoiceOrNote =
  Readonly<{ number: string; invoice: InvoiceSummary | undefined }> | Readonly<{ note: string }>;

const results = {
  included: "Included",
  none: "Not available",
  failed: "Couldn't be added: please download it separately",
  broken: "Incomplete: please download it separately",
  unknown: "There's no such invoice",
} as const;
type Result = (typeof results)[keyof typeof results];

/** Streams these invoices' files as a ZIP. Its last entry, `index.csv`, lists what happened with each invoice. */
export function zipOfInvoices(
  wanted: AsyncIterable<InvoiceOrNote>,
  files: FilesClient,
): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const cancellation = new AbortController();
  zip.on("error", (error: Error) => output.destroy(error));
  output.once("close", () => cancellation.abort(new Error("the download has ended")));
  addAll(zip, wanted, files, cancellation.signal).catch((error: Error) => output.destroy(error));
  return toWebStream(output);
}

async function addAll(
  zip: ZipFile,
  wanted: AsyncIterable<InvoiceOrNote>,
  files: FilesClient,
  cancelled: AbortSignal,
): Promise<void> {
  const index = [["Invoice", "Date Issued", "Total", "File", "Result"]];
  for await (const item of wanted) {
    if ("note" in item) {
      index.push([item.note, "", "", "", ""]);
      continue;
    }
    const { number, invoice } = item;
    if (!invoice) {
      index.push([number, "", "", "", results.unknown]);
      continue;
    }
    const row = (name: string, result: Result) =>
      index.push([number, formatDate(invoice.dateIssued) ?? "", invoice.total.toFixed(2), name, result]);
    const wantedFiles = filesOfInvoice(invoice);
    for (const file of wantedFiles) {
      cancelled.throwIfAborted();
      row(file.name, await addFile(zip, invoice, file, files, cancelled));
    }
    if (wantedFiles.length === 0) row("", results.none);
  }
  zip.addBuffer(csvFile(index), "index.csv");
  zip.end();
}

/** Resolves once the file is in the ZIP or has failed. Rejects if the client cancels the download. */
async function addFile(
  zip: ZipFile,
  { dateIssued }: InvoiceSummary,
  { name, contentType, params }: InvoiceFile,
  files: FilesClient,
  cancelled: AbortSignal,
): Promise<Result> {
  try {
    const opened = await files.open(downloadInvoiceFile, params, cancelled);
    const { chunks } = await beginFile(opened, { contentType }, downloadInvoiceFile);
    let result: Result = results.included;
    // If a file is cut short, we still end its entry, because an unfinished one makes the whole ZIP unreadable.
    const untilError = async function* () {
      try {
        yield* chunks;
      } catch {
        result = results.broken;
      }
    };
    const content = addAbortSignal(cancelled, Readable.from(untilError(), { objectMode: false }));
    // PDFs are already compressed.
    zip.addReadStream(content, name, { mtime: parseMoment(dateIssued) ?? new Date(), compressionLevel: 1 });
    await finished(content);
    return result;
  } catch (error) {
    if (cancelled.aborted || !isPortalApiError(error) || error.kind === "unauthorised") throw error;
    return error.kind === "notFound" ? results.none : results.failed;
  }
}
