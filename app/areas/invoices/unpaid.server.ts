import { offers } from "#app/document/offers.ts";
import { optionalCallOptions } from "#app/errors/tolerate.ts";
import { maximum } from "#app/limits.ts";
import type { CallOptions } from "#app/portal-api/client.ts";
import { pageUnlessBeyond } from "#app/portal-api/errors.ts";
import { isCredit, listMyInvoices, uniqueInvoices, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import { sumOfMoney } from "#app/portal-api/shapes.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { parseMoment } from "#app/time/moment.ts";
import { formatDate, formatMoney } from "#app/ui/format.ts";
import { howPaid, unpaidGroups, type Mandates, type UnpaidGroup } from "./how-paid.server.ts";

const MAX_PAGES = 5;

interface Unpaid {
  readonly invoices: readonly InvoiceSummary[];
  readonly isAll: boolean;
  /** The API's totals over all that match. */
  readonly totalCount: number;
  readonly outstandingTotal: unknown;
}

/** The unpaid invoices, oldest first, from five pages at most; `isAll` is false if there are more, or the API counts more. */
export async function listUnpaid(portal: Portal, options?: CallOptions): Promise<Unpaid> {
  const query = { sortBy: "dateIssued ASC", pageSize: 200, unpaidOnly: true };
  const unpaid = await readPages(portal, query, options);
  // An API that answers all at once may not sort them.
  const timeOf = ({ dateIssued }: InvoiceSummary) => parseMoment(dateIssued)?.getTime() ?? 0;
  return { ...unpaid, invoices: unpaid.invoices.toSorted((a, b) => timeOf(a) - timeOf(b)) };
}

/**
 * The unpaid invoices, oldest first, then the credit notes that are not used up. These are found by their amount among all
 * invoices, since they are not unpaid. They are not all if the API has another total.
 */
export async function listOutstanding(portal: Portal, options?: CallOptions): Promise<Unpaid> {
  const byAmount = { sortBy: "outstandingAmount ASC", pageSize: 100 };
  const [unpaid, leastFirst] = await Promise.all([
    listUnpaid(portal, options),
    readPages(portal, byAmount, options, hasAllCredits),
  ]);
  const { outstandingTotal } = leastFirst;
  const invoices = uniqueInvoices([...unpaid.invoices, ...leastFirst.invoices.filter(isCredit)]);
  const isTotal =
    typeof outstandingTotal !== "number" || sumOfMoney([outstandingTotal]) === totalDue(invoices);
  const isAll = unpaid.isAll && leastFirst.isAll && isTotal;
  return { invoices, isAll, totalCount: unpaid.totalCount, outstandingTotal };
}

/** Whether these are in order, so that no credit note comes after one that is none. */
function hasAllCredits(invoices: readonly InvoiceSummary[]): boolean {
  const amounts = invoices.map(({ outstandingAmount }) => outstandingAmount);
  const isOrdered = amounts.every((amount, index) => amount >= (amounts[index - 1] ?? amount));
  return isOrdered && Number(amounts.at(-1)) >= 0;
}

/** Reads all invoices, or as many as are enough. */
async function readPages(
  { api }: Portal,
  query: { readonly sortBy: string; readonly pageSize: number; readonly unpaidOnly?: boolean },
  options?: CallOptions,
  isEnough: (invoices: readonly InvoiceSummary[]) => boolean = () => false,
): Promise<Unpaid> {
  const { pageSize } = query;
  const read = (pageNumber: number) => api.call(listMyInvoices, { query: { ...query, pageNumber } }, options);
  const first = await read(1);
  // Pages may be shorter than requested, and an API may return all invoices at once.
  const pages = isEnough(first.items) ? 1 : Math.ceil(first.totalCount / Math.max(1, first.items.length));
  const rest = Array.from({ length: Math.max(0, Math.min(pages, MAX_PAGES) - 1) }, (_, index) =>
    read(index + 2),
  );
  const pagesRead = [first, ...(await Promise.all(rest))];
  let invoices = uniqueInvoices(pagesRead.flatMap(({ items }) => items));
  // After a full page there may be more, since a total may count that page alone.
  let mayBeMore = !isEnough(invoices) && pagesRead.at(-1)?.items.length === pageSize;
  for (let page = pagesRead.length + 1; mayBeMore && page <= MAX_PAGES; page += 1) {
    const loaded = await pageUnlessBeyond(read(page), invoices.length >= first.totalCount);
    const items = loaded?.items ?? [];
    const before = invoices.length;
    invoices = uniqueInvoices([...invoices, ...items]);
    mayBeMore = !isEnough(invoices) && items.length === pageSize && invoices.length > before;
  }
  const isRead = invoices.length >= first.totalCount && invoices.length <= maximum.rows && !mayBeMore;
  return {
    invoices: invoices.slice(0, maximum.rows),
    isAll: isRead || isEnough(invoices),
    totalCount: Math.max(first.totalCount, invoices.length),
    outstandingTotal: first.outstandingTotal,
  };
}

export function totalDue(invoices: readonly Pick<InvoiceSummary, "outstandingAmount">[]): number {
  return sumOfMoney(invoices.map(({ outstandingAmount }) => outstandingAmount));
}

/** The earliest day on which one of these is collected, like '24/11/2026'; undefined if none is. */
function earliestDay(members: readonly { readonly collectedFrom: string | undefined }[]): string | undefined {
  const sortKey = (day: string) => day.split("/").reverse().join("");
  const days = members.flatMap(({ collectedFrom }) => collectedFrom ?? []);
  return days.sort((one, other) => sortKey(one).localeCompare(sortKey(other)))[0];
}

/** The day of the first with a date that can be read, e.g. '05/11/2024'. */
const oldestDay = (invoices: readonly InvoiceSummary[]) =>
  formatDate(invoices.find(({ dateIssued }) => parseMoment(dateIssued))?.dateIssued);

interface UnpaidSum {
  readonly count: number;
  /** '£1,234.50' */
  readonly total: string;
  /** The first day on which a direct debit collects one of them, e.g. '24/11/2026'. */
  readonly from?: string;
  /** The day of the oldest, e.g. '05/11/2024'. */
  readonly oldest?: string;
}

export interface UnpaidSummary {
  readonly count: number;
  /** Undefined if the API does not say it and not all invoices could be read. */
  readonly total?: string;
  readonly oldest?: string;
  /** Undefined if not all unpaid invoices could be read, because a partial sum would be wrong. */
  readonly groups?: Readonly<Partial<Record<UnpaidGroup, UnpaidSum>>>;
  readonly areDirectDebitsKnown: boolean;
  readonly takesCards?: boolean;
}

/** The amounts to be paid, by method, for the dashboard, Invoices and Make a Payment. Throws PortalApiError. */
export async function loadUnpaidSummary(
  { context: { config, services } }: RouteArgs,
  portal: Portal,
  mandates: Promise<Mandates>,
): Promise<UnpaidSummary> {
  const all = await Promise.all([listUnpaid(portal, optionalCallOptions), mandates]);
  return { ...summariseUnpaid(...all, services.now()), takesCards: offers(config, "cardPayments") };
}

export function summariseUnpaid(
  { invoices, isAll, totalCount, outstandingTotal }: Unpaid,
  mandates: Mandates,
  now: Date,
): UnpaidSummary {
  const areDirectDebitsKnown = mandates !== undefined;
  if (!isAll || !mandates) {
    const total = typeof outstandingTotal === "number" ? formatMoney(outstandingTotal) : undefined;
    return { count: totalCount, total, oldest: oldestDay(invoices), areDirectDebitsKnown };
  }
  const withHowPaid = invoices.map((invoice) => ({ ...invoice, ...howPaid(invoice, mandates, now) }));
  const owed = withHowPaid.filter(({ group }) => group !== undefined);
  const byGroup = Map.groupBy(owed, ({ group }) => group);
  const groups = unpaidGroups.flatMap((group) => {
    const members = byGroup.get(group);
    if (!members) return [];
    const sum: UnpaidSum = {
      count: members.length,
      total: formatMoney(totalDue(members)),
      from: earliestDay(members),
      oldest: oldestDay(members),
    };
    return [[group, sum]];
  });
  return {
    count: owed.length,
    total: formatMoney(totalDue(owed)),
    oldest: oldestDay(owed),
    groups: Object.fromEntries(groups) as UnpaidSummary["groups"],
    areDirectDebitsKnown,
  };
}

const groupLabels: Readonly<Record<UnpaidGroup, string>> = {
  due: "Due now",
  collected: "Collected by Direct Debit",
  held: "Disputed or on hold",
  "above the limit": "Above what a card can pay",
  "being paid": "Payment processing",
};

const invoiceCount = (count: number) =>
  count === 1 ? "1 invoice" : `${count.toLocaleString("en-GB")} invoices`;

/** The figures above the list of invoices; `ofAll` is the API's outstanding total of all of them, unused credit included. */
export function dueFigures({ count, total, oldest, groups, takesCards }: UnpaidSummary, ofAll?: unknown) {
  const figures = [{ term: "Unpaid invoices", detail: count.toLocaleString("en-GB") }];
  if (typeof ofAll === "number") figures.unshift({ term: "Outstanding", detail: formatMoney(ofAll) });
  else if (total !== undefined) figures.unshift({ term: "Unpaid", detail: total });
  if (oldest !== undefined && count > 0) figures.push({ term: "Oldest unpaid", detail: oldest });
  if (groups?.due && groups.due.count < count)
    figures.splice(1, 0, { term: takesCards ? "Due now, by card" : "Due now", detail: groups.due.total });
  return { figures, note: count === 0 ? "Nothing is due. Thank you." : undefined };
}

/** The summary of unpaid invoices for the dashboard and Make a Payment. */
export interface ToPayView {
  /** '£1,234.50'; undefined if nothing is due by card or the sum is unknown. */
  readonly amount?: string;
  readonly text: string;
  readonly isDue: boolean;
  readonly otherWays: readonly { readonly term: string; readonly detail: string }[];
  /** Whether a direct debit collects some of it, as far as is known. */
  readonly isCollected: boolean;
  readonly areDirectDebitsKnown: boolean;
}

export function toPayView({ groups, areDirectDebitsKnown, takesCards, ...all }: UnpaidSummary): ToPayView {
  const otherWays = unpaidGroups.flatMap((group) => {
    const sum = groups?.[group];
    if (!sum || group === "due") return [];
    const when = sum.from === undefined ? "" : `, on or after ${sum.from}`;
    return [{ term: groupLabels[group], detail: `${sum.total} · ${invoiceCount(sum.count)}${when}` }];
  });
  const view = {
    isDue: false,
    otherWays,
    isCollected: groups?.collected !== undefined,
    areDirectDebitsKnown,
  };
  if (all.count === 0) return { ...view, text: "Nothing is due. Thank you." };
  const shown = groups ? groups.due : all;
  if (!shown) return { ...view, text: takesCards ? "Nothing is due by card now." : "Nothing is due now." };
  const { count, total, oldest } = shown;
  const sinceOldest = oldest === undefined ? "" : `, the oldest of ${oldest}`;
  const due = takesCards ? "due now, by card" : "due now";
  const text = `${invoiceCount(count)} ${groups ? due : "unpaid"}${sinceOldest}`;
  return { ...view, amount: total, text, isDue: true };
}
