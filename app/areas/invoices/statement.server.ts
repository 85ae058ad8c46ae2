import { redirect } from "@remix-run/node";
import { pageNotFound } from "#app/errors/error-page.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { toListRow } from "#app/grid/define-list.server.ts";
import { accountSummary } from "#app/request/account-summary.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDate, formatMoney } from "#app/ui/format.ts";
import { paths } from "#shared/paths.ts";
import { sumOfMoney, uniqueInvoices, type InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { londonDay, parseMoment } from "#shared/time/moment.ts";
import { mapYielding } from "#shared/time/yielding.server.ts";
import { ageBandOf, ageBands, isOutstanding } from "./due-filter.server.ts";
import { invoiceList } from "./invoice-list.server.ts";
import { latestMonths } from "./invoice-months.server.ts";
import { dayOf, readIssued, type DayRange } from "./issued.server.ts";
import { listOutstanding, totalDue } from "./unpaid.server.ts";

/** Reads `from`, `to` and `account` ('' for all account numbers) from an address. The default is this month and the two before. */
export function readStatementQuery(url: string, now: Date) {
  const { searchParams } = new URL(url);
  const today = londonDay(now);
  const from = searchParams.get("from") ?? `${latestMonths(now, 3).at(-1)?.value}-01`;
  const to = searchParams.get("to") ?? today;
  return { from, to, account: searchParams.get("account")?.trim() ?? "", error: dayError(from, to) };
}

function dayError(from: string, to: string): string | undefined {
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && parseMoment(text) !== undefined;
  if (!isDay(from) || !isDay(to)) return "Enter a start and an end date.";
  return from > to ? "The end date can't be before the start date." : undefined;
}

/** The data for the page and the files. Throws PortalApiError, or Page Not Found if the account number isn't theirs. */
async function loadStatement(args: RouteArgs, portal: Portal) {
  const now = args.context.services.now();
  const wanted = readStatementQuery(args.request.url, now);
  const [issued, outstanding, summary] = await Promise.all([
    wanted.error ? { invoices: [], isIncomplete: false, undatedNote: undefined } : readIssued(portal, wanted),
    tolerate(listOutstanding(portal, optionalCallOptions), args),
    tolerate(accountSummary(portal), args),
  ]);
  const { isIncomplete, undatedNote } = issued;
  const isAll = outstanding.ok && outstanding.value.isAll;
  // An invoice that's in both lists counts once, as the statement shows it.
  const all = uniqueInvoices([...issued.invoices, ...(outstanding.ok ? outstanding.value.invoices : [])]);
  const { account, error } = wanted;
  const numbers = summary.ok ? summary.value.numbers : [];
  const numbersRead = [...numbers, ...all.map(({ accountNumber }) => accountNumber.trim())];
  const isChecked = account === "" || numbersRead.includes(account);
  // A closed account number may be on an invoice that we couldn't load.
  if (!isChecked && summary.ok && isAll && !isIncomplete && error === undefined) throw pageNotFound();
  const whyNoSums = isIncomplete
    ? "We couldn't load all the invoices in this period. Please choose a shorter one."
    : !isChecked
      ? "We couldn't check that this account number is yours, so we can't show any totals."
      : isAll
        ? undefined
        : "We couldn't load everything that's outstanding, so we can't show any totals.";
  const ofAccount = (invoices: readonly InvoiceSummary[]) =>
    invoices.filter(({ accountNumber }) => account === "" || accountNumber.trim() === account);
  return {
    wanted,
    accounts: [...new Set([...numbers, account])].filter(Boolean),
    invoices: ofAccount(issued.invoices),
    empty: `No invoices ${undatedNote ? "with a date that we can read " : ""}in this period.`,
    isIncomplete,
    ...(whyNoSums === undefined && error === undefined
      ? statementTotals(wanted, ofAccount(all), now)
      : { figures: [], ages: [] }),
    note: whyNoSums ?? undatedNote,
  };
}

/** {@link loadStatement} for a file. Redirects to the page if the days are invalid. */
export async function loadStatementForFile(args: RouteArgs, portal: Portal) {
  const statement = await loadStatement(args, portal);
  if (statement.wanted.error !== undefined) throw redirect(paths.statement(), 303);
  return statement;
}

/** More would slow the page down; the files have them all. */
const MAX_ROWS = 200;

/** The statement's page. Throws PortalApiError only if its invoices can't be loaded. */
export async function statementView(args: RouteArgs, portal: Portal) {
  const { invoices, figures, ...statement } = await loadStatement(args, portal);
  return {
    ...statement,
    today: formatDate(args.context.services.now().toISOString()),
    figures: figures.map(({ term, pounds }) => ({ term, detail: formatMoney(pounds) })),
    total: invoices.length,
    rows: await mapYielding(invoices.slice(0, MAX_ROWS), (invoice) => {
      const { key, to, text, tone } = toListRow(invoiceList, invoice);
      return { key, to, ...text, tone: tone.status, outstanding: formatMoney(invoice.outstandingAmount) };
    }),
  };
}

/**
 * The statement's totals, from its days' invoices and all others with something outstanding. The first, third and
 * fourth figures add up to the last.
 */
export function statementTotals({ from, to }: DayRange, all: readonly InvoiceSummary[], now: Date) {
  // An invoice without a date counts as the oldest.
  const parts = Map.groupBy(all, ({ dateIssued }) => {
    const day = dayOf(dateIssued);
    return day < from ? "before" : day > to ? "later" : "these";
  });
  const { before = [], these = [], later = [] } = Object.fromEntries(parts);
  /** The figure's column in the CSV. */
  const column = "Outstanding Amount";
  const figures = [
    { term: `Outstanding on invoices before ${formatDate(from)}`, column, pounds: totalDue(before) },
    { term: "Invoiced", column: "Total", pounds: sumOfMoney(these.map(({ total }) => total)) },
    { term: "Outstanding on these invoices", column, pounds: totalDue(these) },
    { term: "Outstanding on later invoices", column, pounds: totalDue(later) },
    { term: "Total outstanding today", column, pounds: totalDue(all) },
  ];
  return { figures, ages: agesOf(all, now) };
}

/** What's outstanding by days since the invoice date, including credit notes. */
function agesOf(all: readonly InvoiceSummary[], now: Date) {
  const byAge = Map.groupBy(all.filter(isOutstanding), (invoice) => ageBandOf(invoice, now));
  return ageBands.flatMap((age) => {
    const invoices = byAge.get(age) ?? [];
    const { label, value, maxDays } = age;
    if (invoices.length === 0 && maxDays < 0) return [];
    return { label, value, count: invoices.length, total: formatMoney(totalDue(invoices)) };
  });
}
