import { redirect } from "@remix-run/node";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { toListRow } from "#app/grid/define-list.server.ts";
import { paths } from "#app/paths.ts";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import { sumOfMoney } from "#app/portal-api/shapes.ts";
import { accountSummary } from "#app/request/account-summary.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { mapYielding } from "#app/time/yielding.server.ts";
import { londonDay, parseMoment } from "#app/time/moment.ts";
import { daysUntil, formatDate, formatMoney } from "#app/ui/format.ts";
import { invoiceList } from "./invoice-list.server.ts";
import { invoicesIssued, LISTED_PAGES, type Days } from "./issued.server.ts";
import { listUnpaid, totalDue } from "./unpaid.server.ts";

/** The period and account number of a statement. */
interface Wanted extends Days {
  /** '' for all account numbers. */
  readonly account: string;
  /** The message about invalid days. */
  readonly error?: string;
}

/** Reads `from`, `to` and `account` of an address. The default is this month and the two before. */
export function readWanted(url: string, now: Date): Wanted {
  const { searchParams } = new URL(url);
  const today = londonDay(now);
  const from = searchParams.get("from") ?? firstOfMonth(today, 2);
  const to = searchParams.get("to") ?? today;
  return { from, to, account: searchParams.get("account")?.trim() ?? "", error: faultOf(from, to) };
}

/** The first day of the month that is `count` months before this day's month. */
function firstOfMonth(day: string, monthsBefore: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - monthsBefore)).toISOString().slice(0, 10);
}

function faultOf(from: string, to: string): string | undefined {
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && parseMoment(text) !== undefined;
  if (!isDay(from) || !isDay(to)) return "Please enter both days.";
  return from > to ? "The last day must not be before the first." : undefined;
}

interface Issued {
  /** Newest first. */
  readonly invoices: readonly InvoiceSummary[];
  /** Whether some could not be read; then no sum is shown. */
  readonly isCut: boolean;
}

/** The invoices issued on these days to one account number, or to all. Throws PortalApiError. */
async function loadIssued(portal: Pick<Portal, "api">, wanted: Wanted): Promise<Issued> {
  let isCut = false;
  const all = await Array.fromAsync(invoicesIssued(portal, wanted, () => (isCut = true), LISTED_PAGES));
  return { invoices: all.filter(isOf(wanted)), isCut };
}

const isOf =
  ({ account }: Wanted) =>
  ({ accountNumber }: InvoiceSummary) =>
    account === "" || accountNumber.trim() === account;

/**
 * The contents of a file, with a note if it is incomplete. Throws PortalApiError, and a redirect if the days are
 * invalid.
 */
export async function loadForFile(args: RouteArgs, portal: Portal) {
  const wanted = readWanted(args.request.url, args.context.services.now());
  if (wanted.error !== undefined) throw redirect(paths.statement(), 303);
  const issued = await loadIssued(portal, wanted);
  const unpaid = await loadUnpaid(args, portal);
  return {
    wanted,
    invoices: issued.invoices,
    figures: statementSums(wanted, issued, unpaid, args.context.services.now()).figures,
    note: issued.isCut ? "Not all invoices of these days could be read." : undefined,
  };
}

/** Undefined if not all unpaid invoices are known. */
async function loadUnpaid(args: RouteArgs, portal: Portal) {
  const unpaid = await tolerate(listUnpaid(portal, optionalCallOptions), args);
  return unpaid.ok && unpaid.value.isAll ? unpaid.value.invoices : undefined;
}

/** Loading more would slow down other requests; the files contain all. */
const SHOWN = 200;

/** Loads the page of a statement. Throws PortalApiError only if its invoices can't be loaded. */
export async function statementView(args: RouteArgs, portal: Portal) {
  const now = args.context.services.now();
  const wanted = readWanted(args.request.url, now);
  const [issued, unpaid, summary] = await Promise.all([
    wanted.error === undefined ? loadIssued(portal, wanted) : { invoices: [], isCut: false },
    loadUnpaid(args, portal),
    tolerate(accountSummary(portal), args),
  ]);
  return {
    wanted,
    accounts: [...new Set([...(summary.ok ? summary.value.numbers : []), wanted.account])].filter(Boolean),
    made: formatDate(now.toISOString()),
    ...statementSums(wanted, issued, unpaid, now),
    isCut: issued.isCut,
    total: issued.invoices.length,
    rows: await mapYielding(issued.invoices.slice(0, SHOWN), (invoice) => {
      const { key, to, text } = toListRow(invoiceList, invoice);
      return { key, to, ...text, outstanding: formatMoney(invoice.outstandingAmount) };
    }),
  };
}

/** The sums of a statement, and the amounts due by age. Sums of incomplete lists are left out. */
export function statementSums(
  wanted: Wanted,
  { invoices, isCut }: Issued,
  unpaid: readonly InvoiceSummary[] | undefined,
  now: Date,
) {
  if (isCut || wanted.error !== undefined) return { figures: [], ages: [] };
  const due = unpaid?.filter(isOf(wanted));
  const before = due?.filter(({ dateIssued }) => {
    const issued = parseMoment(dateIssued);
    return issued !== undefined && londonDay(issued) < wanted.from;
  });
  const ofDue = (term: string, some: typeof due) =>
    some ? [{ term, detail: formatMoney(totalDue(some)) }] : [];
  const invoiced = sumOfMoney(invoices.map(({ total }) => total));
  return {
    figures: [
      ...ofDue(`Outstanding from before ${formatDate(wanted.from)}`, before),
      { term: "Invoiced", detail: formatMoney(invoiced) },
      { term: "Outstanding of these", detail: formatMoney(totalDue(invoices)) },
      ...ofDue("Outstanding in all, today", due),
    ],
    ages: due ? agesOf(due, now) : [],
  };
}

const AGES = [
  { label: "Up to 30 days ago", most: 30 },
  { label: "31 to 60 days ago", most: 60 },
  { label: "61 to 90 days ago", most: 90 },
  { label: "More than 90 days ago", most: Infinity },
] as const;

/** The amounts due by days since the invoice date; an invoice without a date counts as the oldest. */
function agesOf(due: readonly InvoiceSummary[], now: Date) {
  const ageOf = ({ dateIssued }: InvoiceSummary) => {
    const days = -(daysUntil(dateIssued, now) ?? -Infinity);
    return AGES.find(({ most }) => days <= most)?.label;
  };
  const byAge = Map.groupBy(due, ageOf);
  return AGES.map(({ label }) => {
    const some = byAge.get(label) ?? [];
    return { label, count: some.length, total: formatMoney(totalDue(some)) };
  });
}
