import type { DatabaseSync } from "node:sqlite";
import type { DemoAddress } from "#provider/data/accounts.ts";
import type { InvoiceLine } from "#provider/invoices/invoice-lines.ts";
import type { Company, InvoiceFiles } from "#provider/invoices/store-invoice.ts";

/** An invoice with everything that its documents need. */
export interface FiledInvoice {
  readonly invoiceNumber: string;
  readonly clientName: string;
  readonly accountNumber: string;
  readonly orderNumber: string;
  /** ISO 8601. The files are in a folder named after its month in London time. */
  readonly dateIssued: string;
  readonly issuedAt: number;
  readonly lines: readonly InvoiceLine[];
  readonly netPence: number;
  readonly vatPence: number;
  readonly totalPence: number;
  readonly invoiceAddress: DemoAddress;
  readonly deliveryAddress: DemoAddress;
  readonly company: Company | null;
  readonly files: InvoiceFiles;
}

/** An invoice with everything that its documents need; undefined if the account doesn't have that number. */
export function findFiledInvoice(
  db: DatabaseSync,
  clientId: string,
  invoiceNumber: string,
): FiledInvoice | undefined {
  const row = db
    .prepare(
      `SELECT * FROM invoices JOIN breakdowns USING (breakdown_id) JOIN accounts USING (client_id)
       WHERE client_id = ? AND invoice_number = ?`,
    )
    .get(clientId, Number(invoiceNumber));
  if (!row) return undefined;
  const fromJson = (column: string) => JSON.parse(String(row[column])) as never;
  return {
    invoiceNumber: String(row.invoice_number),
    clientName: String(row.name),
    accountNumber: String(row.account_number),
    orderNumber: String(row.order_number),
    dateIssued: new Date(Number(row.issued_at)).toISOString(),
    issuedAt: Number(row.issued_at),
    lines: fromJson("lines"),
    netPence: Number(row.net_pence),
    vatPence: Number(row.vat_pence),
    totalPence: Number(row.total_pence),
    invoiceAddress: fromJson("invoice_address"),
    deliveryAddress: fromJson("delivery_address"),
    company: row.company === null ? null : fromJson("company"),
    files: fromJson("files"),
  };
}
