import { redirect } from "@remix-run/node";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { toListRow } from "#app/grid/define-list.server.ts";
import { paths } from "#app/paths.ts";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import { sumOfMoney } from "#app/portal-api/shapes.ts";
import { accountSummary } from "#app/request/account-summary.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { londonDay, parseMoment } from "#app/time/moment.ts";
import { mapYielding } from "#app/time/yielding.server.ts";
import { daysUntil, formatDate, formatMoney } from "#app/ui/format.ts";
import { invoiceList } from "./invoice-list.server.ts";
import { invoicesIssued, MAX_PAGES_READ, type DayRange } from "./issued.server.ts";
import { listUnpaid, totalDue } from "./unpaid.server.ts";

interface StatementQuery extends DayRange {
  /** '' for all account numbers. */
  readonly account: string;
  readonly error?: string;
}

/** Reads `from`, `to` and `account` of an address. The default is this month and the two before. */
export function readStatementQuery(url: string, now: Date): StatementQuery {
  const { searchParams } = new URL(url);
  const today = londonDay(now);
  const from = searchParams.get("from") ?? firstOfMonth(today, 2);
  const to = searchParams.get("to") ?? today;
  return { from, to, account: searchParams.get("account")?.trim() ?? "", error: dayError(from, to) };
}

function firstOfMonth(day: string, monthsBefore: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - monthsBefore)).toISOString().slice(0, 10);
}

function dayError(from: string, to: string): string | undefined {
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && parseMoment(text) !== undefined;
  if (!isDay(from) || !isDay(to)) return "Please enter both days.";
  return from > to ? "The last day must not be before the first." : undefined;
}

interface Issued {
  /** Newest first. */
  readonly invoices: readonly InvoiceSummary[];
  /** Whether some could not be read; then no sum is shown. */
  readonly isIncomplete: boolean;
}

/** The invoices issued on these days to one account number, or to all. Throws PortalApiError. */
async function loadIssued(portal: Pick<Portal, "api">, wanted: StatementQuery): Promise<Issued> {
  let isIncomplete = false;
  const all = await Array.fromAsync(
    invoicesIssued(portal, wanted, () => (isIncomplete = true), MAX_PAGES_READ),
  );
  return { invoices: all.filter(hasAccountOf(wanted)), isIncomplete };
}

const hasAccountOf =
  ({ account }: StatementQuery) =>
  ({ accountNumber }: InvoiceSummary) =>
    account === "" || accountNumber.trim() === account;

/** The contents of a file, with a note if it is incomplete. Throws PortalApiError, or a redirect for invalid days. */
export async function loadStatementForFile(args: RouteArgs, portal: Portal) {
  const wanted = readStatementQuery(args.request.url, args.context.services.now());
  if (wanted.error !== undefined) throw redirect(paths.statement(), 303);
  const issued = await loadIssued(portal, wanted);
  const unpaid = await loadUnpaid(args, portal);
  return {
    wanted,
    invoices: issued.invoices,
    figures: statementSums(wanted, issued, unpaid, args.context.services.now()).figures,
    note: issued.isIncomplete ? "Not all invoices of these days could be read." : undefined,
  };
}

/** Undefined if not all unpaid invoices are known. */
async function loadUnpaid(args: RouteArgs, portal: Portal) {
  const unpaid = await tolerate(listUnpaid(portal, optionalCallOptions), args);
  return unpaid.ok && unpaid.value.isAll ? unpaid.value.invoices : undefined;
}

/** More would slow down the page; the files contain all. */
const MAX_ROWS = 200;

/** Loads the page of a statement. Throws PortalApiError only if its invoices can't be loaded. */
export async function statementView(args: RouteArgs, portal: Portal) {
  const now = args.context.services.now();
  const wanted = readStatementQuery(args.request.url, now);
  const [issued, unpaid, summary] = await Promise.all([
    wanted.error === undefined ? loadIssued(portal, wanted) : { invoices: [], isIncomplete: false },
    loadUnpaid(args, portal),
    tolerate(accountSummary(portal), args),
  ]);
  return {
    wanted,
    accounts: [...new Set([...(summary.ok ? summary.value.numbers : []), wanted.account])].filter(Boolean),
    today: formatDate(now.toISOString()),
    ...statementSums(wanted, issued, unpaid, now),
    isIncomplete: issued.isIncomplete,
    total: issued.invoices.length,
    rows: await mapYielding(issued.invoices.slice(0, MAX_ROWS), (invoice) => {
      const { key, to, text, tone } = toListRow(invoiceList, invoice);
      return { key, to, ...text, tone: tone.status, outstanding: formatMoney(invoice.outstandingAmount) };
    }),
  };
}

/** The sums of a statement, and the amounts due by age. Sums of incomplete lists are left out. */
export function statementSums(
  wanted: StatementQuery,
  { invoices, isIncomplete }: Issued,
  unpaid: readonly InvoiceSummary[] | undefined,
  now: Date,
) {
  if (isIncomplete || wanted.error !== undefined) return { figures: [], ages: [] };
  const due = unpaid?.filter(hasAccountOf(wanted));
  const before = due?.filter(({ dateIssued }) => {
    const issued = parseMoment(dateIssued);
    return issued !== undefined && londonDay(issued) < wanted.from;
  });
  const dueFigure = (term: string, outstanding: typeof due) =>
    outstanding ? [{ term, detail: formatMoney(totalDue(outstanding)) }] : [];
  const invoiced = sumOfMoney(invoices.map(({ total }) => total));
  return {
    figures: [
      ...dueFigure(`Outstanding from before ${formatDate(wanted.from)}`, before),
      { term: "Invoiced", detail: formatMoney(invoiced) },
      { term: "Outstanding of these", detail: formatMoney(totalDue(invoices)) },
      ...dueFigure("Outstanding in all, today", due),
    ],
    ages: due ? agesOf(due, now) : [],
  };
}

const AGES = [
  { label: "Up to 30 days ago", maxDays: 30 },
  { label: "31 to 60 days ago", maxDays: 60 },
  { label: "61 to 90 days ago", maxDays: 90 },
  { label: "More than 90 days ago", maxDays: Infinity },
] as const;

/** The amounts due by days since the invoice date; an invoice without a date counts as the oldest. */
function agesOf(due: readonly InvoiceSummary[], now: Date) {
  const ageOf = ({ dateIssued }: InvoiceSummary) => {
    const days = -(daysUntil(dateIssued, now) ?? -Infinity);
    return AGES.find(({ maxDays }) => days <= maxDays)?.label;
  };
  const byAge = Map.groupBy(due, ageOf);
  return AGES.map(({ label }) => {
    const invoices = byAge.get(label) ?? [];
    return { label, count: invoices.length, total: formatMoney(totalDue(invoices)) };
  });
}
