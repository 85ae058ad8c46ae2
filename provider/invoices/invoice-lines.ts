import type { Random } from "#provider/data/random.ts";

/** A stored invoice line; the description may contain HTML. */
export interface InvoiceLine {
  readonly itemCode: string;
  readonly description: string;
  readonly quantity: number;
  readonly unitPence: number;
  readonly discount: number;
  readonly vatCode: VatCode;
  readonly netPence: number;
}

/** VAT rates by Sage's codes: T1 is the standard rate, T5 the reduced one, T0 zero. */
const vatRates = { T0: 0, T1: 0.2, T5: 0.05 } as const;
type VatCode = keyof typeof vatRates;

/** An invoice's totals. */
export interface Totals {
  readonly netPence: number;
  readonly vatPence: number;
  readonly totalPence: number;
}

type Terms = Partial<Pick<InvoiceLine, "discount" | "vatCode">>;

/** Makes an invoice line and calculates its net amount. */
export function line(
  itemCode: string,
  description: string,
  quantity: number,
  unitPence: number,
  { discount = 0, vatCode = "T1" }: Terms = {},
): InvoiceLine {
  const netPence = Math.round((quantity * unitPence * (100 - discount)) / 100);
  return { itemCode, description, quantity, unitPence, discount, vatCode, netPence };
}

/** An invoice's totals. VAT is calculated once per rate, on its total, as HMRC's rules for rounding on invoices allow. */
export function totalsOf(lines: readonly InvoiceLine[]): Totals {
  const sum = (someLines: readonly InvoiceLine[]) =>
    someLines.reduce((total, { netPence }) => total + netPence, 0);
  const vatPence = Object.entries(vatRates)
    .map(([code, rate]) => Math.round(sum(lines.filter(({ vatCode }) => vatCode === code)) * rate))
    .reduce((total, vat) => total + vat, 0);
  const netPence = sum(lines);
  return { netPence, vatPence, totalPence: netPence + vatPence };
}

export type InvoiceKind = "calls" | "broadband" | "licences" | "hardware" | "engineer";

type LineMaker = (random: Random) => InvoiceLine;

const catalogue: Readonly<Record<InvoiceKind, readonly LineMaker[]>> = {
  calls: [
    (r) => line("LR-BUS", "Business line rental<br><em>per line per month</em>", r.between(2, 14), 1795),
    (r) => line("SIP-TRK", "SIP channel with inclusive UK minutes", r.between(2, 12), 950),
    (r) => line("FEAT-DIV", "Call divert and <strong>caller display</strong>", r.between(1, 8), 250),
    (r) => line("NUM-0800", "Freephone number, monthly", r.between(1, 2), 800),
  ],
  broadband: [
    (r) => line("FTTP-330", "Full fibre 330/50<br>Circuit and care level 2", r.between(1, 3), 5200),
    (r) => line("SOGEA-80", "SoGEA 80/20 broadband", r.between(1, 5), 3650, { discount: r.pick([0, 0, 10]) }),
    (r) => line("IP-STAT", "Block of 8 static IP addresses", r.between(1, 3), 800),
    () => line("RTR-RENT", "Managed router rental &amp; monitoring", 1, 1250),
  ],
  licences: [
    (r) => line("M365-BP", "Microsoft 365 Business Premium", r.between(8, 40), 1890),
    (r) => line("M365-BB", "Microsoft 365 Business Basic", r.between(3, 20), 490),
    (r) => line("AV-END", "Endpoint protection<ul><li>per device</li></ul>", r.between(10, 60), 275),
    (r) => line("BKP-CLD", "Cloud backup, per 100 GB", r.between(1, 12), 450, { discount: r.pick([0, 5]) }),
  ],
  hardware: [
    (r) =>
      line("HS-T54W", "Desk phone T54W<br><em>2 years' warranty</em>", r.between(1, 12), 14900, {
        discount: 10,
      }),
    (r) => line("SW-24P", "24-port PoE switch", r.between(1, 3), 38900, { discount: r.pick([0, 12.5]) }),
    (r) => line("HD-DECT", "DECT headset", r.between(1, 10), 11250),
    (r) => line("CAB-C6", "Cat6 patch lead, 2 m", r.between(5, 50), 320),
    () => line("DEL-STD", "Carriage", 1, 1200),
    () => line("BOOK-UG", "Printed user guide", 2, 650, { vatCode: "T0" }),
  ],
  engineer: [
    (r) => line("ENG-DAY", "Engineer on site, per day", r.between(1, 3), 52000),
    (r) => line("ENG-HR", "Remote support, per hour", r.between(1, 9) + 0.5, 8500),
    (r) => line("ENG-MAT", "Cabling &amp; materials", 1, r.between(2000, 24000)),
    () => line("ENG-ESM", "Energy-saving controls, fitted", 1, 18000, { vatCode: "T5" }),
  ],
};

/** Some lines of one kind, in the catalogue's order; `callsPence` adds a line with the cost of the calls. */
export function makeLines(kind: InvoiceKind, random: Random, callsPence = 0): InvoiceLine[] {
  const lines = catalogue[kind]
    .filter((_, index) => index === 0 || random.chance(0.7))
    .map((make) => make(random));
  return callsPence > 0
    ? [...lines, line("CALLS", "Call charges, as itemised in the calls file", 1, callsPence)]
    : lines;
}
