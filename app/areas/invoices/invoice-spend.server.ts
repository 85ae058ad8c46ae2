import { optionalCallOptions } from "#app/errors/tolerate.ts";
import type { Portal } from "#app/request/portal.ts";
import { formatMoney } from "#app/ui/format.ts";
import { listMyInvoices, sumOfMoney, type InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { londonMonth } from "#shared/portal-api/london-month.ts";
import { latestMonths, type MonthChoice } from "./invoice-months.server.ts";

export const MAX_MONTHS = 12;
/** Enough to get a year for most accounts in one call. */
const NEWEST_COUNT = 200;

export type SpendView = NonNullable<ReturnType<typeof spendByMonth>>;
export type MonthOfSpend = SpendView["months"][number];

/** The account's charges by month (undefined if there are none) and the API's outstanding total. Throws PortalApiError. */
export async function loadSpend({ api }: Pick<Portal, "api">, now: Date) {
  const query = { sortBy: "dateIssued DESC", pageSize: NEWEST_COUNT, pageNumber: 1 };
  const newest = await api.call(listMyInvoices, { query }, optionalCallOptions);
  const { items, totalCount, outstandingTotal } = newest;
  // A full page may not be the last, because some APIs' totals only count the page.
  const hasOlder = totalCount > items.length || items.length === NEWEST_COUNT;
  return { spend: spendByMonth(items, hasOlder, now), outstandingTotal };
}

/** The last twelve complete months, oldest first. If we can't tell that any month is complete, there are none and `isPartial` is true. */
export function spendByMonth(newest: readonly InvoiceSummary[], hasOlder: boolean, now: Date) {
  const byMonth = Map.groupBy(newest, ({ dateIssued }) => londonMonth(dateIssued));
  const coveredMonths = [...byMonth.keys()].filter((month) => month !== undefined).sort();
  const oldest = coveredMonths[0];
  if (oldest === undefined) return undefined;
  const inOrder = newest.flatMap(({ dateIssued }) => londonMonth(dateIssued) ?? []);
  // If they aren't newest first, any month may lack invoices.
  const isNewestFirst = inOrder.every((month, index) => month <= (inOrder[index - 1] ?? month));
  const latest = latestMonths(now, MAX_MONTHS);
  const first = hasOlder ? coveredMonths[1] : oldest;
  // Invoices may have dates in a future month.
  const isPartial = first === undefined || (hasOlder && (!isNewestFirst || first > (latest[0]?.value ?? "")));
  const months = latest
    .reverse()
    .filter(({ value }) => !isPartial && value >= first)
    .map((month) => withTotal(month, byMonth.get(month.value) ?? []));
  if (!isPartial && months.every(({ count }) => count === 0)) return undefined;
  return { months, total: formatMoney(sumOfMoney(months.map(({ pounds }) => pounds))), isPartial };
}

const compact = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP", notation: "compact" });

function withTotal(month: MonthChoice, invoices: readonly InvoiceSummary[]) {
  const pounds = sumOfMoney(invoices.map(({ total }) => total));
  const rounded = compact.format(Math.round(pounds)).toLowerCase();
  return { ...month, count: invoices.length, amount: formatMoney(pounds), rounded, pounds };
}
