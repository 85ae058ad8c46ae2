const format = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** Pence as pounds, for a total that changes while the person ticks; ui/format.ts is the server's. */
export function poundsOf(pence: number): string {
  return format.format(pence / 100);
}
