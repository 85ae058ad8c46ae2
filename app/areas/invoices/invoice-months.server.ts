import { maximum } from "#app/limits.ts";
import { failedCall } from "#app/portal-api/errors.ts";
import { listMyInvoices, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import { londonMonth } from "#app/portal-api/london-month.ts";
import type { Portal } from "#app/request/portal.ts";

export interface MonthChoice {
  readonly value: string;
  readonly label: string;
}

export function latestMonths(now: Date, howMany = 36): MonthChoice[] {
  const [year = 0, month = 0] = londonMonth(now.toISOString())?.split("-").map(Number) ?? [];
  return Array.from({ length: howMany }, (_, back) => toChoice(Date.UTC(year, month - 1 - back)));
}

/** '2026-11' in words; undefined when it is no month. */
export function monthLabel(value: string): string | undefined {
  if (!/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(value)) return undefined;
  return toChoice(Date.parse(`${value}-01`)).label;
}

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

function toChoice(first: number): MonthChoice {
  return { value: new Date(first).toISOString().slice(0, 7), label: monthFormat.format(first) };
}

const NAMES = Array.from(
  { length: 12 },
  (_, month) => toChoice(Date.UTC(2000, month)).label.split(" ")[0] ?? "",
);
const MONTH_AND_YEAR = /^(?<year>\d{4})[-/](?<month>\d\d?)$|^(?<month2>\d\d?)[-/](?<year2>\d{4})$/;

/** The month that a search names: '2026-10', '10/2026', 'October 2026', 'Oct 2026', or 'October' for the latest one. */
export function monthNamed(words: string, now: Date): string | undefined {
  const numbers = MONTH_AND_YEAR.exec(words)?.groups;
  const month = (numbers?.["month"] ?? numbers?.["month2"])?.padStart(2, "0");
  const value = `${numbers?.["year"] ?? numbers?.["year2"]}-${month}`;
  if (numbers) return monthLabel(value) && value;
  const { name = "", year } = /^(?<name>\p{L}{3,})\.?(?: (?<year>\d{4}))?$/u.exec(words)?.groups ?? {};
  const index = NAMES.findIndex((one) => one.toLowerCase().startsWith(name.toLowerCase()));
  const isShort = index < 0 || name.length < (NAMES[index]?.length ?? 0);
  // A name that is cut short may be a word of an order, unless it has a year.
  if (name === "" || index < 0 || (isShort && year === undefined)) return undefined;
  const number = String(index + 1).padStart(2, "0");
  if (year !== undefined) return `${year}-${number}`;
  return latestMonths(now, 12).find((one) => one.value.endsWith(`-${number}`))?.value;
}

/** A month's invoices on one page of the portal: more are an answer that makes no sense. */
const LISTED_PAGES = 20;

/** All invoices of a month, for the list. Throws PortalApiError where they are too many, or the API doesn't page. */
export async function listMonth(portal: Pick<Portal, "api">, month: string): Promise<InvoiceSummary[]> {
  return Array.fromAsync(
    invoicesOfMonth(
      portal,
      month,
      () => {
        throw failedCall(listMyInvoices, { kind: "malformed" });
      },
      LISTED_PAGES,
    ),
  );
}

const PAGE_SIZE = 100;

type Ask = (page: number, size: number) => Promise<{ items: readonly InvoiceSummary[]; totalCount: number }>;

/**
 * The invoices of a month ('2026-11', London), newest first, found by binary search; `leftOut` is called where not all
 * invoices could be looked at. Throws PortalApiError.
 */
export async function* invoicesOfMonth(
  { api }: Pick<Portal, "api">,
  month: string,
  leftOut: () => void = () => undefined,
  mostPages: number = maximum.exportPages,
): AsyncGenerator<InvoiceSummary> {
  const ask: Ask = (pageNumber, pageSize) =>
    api.call(listMyInvoices, { query: { sortBy: "dateIssued DESC", pageSize, pageNumber } }, { fresh: true });
  const newest = await ask(1, PAGE_SIZE);
  // An API may have shorter pages than it was asked for.
  const size = newest.items.length < newest.totalCount ? Math.max(1, newest.items.length) : PAGE_SIZE;
  const first = Math.floor((await firstNotAfter(ask, month, newest.totalCount)) / size) + 1;
  const seen = new Set<string>();
  for (let page = first; page < first + mostPages; page += 1) {
    const { items, totalCount } = page === 1 ? newest : await ask(page, size);
    const fresh = items.filter(({ invoiceNumber }) => !seen.has(invoiceNumber));
    for (const { invoiceNumber } of fresh) seen.add(invoiceNumber);
    yield* fresh.filter(({ dateIssued }) => monthOf(dateIssued) === month);
    // Undated invoices tell nothing about the order.
    if (items.some(({ dateIssued }) => isBefore(monthOf(dateIssued), month))) return;
    // The API ignores the page number: further calls would bring the same invoices.
    if (items.length > 0 && fresh.length === 0) return leftOut();
    if (items.length === 0 || (first - 1) * size + seen.size >= totalCount) return;
  }
  leftOut();
}

const isBefore = (one: string, other: string) => one !== "" && one < other;

const monthOf = (iso: string) => londonMonth(iso) ?? "";

/** Index of the first invoice that is not later than the month, in the list that descends by date. */
async function firstNotAfter(ask: Ask, month: string, total: number): Promise<number> {
  let low = 0;
  let high = total;
  // Binary search: 60 steps cover any count.
  for (let steps = 60; steps > 0 && high - low > PAGE_SIZE; steps -= 1) {
    const middle = Math.floor((low + high) / 2);
    const [invoice] = (await ask(middle + 1, 1)).items;
    if (invoice && monthOf(invoice.dateIssued) > month) low = middle + 1;
    else high = middle;
  }
  return low;
}
