import { contactsMigration } from "#provider/data/contacts-migration.ts";
import { coreMigration } from "#provider/data/core-migration.ts";
import { directDebitMigration } from "#provider/direct-debits/direct-debit-migration.ts";
import { mandateLedgerMigration } from "#provider/direct-debits/mandate-ledger.ts";
import { availabilityMigration } from "#provider/fibre/availability-log.ts";
import { invoiceMigration } from "#provider/invoices/invoice-migration.ts";
import { invoiceRevisionMigration } from "#provider/invoices/invoice-totals.ts";
import { lineTestMigration } from "#provider/line-faults/line-test-migration.ts";
import { troubleReportMigration } from "#provider/line-faults/trouble-report-migration.ts";
import { paymentMigration } from "#provider/payments/payment-migration.ts";
import { productsMigration } from "#provider/products/products-migration.ts";
import { ticketMigration } from "#provider/tickets/ticket-migration.ts";
import { uploadedBlocksMigration, uploadsMigration } from "#provider/uploads/uploads-migration.ts";
import type { Migration } from "./store/store.ts";

/**
 * The demo data's migrations, oldest first. Existing files only get the new ones, at the next start, so a released one
 * must never be edited.
 */
export const demoMigrations: readonly Migration[] = [
  coreMigration,
  invoiceMigration,
  paymentMigration,
  contactsMigration,
  invoiceRevisionMigration,
  productsMigration,
  directDebitMigration,
  mandateLedgerMigration,
  availabilityMigration,
  ticketMigration,
  lineTestMigration,
  troubleReportMigration,
  uploadsMigration,
  uploadedBlocksMigration,
];
