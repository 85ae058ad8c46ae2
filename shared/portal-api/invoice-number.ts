/** Pages whose address has a word where an invoice's number would be. */
const RESERVED = new Set([
  "direct-debit",
  "make-a-payment",
  "manage-direct-debit",
  "payment-summary",
  "payment-succeeded",
  "payment-failed",
  "statement",
  "usage",
]);
const MAX_LENGTH = 50;

/** Whether the text could be an invoice number in an address, whether or not that invoice exists. */
export function isInvoiceNumber(text: string | undefined): text is string {
  if (text === undefined || text.trim() === "" || text.length > MAX_LENGTH) return false;
  return !RESERVED.has(text.toLowerCase()) && !/[\p{Cc}\p{Cf}]/u.test(text);
}
