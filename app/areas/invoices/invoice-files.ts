import {
  invoiceFileKinds,
  invoiceFileName,
  invoiceFileParamsOf,
  type InvoiceFileKind,
  type InvoiceFileParams,
} from "#app/portal-api/files.ts";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";

type Filed = Pick<InvoiceSummary, "invoiceNumber" | "accountNumber" | "dateIssued">;

export interface InvoiceFile {
  readonly name: string;
  readonly title: string;
  readonly format: string;
  readonly contentType: string;
  readonly params: InvoiceFileParams;
}

const titles: Readonly<Record<InvoiceFileKind, string>> = {
  invoice: "Invoice",
  calls: "Calls",
  reports: "Reports",
};
const kinds = Object.keys(invoiceFileKinds) as InvoiceFileKind[];

/**
 * The files that an invoice may have, in the order of the list; none where its fields can't name a path.
 * Which of them exist only the files service knows.
 */
export function filesOfInvoice(invoice: Filed): InvoiceFile[] {
  return kinds.flatMap((kind) => {
    const params = invoiceFileParamsOf(invoice, kind);
    const { extension, contentType } = invoiceFileKinds[kind];
    const name = invoiceFileName(kind, invoice.invoiceNumber);
    return params
      ? [{ name, title: titles[kind], format: extension.toUpperCase(), contentType, params }]
      : [];
  });
}
