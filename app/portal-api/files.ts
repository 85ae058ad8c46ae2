import { z } from "zod";
import { isInvoiceNumber } from "./invoice-number.ts";
import { londonMonth } from "./london-month.ts";
import { operation } from "./operation.ts";
import { ignored } from "./shapes.ts";

export const invoiceFileKinds = {
  invoice: { prefix: "Invoice", extension: "pdf", contentType: "application/pdf" },
  calls: { prefix: "Calls", extension: "csv", contentType: "text/csv; charset=utf-8" },
  reports: { prefix: "Reports", extension: "pdf", contentType: "application/pdf" },
} as const;
export type InvoiceFileKind = keyof typeof invoiceFileKinds;

const invoiceFileParams = z.object({
  accountNumber: z.string(),
  year: z.string().regex(/^\d{4}$/),
  month: z.string().regex(/^(0[1-9]|1[0-2])$/),
  fileName: z.string(),
});

const invoiceFile = {
  path: "{accountNumber}/{year}/{month}/{fileName}",
  params: invoiceFileParams,
  answer: ignored,
  failure: "There was an error downloading your invoice, please check back again soon",
} as const;

export const checkInvoiceFile = operation({ method: "HEAD", ...invoiceFile });

export const downloadInvoiceFile = operation({ method: "GET", ...invoiceFile });

const letter = {
  path: "DirectDebitLetter/{clientId}/{sageAccountNumber}",
  params: z.object({ clientId: z.string(), sageAccountNumber: z.string() }),
  answer: ignored,
  failure: "There was an error getting this direct debit letter.",
} as const;

export const checkLetter = operation({ method: "HEAD", ...letter });
export const downloadLetter = operation({ method: "GET", ...letter });

export function invoiceFileName(kind: InvoiceFileKind, invoiceNumber: string): string {
  const { prefix, extension } = invoiceFileKinds[kind];
  return `${prefix}_${invoiceNumber}.${extension}`;
}

interface FiledInvoice {
  readonly invoiceNumber: string;
  readonly accountNumber: string;
  readonly dateIssued: string;
}

/** Where a file of an invoice lies; undefined where its fields can't be parts of a path, such as 'INV/1001'. */
export function invoiceFileParamsOf(
  { invoiceNumber, accountNumber, dateIssued }: FiledInvoice,
  kind: InvoiceFileKind,
): z.output<typeof invoiceFileParams> | undefined {
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

function isPathPart(text: string): boolean {
  return /^[^/\\\p{Cc}\p{Cf}]{1,50}$/u.test(text) && !text.includes("..") && !/^[.\s]|[.\s]$/.test(text);
}
