import type { DatabaseSync } from "node:sqlite";
import type { DemoAddress } from "#provider/data/accounts.ts";
import type { FileFault } from "#provider/files/send-file.ts";
import { insert } from "#provider/store/store.ts";
import { totalsOf, type InvoiceLine } from "./invoice-lines.ts";

/** Which of an invoice's files exist and, for rare cases, what's wrong with them. */
export interface InvoiceFiles {
  readonly pdf: boolean;
  /** The random seed for the call records; null if there's no file of calls. */
  readonly calls: number | null;
  readonly reports: boolean;
  readonly fault?: FileFault;
}

/** The company that issues an invoice. */
export interface Company {
  readonly companyName: string;
  readonly countryCode: string;
  readonly taxRegistrationNumber: string;
  readonly countryOfRegistration: string;
  readonly companyRegistrationNumber: string;
  readonly webSite: string | null;
  readonly address: DemoAddress;
}

/** Times are in milliseconds since the epoch. */
export interface NewInvoice {
  readonly invoiceNumber: number;
  readonly clientId: string;
  readonly accountNumber: string;
  readonly orderNumber: string;
  readonly status: number;
  readonly issuedAt: number;
  readonly lines: readonly InvoiceLine[];
  /** By default 0 for a completed invoice, and the total for any other. */
  readonly outstandingPence?: number;
  readonly deliveryAddress: DemoAddress;
  readonly invoiceAddress: DemoAddress;
  readonly company: Company | null;
  readonly files: InvoiceFiles;
  readonly cardPaymentPendingUntil?: number;
}

// The statuses of an invoice.
export const LIVE = 0;
export const ON_HOLD = 1;
export const COMPLETED = 2;
export const DISPUTED = 3;

/** Stores an invoice and its breakdown, with totals calculated from its lines. */
export function storeInvoice(db: DatabaseSync, invoice: NewInvoice): void {
  const { netPence, vatPence, totalPence } = totalsOf(invoice.lines);
  const due = invoice.status === COMPLETED ? 0 : totalPence;
  const breakdownId = insert(db, "breakdowns", {
    net_pence: netPence,
    vat_pence: vatPence,
    lines: JSON.stringify(invoice.lines),
    delivery_address: JSON.stringify(invoice.deliveryAddress),
    invoice_address: JSON.stringify(invoice.invoiceAddress),
    company: invoice.company && JSON.stringify(invoice.company),
    files: JSON.stringify(invoice.files),
  });
  insert(db, "invoices", {
    invoice_number: invoice.invoiceNumber,
    client_id: invoice.clientId,
    account_number: invoice.accountNumber,
    breakdown_id: breakdownId,
    order_number: invoice.orderNumber,
    status: invoice.status,
    total_pence: totalPence,
    outstanding_pence: invoice.outstandingPence ?? due,
    issued_at: invoice.issuedAt,
    pending_until_at: invoice.cardPaymentPendingUntil ?? null,
  });
}
