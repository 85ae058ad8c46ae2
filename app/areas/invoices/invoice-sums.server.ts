import { optionalCallOptions } from "#app/errors/tolerate.ts";
import { listMyInvoices, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import { londonMonth } from "#app/portal-api/london-month.ts";
import { sumOfMoney } from "#app/portal-api/shapes.ts";
import type { Portal } from "#app/request/portal.ts";
import { formatMoney } from "#app/ui/format.ts";
import { latestMonths, type MonthChoice } from "./invoice-months.server.ts";

export const MAX_MONTHS = 12;
/** Enough for a year of most accounts in one call. */
const NEWEST_COUNT = 200;

export type SpendView = NonNullable<ReturnType<typeof spendByMonth>>;
export type MonthOfSpend = SpendView["months"][number];

/** The account's charges by month; undefined if it has none. Throws PortalApiError. */
export async function loadSpend({ api }: Pick<Portal, "api">, now: Date) {
  const query = { sortBy: "dateIssued DESC", pageSize: NEWEST_COUNT, pageNumber: 1 };
  const { items, totalCount } = await api.call(listMyInvoices, { query }, optionalCallOptions);
  return spendByMonth(items, totalCount > items.length, now);
}

/** The last twelve months that are complete, oldest first; `isPartial` if the only month lacks older invoices. */
export function spendByMonth(newest: readonly InvoiceSummary[], hasOlder: boolean, now: Date) {
  const byMonth = Map.groupBy(newest, ({ dateIssued }) => londonMonth(dateIssued));
  const coveredMonths = [...byMonth.keys()].filter((month) => month !== undefined).sort();
  const oldest = coveredMonths[0];
  if (oldest === undefined) return undefined;
  const isPartial = hasOlder && coveredMonths.length === 1;
  const first = hasOlder && !isPartial ? (coveredMonths[1] ?? oldest) : oldest;
  const months = latestMonths(now, MAX_MONTHS)
    .reverse()
    .filter(({ value }) => value >= first)
    .map((month) => addSum(month, byMonth.get(month.value) ?? []));
  if (months.every(({ count }) => count === 0)) return undefined;
  return { months, total: formatMoney(sumOfMoney(months.map(({ pounds }) => pounds))), isPartial };
}

const compact = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP", notation: "compact" });

function addSum(month: MonthChoice, invoices: readonly InvoiceSummary[]) {
  const pounds = sumOfMoney(invoices.map(({ total }) => total));
  const rounded = compact.format(Math.round(pounds)).toLowerCase();
  return { ...month, count: invoices.length, amount: formatMoney(pounds), rounded, pounds };
}
