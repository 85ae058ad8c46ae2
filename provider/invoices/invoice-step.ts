import type { Step } from "#provider/store/steps.ts";
import { fillInvoices } from "./demo-invoices.ts";
import { invoiceSchema, invoiceTablesThatMove } from "./invoice-schema.ts";

/** Invoices and their breakdowns. */
export const invoiceStep: Step = {
  schema: invoiceSchema,
  moving: invoiceTablesThatMove,
  fill: fillInvoices,
};
