import type { DatabaseSync } from "node:sqlite";
import type { DemoAddress } from "#provider/data/accounts.ts";
import { totalsOf, type InvoiceLine } from "./invoice-lines.ts";

/** What the files service has of an invoice, and how a rare case breaks it. */
export interface InvoiceFiles {
  readonly pdf: boolean;
  /** Seed of the call records; null where there is no calls file. */
  readonly calls: number | null;
  readonly reports: boolean;
  /** `truncated`: the connection ends half way. `failing`: it exists, but cannot be fetched. */
  readonly fault?: "truncated" | "failing";
}

export interface Company {
  readonly companyName: string;
  readonly countryCode: string;
  readonly taxRegistrationNumber: string;
  readonly countryOfRegistration: string;
  readonly companyRegistrationNumber: string;
  readonly webSite: string | null;
  readonly address: DemoAddress;
}

export interface NewInvoice {
  readonly invoiceNumber: number;
  readonly clientId: string;
  readonly accountNumber: string;
  readonly orderNumber: string;
  readonly status: number;
  readonly issuedAt: number;
  readonly lines: readonly InvoiceLine[];
  /** By default nothing when completed, all of it otherwise. */
  readonly outstandingPence?: number;
  readonly deliveryAddress: DemoAddress;
  readonly invoiceAddress: DemoAddress;
  readonly company: Company | null;
  readonly files: InvoiceFiles;
  readonly pendingUntil?: number;
}

const COMPLETED = 2;

/** Puts an invoice and its breakdown into the store, with totals from its lines. */
export function storeInvoice(db: DatabaseSync, invoice: NewInvoice): void {
  const { netPence, vatPence, totalPence } = totalsOf(invoice.lines);
  const due = invoice.status === COMPLETED ? 0 : totalPence;
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO breakdowns (net_pence, vat_pence, lines, delivery_address,
       invoice_address, company, files) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      netPence,
      vatPence,
      JSON.stringify(invoice.lines),
      JSON.stringify(invoice.deliveryAddress),
      JSON.stringify(invoice.invoiceAddress),
      invoice.company && JSON.stringify(invoice.company),
      JSON.stringify(invoice.files),
    );
  db.prepare(
    `INSERT INTO invoices (invoice_number, client_id, account_number, breakdown_id, order_number, status, total_pence,
       outstanding_pence, issued_at, pending_until_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    invoice.invoiceNumber,
    invoice.clientId,
    invoice.accountNumber,
    lastInsertRowid,
    invoice.orderNumber,
    invoice.status,
    totalPence,
    invoice.outstandingPence ?? due,
    invoice.issuedAt,
    invoice.pendingUntil ?? null,
  );
}
