import { world } from "./world.ts";

/** The number of an invoice by its order number; those of the rare cases say what they are good for. */
export function numberOf(orderNumber: string): string {
  const row = world.provider.db
    .prepare("SELECT invoice_number AS n FROM invoices WHERE client_id = '1001' AND order_number = ?")
    .get(orderNumber);
  return String((row as { n: number }).n);
}

/** What is due on these invoices together, as the portal writes it: '£1,234.50'. */
export function dueOf(numbers: readonly string[]): string {
  const find = world.provider.db.prepare(
    "SELECT outstanding_pence AS p FROM invoices WHERE invoice_number = ?",
  );
  const pence = numbers.reduce((sum, one) => sum + Number(find.get(Number(one))?.["p"]), 0);
  return new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" }).format(pence / 100);
}
