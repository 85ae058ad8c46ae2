import { offers } from "#app/document/offers.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { optionalCallOptions } from "#app/errors/tolerate.ts";
import { fileDetail, type FileSource, type FileView } from "#app/files/download.server.ts";
import { filesOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";
import type { CallOptions } from "#shared/portal-api/client.ts";
import { unlessNotFound } from "#shared/portal-api/errors.ts";
import {
  checkInvoiceFile,
  downloadInvoiceFile,
  invoiceFileKinds,
  invoiceFileParamsOf,
  type InvoiceFileKind,
  type InvoiceWithFiles,
} from "#shared/portal-api/files.ts";
import { isInvoiceNumber } from "#shared/portal-api/invoice-number.ts";
import { getInvoice } from "#shared/portal-api/invoices.ts";

export type InvoiceFile = ReturnType<typeof filesOfInvoice>[number];

/** The files that an invoice may have, whether they exist or not; none if its fields can't form a path. */
export function filesOfInvoice(invoice: InvoiceWithFiles) {
  return (Object.keys(invoiceFileKinds) as InvoiceFileKind[]).flatMap((kind) => {
    const params = invoiceFileParamsOf(invoice, kind);
    const { prefix, extension, contentType } = invoiceFileKinds[kind];
    if (!params) return [];
    const format = extension.toUpperCase();
    return [{ name: params.fileName, title: prefix as string, format, contentType, params }];
  });
}

/** The invoice's files that exist; undefined if the provider has no files service. Throws PortalApiError. */
export async function existingFiles(
  { context }: RouteArgs,
  portal: Portal,
  invoice: InvoiceWithFiles,
): Promise<FileView[] | undefined> {
  if (!offers(context.config, "files")) return undefined;
  const client = filesOf(context, portal);
  const views = await Promise.all(
    filesOfInvoice(invoice).map(async ({ name, title, format, params }) => {
      const file = await client.check(checkInvoiceFile, params, optionalCallOptions);
      const to = paths.invoiceFile(invoice.invoiceNumber, name);
      return file && { title, to, detail: `${name} · ${fileDetail(format, file.size)}` };
    }),
  );
  return views.filter((file) => file !== false);
}

/** The invoices with a file of calls; none if the provider has no files service. Throws PortalApiError. */
export async function invoicesWithCalls<T extends InvoiceWithFiles>(
  { context }: RouteArgs,
  portal: Portal,
  invoices: readonly T[],
): Promise<T[]> {
  if (!offers(context.config, "files")) return [];
  const client = filesOf(context, portal);
  const haveCalls = await Promise.all(
    invoices.map((invoice) => {
      const params = invoiceFileParamsOf(invoice, "calls");
      return params && client.check(checkInvoiceFile, params, optionalCallOptions);
    }),
  );
  return invoices.filter((_, index) => haveCalls[index]);
}

/** An invoice with its breakdown; undefined if the account has no such number. Throws PortalApiError. */
export function findInvoice({ api }: Pick<Portal, "api">, invoiceNumber: string, options?: CallOptions) {
  return unlessNotFound(api.call(getInvoice, { query: { invoiceNumber } }, options));
}

/** Only accepts file names that this invoice can have. */
export const invoiceFileSource: FileSource = {
  role: "Orders",
  open: downloadInvoiceFile,
  page: ({ number = "" }) => paths.invoice(number),
  missing: ({ name }) => `There's no ${name} yet. Please check back soon`,
  async find(portal, { number, name }) {
    const invoice = isInvoiceNumber(number) ? await findInvoice(portal, number) : undefined;
    if (!invoice) throw pageNotFound();
    return filesOfInvoice(invoice).find((file) => file.name === name);
  },
};
