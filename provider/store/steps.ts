import type { DatabaseSync } from "node:sqlite";
import { seed } from "#provider/data/seed.ts";
import { invoiceStep } from "#provider/invoices/invoice-step.ts";
import { invoiceRevisionStep } from "#provider/invoices/invoice-totals.ts";
import { paymentStep } from "#provider/payments/payment-step.ts";
import { contactsStep } from "./contacts-step.ts";
import { coreSchema, coreTablesThatMove } from "./core-schema.ts";

/** One area's tables and their demo contents. */
export interface Step {
  readonly schema: string;
  /** Tables whose `_at` columns move forward with the demo. */
  readonly moving: readonly string[];
  /** Fills the new tables with the demo as it would look at `now`. */
  readonly fill: (db: DatabaseSync, now: Date) => void;
}

/**
 * How the data came to be, oldest first. A later area appends its step, which an existing file takes at its next
 * start; a step that was released is never edited.
 */
export const demoSteps: readonly Step[] = [
  { schema: coreSchema, moving: coreTablesThatMove, fill: seed },
  invoiceStep,
  paymentStep,
  contactsStep,
  invoiceRevisionStep,
];
