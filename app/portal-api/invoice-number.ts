/** Screens that stand under /invoices (spec 2 §2); none of them is ever taken for a number. */
const RESERVED = new Set([
  "direct-debit",
  "make-a-payment",
  "manage-direct-debit",
  "payment-summary",
  "payment-succeeded",
  "payment-failed",
]);
const LONGEST = 50;

/**
 * The one rule of what an invoice number may look like, for addresses, downloads and files. Whether there is such an
 * invoice, only the API knows.
 */
export function isInvoiceNumber(text: string | undefined): text is string {
  if (text === undefined || text.trim() === "" || text.length > LONGEST) return false;
  return !RESERVED.has(text.toLowerCase()) && !/[\p{Cc}\p{Cf}]/u.test(text);
}
