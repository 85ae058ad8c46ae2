import type { DatabaseSync } from "node:sqlite";
import { millisecondsInDay } from "date-fns/constants";
import { accounts, type DemoAccount } from "#provider/data/accounts.ts";
import { clientIds } from "#provider/data/people.ts";
import { createRandom, type Random } from "#provider/data/random.ts";
import type { Migration } from "#provider/store/store.ts";
import { callsPence } from "./call-records.ts";
import { makeLines, type InvoiceKind } from "./invoice-lines.ts";
import { larkfield, larkfieldVoice } from "./issuing-companies.ts";
import { storeRareInvoices } from "./rare-invoices.ts";
import { COMPLETED, LIVE, storeInvoice } from "./store-invoice.ts";

const schema = `
CREATE TABLE breakdowns (
  breakdown_id INTEGER PRIMARY KEY,
  net_pence INTEGER NOT NULL,
  vat_pence INTEGER NOT NULL,
  lines TEXT NOT NULL,
  delivery_address TEXT NOT NULL,
  invoice_address TEXT NOT NULL,
  company TEXT,
  files TEXT NOT NULL
);

CREATE TABLE invoices (
  invoice_number INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  account_number TEXT NOT NULL REFERENCES account_numbers,
  breakdown_id INTEGER NOT NULL REFERENCES breakdowns,
  order_number TEXT NOT NULL DEFAULT '',
  status INTEGER NOT NULL,
  total_pence INTEGER NOT NULL,
  outstanding_pence INTEGER NOT NULL,
  issued_at INTEGER NOT NULL,
  payment_id TEXT,
  is_settling INTEGER NOT NULL DEFAULT 0,
  pending_until_at INTEGER
);
CREATE INDEX invoices_by_number ON invoices (client_id, invoice_number);
CREATE INDEX invoices_by_date ON invoices (client_id, issued_at);
CREATE INDEX invoices_by_order ON invoices (client_id, order_number COLLATE NOCASE);
CREATE INDEX invoices_by_account ON invoices (client_id, account_number);
CREATE INDEX invoices_by_status ON invoices (client_id, status, outstanding_pence);
CREATE INDEX invoices_by_total ON invoices (client_id, total_pence);
CREATE INDEX invoices_by_outstanding ON invoices (client_id, outstanding_pence);
CREATE INDEX invoices_unpaid ON invoices (client_id, issued_at) WHERE outstanding_pence > 0;
CREATE INDEX invoices_pending ON invoices (pending_until_at) WHERE pending_until_at IS NOT NULL;
`;

const MONTHS = 36;
/** More recent invoices are still unpaid. */
const UNPAID_DAYS = 100;

/** Invoices per month by account; one without an entry has none, so its lists are empty. */
const invoicesPerMonth: Readonly<Record<string, number>> = {
  [clientIds.harbourPine]: 9,
  [clientIds.harbourPineRetail]: 2,
  [clientIds.brightwater]: 3,
  [clientIds.northgate]: 1,
};

const kinds: readonly InvoiceKind[] = [
  "calls",
  "broadband",
  "licences",
  "calls",
  "hardware",
  "calls",
  "broadband",
  "engineer",
  "calls",
];

interface PlannedInvoice {
  readonly issuedAt: number;
  readonly kind: InvoiceKind;
  readonly accountNumber: string;
}

/**
 * Three years of invoices for each account, and the rare ones; money is in whole pence. Breakdowns have their own
 * table, and each way of sorting the list has an index, so that a page is as fast with 100,000 invoices as with 100.
 */
export const invoiceMigration: Migration = { schema, fill };

function fill(db: DatabaseSync, now: Date): void {
  for (const account of accounts) {
    // A factor, so that these random numbers differ from core-migration.ts's.
    const random = createRandom(Number(account.clientId) * 7);
    const planned = planInvoices(account, now, random);
    // Account 1001's numbers begin at 410001, account 1002's at 420001.
    const firstNumber = (Number(account.clientId) - 960) * 10_000 + 1;
    for (const [index, plannedInvoice] of planned.entries())
      storePlannedInvoice(db, account, plannedInvoice, firstNumber + index, now, random);
  }
  storeRareInvoices(db, now);
}

function planInvoices(account: DemoAccount, now: Date, random: Random): PlannedInvoice[] {
  const planned: PlannedInvoice[] = [];
  for (let month = 0; month < MONTHS; month += 1) {
    for (let index = 0; index < (invoicesPerMonth[account.clientId] ?? 0); index += 1) {
      const kind = kinds[index % kinds.length]!;
      const day = kind === "calls" ? 1 : kind === "broadband" ? 5 : random.between(6, 28);
      const issuedAt = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, day);
      const accountNumber = account.numbers[(index + month) % account.numbers.length]!;
      if (issuedAt <= now.getTime()) planned.push({ issuedAt, kind, accountNumber });
    }
  }
  return planned.sort((a, b) => a.issuedAt - b.issuedAt);
}

function storePlannedInvoice(
  db: DatabaseSync,
  { clientId, addresses }: DemoAccount,
  { issuedAt, kind, accountNumber }: PlannedInvoice,
  invoiceNumber: number,
  now: Date,
  random: Random,
): void {
  const hasCalls = kind === "calls";
  const isUnpaid = now.getTime() - issuedAt < UNPAID_DAYS * millisecondsInDay;
  storeInvoice(db, {
    invoiceNumber,
    clientId,
    accountNumber,
    orderNumber: kind === "hardware" || kind === "engineer" ? `PO-${random.between(2000, 9999)}` : "",
    status: isUnpaid ? LIVE : COMPLETED,
    issuedAt,
    lines: makeLines(kind, random, hasCalls ? callsPence(invoiceNumber) : 0),
    deliveryAddress: random.pick(addresses),
    invoiceAddress: addresses[0]!,
    company: kind === "engineer" ? null : hasCalls ? larkfieldVoice : larkfield,
    files: { pdf: true, calls: hasCalls ? invoiceNumber : null, reports: hasCalls && random.chance(0.8) },
  });
}
