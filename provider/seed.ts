import { contactsStep } from "#provider/data/contacts-step.ts";
import { coreStep } from "#provider/data/core-step.ts";
import { directDebitStep } from "#provider/direct-debits/direct-debit-step.ts";
import { mandateLedgerStep } from "#provider/direct-debits/mandate-ledger.ts";
import { availabilityStep } from "#provider/fibre/availability-log.ts";
import { invoiceStep } from "#provider/invoices/invoice-step.ts";
import { invoiceRevisionStep } from "#provider/invoices/invoice-totals.ts";
import { lineTestStep } from "#provider/line-faults/line-test-step.ts";
import { troubleReportStep } from "#provider/line-faults/trouble-report-step.ts";
import { paymentStep } from "#provider/payments/payment-step.ts";
import { productsStep } from "#provider/products/products-step.ts";
import { ticketStep } from "#provider/tickets/ticket-step.ts";
import { uploadedBlocksStep, uploadsStep } from "#provider/uploads/uploads-step.ts";
import type { Migration } from "./store/store.ts";

/**
 * The migrations of the demo data, oldest first. An existing file takes new ones at the next start, so a released step
 * must never be edited.
 */
export const demoMigrations: readonly Migration[] = [
  coreStep,
  invoiceStep,
  paymentStep,
  contactsStep,
  invoiceRevisionStep,
  productsStep,
  directDebitStep,
  mandateLedgerStep,
  availabilityStep,
  ticketStep,
  lineTestStep,
  troubleReportStep,
  uploadsStep,
  uploadedBlocksStep,
];
