import { sql, world } from "./world.ts";

/** The number of the invoice with this order number, which says what's special about a rare invoice. */
export function numberOf(orderNumber: string): string {
  const row =
    sql`SELECT invoice_number AS n FROM invoices WHERE client_id = '1001' AND order_number = ${orderNumber}`[0];
  return String((row as { n: number }).n);
}

/** Pence as the portal shows them, such as '£1,234.50'. */
export const pounds = (pence: number) =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" }).format(pence / 100);

/** The total outstanding of these invoices, such as '£1,234.50'. */
export function outstandingOf(numbers: readonly string[]): string {
  const find = world.provider.db.prepare(
    "SELECT outstanding_pence AS p FROM invoices WHERE invoice_number = ?",
  );
  const pence = numbers.reduce((sum, number) => sum + Number(find.get(Number(number))?.["p"]), 0);
  return pounds(pence);
}
