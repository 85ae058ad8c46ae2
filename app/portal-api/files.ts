import { z } from "zod";
import { isInvoiceNumber } from "./invoice-number.ts";
import { londonMonth } from "./london-month.ts";
import { operation } from "./operation.ts";
import { ignored } from "./shapes.ts";

/** The files that an invoice may have (spec 2 §7), in the order in which they are listed. */
export const invoiceFileKinds = {
  invoice: { prefix: "Invoice", extension: "pdf", contentType: "application/pdf" },
  calls: { prefix: "Calls", extension: "csv", contentType: "text/csv; charset=utf-8" },
  reports: { prefix: "Reports", extension: "pdf", contentType: "application/pdf" },
} as const;
export type InvoiceFileKind = keyof typeof invoiceFileKinds;

const invoiceFileParams = z.object({
  accountNumber: z.string(),
  year: z.string().regex(/^\d{4}$/),
  /** Zero-padded. */
  month: z.string().regex(/^(0[1-9]|1[0-2])$/),
  fileName: z.string(),
});
export type InvoiceFileParams = z.output<typeof invoiceFileParams>;

const invoiceFile = {
  path: "{accountNumber}/{year}/{month}/{fileName}",
  params: invoiceFileParams,
  answer: ignored,
  failure: "There was an error downloading your invoice, please check back again soon",
} as const;

/** Is there such a file? Relative to the files service, not to the API; `notFound` says no. */
export const checkInvoiceFile = operation({ method: "HEAD", ...invoiceFile });

/** The file's bytes. They are streamed, not parsed: the path and the failure text are what this value is for. */
export const downloadInvoiceFile = operation({ method: "GET", ...invoiceFile });

/** `Invoice_{number}.pdf`, `Calls_{number}.csv` or `Reports_{number}.pdf`. */
export function invoiceFileName(kind: InvoiceFileKind, invoiceNumber: string): string {
  const { prefix, extension } = invoiceFileKinds[kind];
  return `${prefix}_${invoiceNumber}.${extension}`;
}

interface FiledInvoice {
  readonly invoiceNumber: string;
  readonly accountNumber: string;
  /** ISO 8601. */
  readonly dateIssued: string;
}

/**
 * Where a file of an invoice lies: `{accountNumber}/{yyyy}/{mm}`, by the date of issue as it is shown, which is
 * London's. Undefined when the invoice's own fields cannot name a path: 'INV/1001' would be a folder of its own.
 */
export function invoiceFileParamsOf(
  { invoiceNumber, accountNumber, dateIssued }: FiledInvoice,
  kind: InvoiceFileKind,
): InvoiceFileParams | undefined {
  const [year, month] = londonMonth(dateIssued)?.split("-") ?? [];
  const isPlain = isInvoiceNumber(invoiceNumber) && isPathPart(invoiceNumber) && isPathPart(accountNumber);
  const result = invoiceFileParams.safeParse({
    accountNumber,
    year,
    month,
    fileName: invoiceFileName(kind, invoiceNumber),
  });
  return isPlain && result.success ? result.data : undefined;
}

/** Neither empty nor endless, and nothing that a file system would take for a way elsewhere. */
function isPathPart(text: string): boolean {
  return /^[^/\\\p{Cc}\p{Cf}]{1,50}$/u.test(text) && !text.includes("..") && !/^[.\s]|[.\s]$/.test(text);
}
