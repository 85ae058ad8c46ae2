/** Other screens under /invoices. */
const RESERVED = new Set([
  "direct-debit",
  "make-a-payment",
  "manage-direct-debit",
  "payment-summary",
  "payment-succeeded",
  "payment-failed",
]);
const LONGEST = 50;

/** True for what may be an invoice number in an address, whether the invoice exists or not. */
export function isInvoiceNumber(text: string | undefined): text is string {
  if (text === undefined || text.trim() === "" || text.length > LONGEST) return false;
  return !RESERVED.has(text.toLowerCase()) && !/[\p{Cc}\p{Cf}]/u.test(text);
}
