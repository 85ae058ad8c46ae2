const format = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** Pence as pounds, in the browser. */
export function poundsOf(pence: number): string {
  return format.format(pence / 100);
}
