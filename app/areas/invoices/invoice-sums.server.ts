import { optionalCallOptions } from "#app/errors/tolerate.ts";
import type { Portal } from "#app/request/portal.ts";
import { formatMoney } from "#app/ui/format.ts";
import { listMyInvoices, sumOfMoney, type InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { londonMonth } from "#shared/portal-api/london-month.ts";
import { latestMonths, type MonthChoice } from "./invoice-months.server.ts";

export const MAX_MONTHS = 12;
/** Enough for a year of most accounts in one call. */
const NEWEST_COUNT = 200;

export type SpendView = NonNullable<ReturnType<typeof spendByMonth>>;
export type MonthOfSpend = SpendView["months"][number];

/** The account's charges by month, undefined if it has none, and the API's outstanding total. Throws PortalApiError. */
export async function loadSpend({ api }: Pick<Portal, "api">, now: Date) {
  const query = { sortBy: "dateIssued DESC", pageSize: NEWEST_COUNT, pageNumber: 1 };
  const newest = await api.call(listMyInvoices, { query }, optionalCallOptions);
  const { items, totalCount, outstandingTotal } = newest;
  // A total may count one page alone, so after a full one there may be more.
  const hasOlder = totalCount > items.length || items.length === NEWEST_COUNT;
  return { spend: spendByMonth(items, hasOlder, now), outstandingTotal };
}

/** The last twelve months that are complete, oldest first; none, and `isPartial`, if no month is known to be. */
export function spendByMonth(newest: readonly InvoiceSummary[], hasOlder: boolean, now: Date) {
  const byMonth = Map.groupBy(newest, ({ dateIssued }) => londonMonth(dateIssued));
  const coveredMonths = [...byMonth.keys()].filter((month) => month !== undefined).sort();
  const oldest = coveredMonths[0];
  if (oldest === undefined) return undefined;
  const inOrder = newest.flatMap(({ dateIssued }) => londonMonth(dateIssued) ?? []);
  // In any other order each month may lack invoices.
  const isNewestFirst = inOrder.every((month, index) => month <= (inOrder[index - 1] ?? month));
  const latest = latestMonths(now, MAX_MONTHS);
  const first = hasOlder ? coveredMonths[1] : oldest;
  // Invoices may be dated in a month to come.
  const isPartial = first === undefined || (hasOlder && (!isNewestFirst || first > (latest[0]?.value ?? "")));
  const months = latest
    .reverse()
    .filter(({ value }) => !isPartial && value >= first)
    .map((month) => addSum(month, byMonth.get(month.value) ?? []));
  if (!isPartial && months.every(({ count }) => count === 0)) return undefined;
  return { months, total: formatMoney(sumOfMoney(months.map(({ pounds }) => pounds))), isPartial };
}

const compact = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP", notation: "compact" });

function addSum(month: MonthChoice, invoices: readonly InvoiceSummary[]) {
  const pounds = sumOfMoney(invoices.map(({ total }) => total));
  const rounded = compact.format(Math.round(pounds)).toLowerCase();
  return { ...month, count: invoices.length, amount: formatMoney(pounds), rounded, pounds };
}
