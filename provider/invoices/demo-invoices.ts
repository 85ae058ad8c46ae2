import type { DatabaseSync } from "node:sqlite";
import { accounts, type DemoAccount } from "#provider/data/accounts.ts";
import { clientIds } from "#provider/data/people.ts";
import { createRandom, type Random } from "#provider/data/random.ts";
import { callsPence } from "./call-records.ts";
import { makeLines, type InvoiceKind } from "./invoice-lines.ts";
import { larkfield, larkfieldMobile } from "./issuing-companies.ts";
import { storeRareInvoices } from "./rare-invoices.ts";
import { storeInvoice } from "./store-invoice.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MONTHS = 36;
/** Younger ones are still unpaid. */
const UNPAID_DAYS = 100;

/** Invoices a month; an account without an entry shows the empty states. */
const perMonth: Readonly<Record<string, number>> = {
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

interface Planned {
  readonly issuedAt: number;
  readonly kind: InvoiceKind;
  readonly accountNumber: string;
}

/** Fills the new tables: three years of invoices for each account, and the rare ones. */
export function fillInvoices(db: DatabaseSync, now: Date): void {
  for (const account of accounts) {
    const random = createRandom(Number(account.clientId) * 7);
    const planned = plan(account, now, random);
    // Account 1001 counts from 410001, account 1002 from 420001.
    const first = (Number(account.clientId) - 960) * 10_000 + 1;
    for (const [index, one] of planned.entries()) storeRegular(db, account, one, first + index, now, random);
  }
  storeRareInvoices(db, now);
}

function plan(account: DemoAccount, now: Date, random: Random): Planned[] {
  const planned: Planned[] = [];
  for (let month = 0; month < MONTHS; month += 1) {
    for (let turn = 0; turn < (perMonth[account.clientId] ?? 0); turn += 1) {
      const kind = kinds[turn % kinds.length]!;
      const day = kind === "calls" ? 1 : kind === "broadband" ? 5 : random.between(6, 28);
      const issuedAt = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, day);
      const accountNumber = account.numbers[(turn + month) % account.numbers.length]!;
      if (issuedAt <= now.getTime()) planned.push({ issuedAt, kind, accountNumber });
    }
  }
  return planned.sort((one, other) => one.issuedAt - other.issuedAt);
}

function storeRegular(
  db: DatabaseSync,
  { clientId, addresses }: DemoAccount,
  { issuedAt, kind, accountNumber }: Planned,
  invoiceNumber: number,
  now: Date,
  random: Random,
): void {
  const hasCalls = kind === "calls";
  const isUnpaid = now.getTime() - issuedAt < UNPAID_DAYS * DAY_MS;
  storeInvoice(db, {
    invoiceNumber,
    clientId,
    accountNumber,
    orderNumber: kind === "hardware" || kind === "engineer" ? `PO-${random.between(2000, 9999)}` : "",
    status: isUnpaid ? 0 : 2,
    issuedAt,
    lines: makeLines(kind, random, hasCalls ? callsPence(invoiceNumber) : 0),
    deliveryAddress: random.pick(addresses),
    invoiceAddress: addresses[0]!,
    company: kind === "engineer" ? null : hasCalls ? larkfieldMobile : larkfield,
    files: { pdf: true, calls: hasCalls ? invoiceNumber : null, reports: hasCalls && random.chance(0.8) },
  });
}
