import { maximum } from "#app/limits.ts";
import { failedCall } from "#app/portal-api/errors.ts";
import { listMyInvoices, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import type { Portal } from "#app/request/portal.ts";
import { londonDay, parseMoment } from "#app/time/moment.ts";

const PAGE_SIZE = 100;

type Ask = (page: number, size: number) => Promise<{ items: readonly InvoiceSummary[]; totalCount: number }>;

/** Days in London, e.g. '2026-11-01', both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * The invoices issued on these days, newest first. Uses binary search, because the API can't search by date. Calls
 * `leftOut` if not all invoices could be read. Throws PortalApiError.
 */
export async function* invoicesIssued(
  { api }: Pick<Portal, "api">,
  { from, to }: Days,
  leftOut: () => void = () => undefined,
  mostPages: number = maximum.exportPages,
): AsyncGenerator<InvoiceSummary> {
  const ask: Ask = (pageNumber, pageSize) =>
    api.call(listMyInvoices, { query: { sortBy: "dateIssued DESC", pageSize, pageNumber } }, { fresh: true });
  const newest = await ask(1, PAGE_SIZE);
  // An API may have shorter pages than it was asked for.
  const size = newest.items.length < newest.totalCount ? Math.max(1, newest.items.length) : PAGE_SIZE;
  const first = Math.floor((await firstNotAfter(ask, to, newest.totalCount)) / size) + 1;
  const seen = new Set<string>();
  for (let page = first; page < first + mostPages; page += 1) {
    const { items, totalCount } = page === 1 ? newest : await ask(page, size);
    const fresh = items.filter(({ invoiceNumber }) => !seen.has(invoiceNumber));
    for (const { invoiceNumber } of fresh) seen.add(invoiceNumber);
    yield* fresh.filter(({ dateIssued }) => isWithin(dayOf(dateIssued), { from, to }));
    // Undated invoices say nothing about the order.
    if (items.some(({ dateIssued }) => isBefore(dayOf(dateIssued), from))) return;
    // The API ignores the page number: further calls would bring the same invoices.
    if (items.length > 0 && fresh.length === 0) return leftOut();
    if (items.length === 0 || (first - 1) * size + seen.size >= totalCount) return;
  }
  leftOut();
}

const isBefore = (one: string, other: string) => one !== "" && one < other;

const isWithin = (day: string, { from, to }: Days) => day >= from && day <= to;

/** Empty if it is not a date. */
function dayOf(iso: string): string {
  const moment = parseMoment(iso);
  return moment ? londonDay(moment) : "";
}

/** The index of the first invoice that is not later than the day, in a list sorted newest first. */
async function firstNotAfter(ask: Ask, day: string, total: number): Promise<number> {
  let low = 0;
  let high = total;
  // Binary search: 60 steps cover any count.
  for (let steps = 60; steps > 0 && high - low > PAGE_SIZE; steps -= 1) {
    const middle = Math.floor((low + high) / 2);
    const [invoice] = (await ask(middle + 1, 1)).items;
    if (invoice && dayOf(invoice.dateIssued) > day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of the API's pages one page of the portal shows at most. */
export const LISTED_PAGES = 20;

/** All invoices of these days. Throws PortalApiError, also if they are too many or if the API does not page. */
export async function listIssued(portal: Pick<Portal, "api">, days: Days): Promise<InvoiceSummary[]> {
  const refuse = () => {
    throw failedCall(listMyInvoices, { kind: "malformed" });
  };
  return Array.fromAsync(invoicesIssued(portal, days, refuse, LISTED_PAGES));
}
