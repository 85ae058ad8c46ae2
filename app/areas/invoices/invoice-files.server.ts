import { paths } from "#app/paths.ts";
import type { CallOptions } from "#app/portal-api/client.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import {
  checkInvoiceFile,
  invoiceFileKinds,
  invoiceFileParamsOf,
  type InvoiceFileKind,
} from "#app/portal-api/files.ts";
import { getInvoice, type Invoice, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import { filesOf, type Portal, type RouteArgs } from "#app/request/portal.ts";

type Filed = Pick<InvoiceSummary, "invoiceNumber" | "accountNumber" | "dateIssued">;
export type InvoiceFile = ReturnType<typeof filesOfInvoice>[number];
export type FileView = Awaited<ReturnType<typeof existingFiles>>[number];

/** The files that an invoice may have; none where its fields can't name a path. Which exist the service knows. */
export function filesOfInvoice(invoice: Filed) {
  return (Object.keys(invoiceFileKinds) as InvoiceFileKind[]).flatMap((kind) => {
    const params = invoiceFileParamsOf(invoice, kind);
    const { prefix, extension, contentType } = invoiceFileKinds[kind];
    return params
      ? [
          {
            name: params.fileName,
            title: prefix as string,
            format: extension.toUpperCase(),
            contentType,
            params,
          },
        ]
      : [];
  });
}

/** The invoice's files that exist, asked for together. Throws PortalApiError. */
export async function existingFiles({ context }: RouteArgs, portal: Portal, invoice: Filed) {
  const client = filesOf(context, portal);
  const checked = await Promise.all(
    filesOfInvoice(invoice).map(async ({ name, title, format, params }) => {
      const found = await client.check(checkInvoiceFile, params);
      const to = paths.invoiceFile(invoice.invoiceNumber, name);
      return found && { name, title, to, detail: [format, sizeText(found.size)].filter(Boolean).join(", ") };
    }),
  );
  return checked.filter((file) => file !== false);
}

/** 84213 → '82 KB' */
function sizeText(bytes: number | undefined): string {
  if (bytes === undefined) return "";
  if (bytes < 1_024) return `${bytes} bytes`;
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** One invoice with its breakdown; undefined for a number that is none of the account's. Throws PortalApiError. */
export async function findInvoice(
  { api }: Pick<Portal, "api">,
  invoiceNumber: string,
  options?: CallOptions,
): Promise<Invoice | undefined> {
  try {
    return await api.call(getInvoice, { query: { invoiceNumber } }, options);
  } catch (error) {
    if (isPortalApiError(error) && error.kind === "notFound") return undefined;
    throw error;
  }
}
