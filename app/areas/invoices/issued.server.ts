import type { Portal } from "#app/request/portal.ts";
import { maximum } from "#shared/limits.ts";
import { failedCall, pageUnlessBeyond } from "#shared/portal-api/errors.ts";
import { listMyInvoices, type InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { londonDay, parseMoment } from "#shared/time/moment.ts";

const PAGE_SIZE = 100;

/** London days, e.g. '2026-11-01', both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export const SOME_UNDATED = "We can't read the date on some invoices, so they may be missing here.";

/**
 * The invoices issued on these days, newest first. The API can't search by date, so this uses binary search. Calls
 * `onGap` if some couldn't be loaded or have no readable date. Throws PortalApiError.
 */
export async function* invoicesIssued(
  { api }: Pick<Portal, "api">,
  { from, to }: DayRange,
  onGap: (gap: "unread" | "undated") => void = () => undefined,
  maxPages: number = maximum.exportPages,
): AsyncGenerator<InvoiceSummary> {
  const loadPage = (pageNumber: number, pageSize: number) =>
    api.call(listMyInvoices, { query: { sortBy: "dateIssued DESC", pageSize, pageNumber } }, { fresh: true });
  const newest = await loadPage(1, PAGE_SIZE);
  // The API's pages may be shorter than requested.
  const size = newest.items.length < newest.totalCount ? Math.max(1, newest.items.length) : PAGE_SIZE;
  const dayAt = async (index: number) => dayOf((await loadPage(index + 1, 1)).items[0]?.dateIssued ?? "");
  const first = Math.floor((await firstNotAfter(dayAt, to, newest.totalCount)) / size) + 1;
  const seenNumbers = new Set<string>();
  let total = Infinity;
  /** Duplicates on one page count, because they do in the API's total. */
  let received = (first - 1) * size;
  let page = first;
  // Undated invoices don't tell us anything about the order.
  const days = first > 1 ? newest.items.map(({ dateIssued }) => dayOf(dateIssued)).filter(Boolean) : [];
  const isSorted = () => days.every((day, index) => day <= (days[index - 1] ?? day));
  for (; page < first + maxPages; page += 1) {
    const loading = page === 1 ? Promise.resolve(newest) : loadPage(page, size);
    const loaded = await pageUnlessBeyond(loading, received >= total);
    if (!loaded) break;
    total = loaded.totalCount;
    const unseen = loaded.items.filter(({ invoiceNumber }) => !seenNumbers.has(invoiceNumber));
    received += unseen.length;
    for (const invoice of unseen) {
      seenNumbers.add(invoice.invoiceNumber);
      const day = dayOf(invoice.dateIssued);
      if (day === "") onGap("undated");
      else days.push(day);
      if (day >= from && day <= to) yield invoice;
    }
    if (isSorted() && days.some((day) => day < from)) return;
    // The API ignores the page number, its total is too high, or an invoice was issued since we began.
    if (unseen.length === 0) break;
    // A full page may not be the last, because some APIs' totals only count the page.
    if (received >= total && loaded.items.length !== PAGE_SIZE) break;
  }
  const isWhole = page < first + maxPages && received >= total && (first === 1 || isSorted());
  if (!isWhole) onGap("unread");
}

/** The day in London; '' if it isn't a date. */
export function dayOf(iso: string): string {
  const moment = parseMoment(iso);
  return moment ? londonDay(moment) : "";
}

/** The index of the first invoice dated on or before the day, in a list sorted newest first. */
async function firstNotAfter(
  dayAt: (index: number) => Promise<string>,
  day: string,
  total: number,
): Promise<number> {
  let low = 0;
  let high = total;
  // 60 halvings are enough for any count.
  for (let steps = 60; steps > 0 && high - low > PAGE_SIZE; steps -= 1) {
    const middle = Math.floor((low + high) / 2);
    if ((await dayAt(middle)) > day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of the API's pages we load for one of the portal's. */
const MAX_PAGES_READ = 20;

/** All invoices issued on these days for one of the portal's pages, and whether some may be missing. Throws PortalApiError. */
export async function readIssued(portal: Pick<Portal, "api">, days: DayRange) {
  const gaps = new Set<string>();
  const issued = invoicesIssued(portal, days, (gap) => gaps.add(gap), MAX_PAGES_READ);
  const invoices = await Array.fromAsync(issued);
  const undatedNote = gaps.has("undated") ? SOME_UNDATED : undefined;
  return { invoices, isIncomplete: gaps.has("unread"), undatedNote };
}

/** All invoices issued on these days. Throws PortalApiError, including if some can't be loaded. */
export async function listIssued(portal: Pick<Portal, "api">, days: DayRange): Promise<InvoiceSummary[]> {
  const { invoices, isIncomplete } = await readIssued(portal, days);
  if (isIncomplete) throw failedCall(listMyInvoices, { kind: "malformed" });
  return invoices;
}
