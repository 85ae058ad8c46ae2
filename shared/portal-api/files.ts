import { z } from "zod";
import { KB, maximum } from "#shared/limits.ts";
import { isInvoiceNumber } from "./invoice-number.ts";
import type { InvoiceSummary } from "./invoices.ts";
import { londonMonth } from "./london-month.ts";
import { operation } from "./operation.ts";
import { ignored, shown } from "./shapes.ts";

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

export type InvoiceWithFiles = Pick<InvoiceSummary, "invoiceNumber" | "accountNumber" | "dateIssued">;

/** The path parameters for an invoice's file; undefined if a field can't be part of a path, e.g. 'INV/1001'. */
export function invoiceFileParamsOf(
  { invoiceNumber, accountNumber, dateIssued }: InvoiceWithFiles,
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

/** For a name in a URL, whose other parts are short. */
const MAX_NAME_LENGTH = 7 * KB;

const listedFile = z.object({
  Name: z.string(),
  Properties: shown.object(z.object({ "Content-Length": shown.number() })),
});
/** One more file than we show, to know whether there are more. */
const firstFiles = (files: unknown) => (Array.isArray(files) ? files.slice(0, maximum.files + 1) : files);
const oneOrMany = z.preprocess(
  firstFiles,
  z.union([z.array(listedFile), listedFile.transform((file) => [file])]),
);

/** Azure's file listing, converted from XML to JSON by a gateway: one file is an object, none is null, absent or ''. A size may be undefined. */
const fileListing = z
  .object({
    EnumerationResults: z.object({
      Entries: z
        .union([z.literal(""), z.object({ File: z.union([z.literal(""), oneOrMany]).nullish() })])
        .nullish(),
    }),
  })
  .transform(({ EnumerationResults: { Entries } }) => (Entries ? Entries.File || [] : []))
  .transform((files) =>
    files.map(({ Name, Properties }) => ({
      name: Name,
      size: Number(Properties?.["Content-Length"]) || undefined,
    })),
  );

interface FolderFailures {
  readonly list: string;
  readonly open: string;
}

const folderParams = z.object({ clientId: z.string(), id: z.string() });

/** The folder for one object, `id`. */
function folder<const Path extends string>(path: Path, failures: FolderFailures) {
  return {
    list: operation({
      method: "GET",
      path,
      params: folderParams,
      answer: fileListing,
      isList: true,
      failure: failures.list,
    }),
    open: operation({
      method: "GET",
      path: `${path}/{fileName}`,
      params: folderParams.extend({ fileName: z.string() }),
      answer: ignored,
      failure: failures.open,
    }),
  };
}
export type Folder = ReturnType<typeof folder>;

const failuresOf = (noun: string): FolderFailures => ({
  list: `There was an error getting ${noun} downloads`,
  open: `There was an error downloading ${noun} file`,
});

export const licenceFolder = folder("License_{id}", failuresOf("subscription"));
export const quoteFolder = folder("Quote_{id}", failuresOf("quote"));
export const returnFolder = folder("Return_{id}", failuresOf("return"));
export const ticketFolder = folder("{clientId}/Support_{id}", {
  list: "There was an error getting attachments",
  open: "There was an error downloading attachment",
});

/** Whether we can ask for a file with this name: it fits in a URL and can't lead out of its folder, even with a gateway that decodes twice. */
export function isFileName(name: string): boolean {
  const parts = name.replace(/%2e/gi, ".").split(/[/\\]|%2f|%5c/i);
  return (
    name.isWellFormed() &&
    !/\p{Cc}/u.test(name) &&
    !parts.some((part) => ["", ".", ".."].includes(part.trim())) &&
    encodeURIComponent(name).length <= MAX_NAME_LENGTH
  );
}

const isPathPart = (text: string) =>
  text.length <= 50 && isFileName(text) && !/[/\\\p{Cf}]|\.\.|^[.\s]|[.\s]$/u.test(text);
