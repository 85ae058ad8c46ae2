import { offers } from "#app/document/offers.ts";
import { optionalCallOptions } from "#app/errors/tolerate.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDate, formatMoney, readable } from "#app/ui/format.ts";
import { maximum } from "#shared/limits.ts";
import type { CallOptions } from "#shared/portal-api/client.ts";
import { pageUnlessBeyond } from "#shared/portal-api/errors.ts";
import {
  isCredit,
  listMyInvoices,
  sumOfMoney,
  uniqueInvoices,
  type InvoiceSummary,
} from "#shared/portal-api/invoices.ts";
import { parseMoment } from "#shared/time/moment.ts";
import { howPaid, unpaidGroups, type Mandates, type UnpaidGroup } from "./how-paid.server.ts";

const MAX_PAGES = 5;

/** Invoices loaded from the API, perhaps not all of them. */
interface InvoicesRead {
  readonly invoices: readonly InvoiceSummary[];
  readonly isAll: boolean;
  /** The API's count of everything that matches. */
  readonly totalCount: number;
  readonly outstandingTotal: unknown;
}

/** The unpaid invoices, oldest first, from at most `maxPages`, five by default. `isAll` is false if there are more, or the API's count is higher. */
export async function listUnpaid(
  portal: Pick<Portal, "api">,
  options?: CallOptions,
  maxPages?: number,
): Promise<InvoicesRead> {
  const query = { sortBy: "dateIssued ASC", pageSize: 200, unpaidOnly: true };
  const unpaid = await readPages(portal, query, options, () => false, maxPages);
  // An API that returns everything at once may not sort.
  const timeOf = ({ dateIssued }: InvoiceSummary) => parseMoment(dateIssued)?.getTime() ?? 0;
  return { ...unpaid, invoices: unpaid.invoices.toSorted((a, b) => timeOf(a) - timeOf(b)) };
}

/**
 * The unpaid invoices, oldest first, then the credit notes with credit left. Those don't count as unpaid, so we find
 * them by amount among all invoices. Without `isAll`, the API's total is different.
 */
export async function listOutstanding(portal: Portal, options?: CallOptions): Promise<InvoicesRead> {
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

/** Sorted by amount, credit notes come first, so once a paid or unpaid invoice follows there can't be any more. */
function hasAllCredits(invoices: readonly InvoiceSummary[], outstandingTotal: unknown): boolean {
  const amounts = invoices.map(({ outstandingAmount }) => outstandingAmount);
  const isOrdered = amounts.every((amount, index) => amount >= (amounts[index - 1] ?? amount));
  const last = amounts.at(-1) ?? 0;
  // Paid invoices alone look sorted even if the API doesn't sort; then its total would be different.
  return isOrdered && (last > 0 || (last === 0 && typeof outstandingTotal === "number"));
}

/** Loads all pages, or stops once it has enough. */
async function readPages(
  { api }: Pick<Portal, "api">,
  query: { readonly sortBy: string; readonly pageSize: number; readonly unpaidOnly?: boolean },
  options: CallOptions | undefined,
  isEnough: (invoices: readonly InvoiceSummary[], outstandingTotal: unknown) => boolean,
  maxPages = MAX_PAGES,
): Promise<InvoicesRead> {
  const readPage = (pageNumber: number) =>
    api.call(listMyInvoices, { query: { ...query, pageNumber } }, options);
  const { items, totalCount, outstandingTotal } = await readPage(1);
  // A full page may not be the last, because some APIs' totals only count the page.
  const mayCountPage = totalCount <= items.length && items.length === query.pageSize;
  // Pages may be shorter than requested, and an API may return all invoices at once.
  const pages = mayCountPage ? maxPages : Math.ceil(totalCount / Math.max(1, items.length));
  const isFirstEnough = pages <= 1 || isEnough(items, outstandingTotal);
  const rest = Array.from({ length: isFirstEnough ? 0 : Math.min(pages, maxPages) - 1 }, (_, index) =>
    pageUnlessBeyond(readPage(index + 2), mayCountPage),
  );
  const read = [items, ...(await Promise.all(rest)).map((page) => page?.items ?? [])];
  const lastPage = read.pop() ?? [];
  const before = uniqueInvoices(read.flat());
  const invoices = uniqueInvoices([...before, ...lastPage]);
  const mayBeMore = mayCountPage && lastPage.length === query.pageSize && invoices.length > before.length;
  const isRead = invoices.length >= totalCount && invoices.length <= maximum.rows && !mayBeMore;
  return {
    invoices: invoices.slice(0, maximum.rows),
    isAll: isRead || isEnough(invoices, outstandingTotal),
    totalCount: Math.max(totalCount, invoices.length),
    outstandingTotal,
  };
}

export function totalDue(invoices: readonly Pick<InvoiceSummary, "outstandingAmount">[]): number {
  return sumOfMoney(invoices.map(({ outstandingAmount }) => outstandingAmount));
}

/** The date of the first one with a readable date, e.g. '05/11/2024'. */
export const oldestDay = (invoices: readonly InvoiceSummary[]) =>
  formatDate(invoices.find(({ dateIssued }) => readable(dateIssued))?.dateIssued);

interface UnpaidSum {
  readonly count: number;
  /** E.g. '£1,234.50'; undefined if the API doesn't say and we couldn't load all invoices. */
  readonly total?: string;
  /** The oldest one's date, e.g. '05/11/2024'. */
  readonly oldest?: string;
  /** When a direct debit collects the first of them, e.g. 'any day now'. */
  readonly when?: string;
}

export interface UnpaidSummary extends UnpaidSum {
  /** Undefined if we couldn't load all unpaid invoices, because a partial sum would be wrong. */
  readonly groups?: Readonly<Partial<Record<UnpaidGroup, UnpaidSum & { readonly total: string }>>>;
  readonly areDirectDebitsKnown: boolean;
  readonly takesCards?: boolean;
}

/** The amounts to pay by method, for all unpaid invoices or all but `without`. Throws PortalApiError. */
export async function loadUnpaidSummary(
  { context: { config, services } }: RouteArgs,
  portal: Portal,
  mandates: Promise<Mandates>,
  without: ReadonlySet<string> = new Set(),
): Promise<UnpaidSummary> {
  const [all, known] = await Promise.all([listUnpaid(portal, optionalCallOptions), mandates]);
  const invoices = all.invoices.filter(({ invoiceNumber }) => !without.has(invoiceNumber));
  const summary = summariseUnpaid({ ...all, invoices }, known, services.now());
  return { ...summary, takesCards: offers(config, "cardPayments") };
}

/** The groups that have any invoices, in order, with their labels. */
const groupsIn = ({ groups = {} }: UnpaidSummary) =>
  (Object.keys(unpaidGroups) as UnpaidGroup[]).flatMap((group) => {
    const sum = groups[group];
    return sum ? [{ ...sum, group, label: unpaidGroups[group] }] : [];
  });

/** 'Not included: 4 disputed or on hold (£907.20).'; '' if there are none or we don't know. */
export function notIncludedText(summary: UnpaidSummary): string {
  const parts = groupsIn(summary).map(
    ({ count, label, total }) => `${count} ${label.slice(0, 1).toLowerCase()}${label.slice(1)} (${total})`,
  );
  return parts.length > 0 ? `Not included: ${parts.join(", ")}.` : "";
}

export function summariseUnpaid(
  { invoices, isAll, totalCount, outstandingTotal }: InvoicesRead,
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
  const groups = [...byGroup].map(([group, members]) => [
    group,
    // The oldest is collected first.
    { ...sumUp(members), when: members[0]?.collectedWhen },
  ]);
  return {
    ...sumUp(owed),
    groups: Object.fromEntries(groups) as UnpaidSummary["groups"],
    areDirectDebitsKnown,
  };
}

const sumUp = (invoices: readonly InvoiceSummary[]) => ({
  count: invoices.length,
  total: formatMoney(totalDue(invoices)),
  oldest: oldestDay(invoices),
});

export const invoiceCount = (count: number) =>
  count === 1 ? "1 invoice" : `${count.toLocaleString("en-GB")} invoices`;

/** The figures above the list of invoices. `ofAll` is the API's outstanding total, including unused credit. */
export function dueFigures({ count, total, oldest, groups, takesCards }: UnpaidSummary, ofAll?: unknown) {
  const figures = [{ term: "Unpaid invoices", detail: count.toLocaleString("en-GB") }];
  if (typeof ofAll === "number") figures.unshift({ term: "Outstanding", detail: formatMoney(ofAll) });
  else if (total !== undefined) figures.unshift({ term: "Unpaid", detail: total });
  if (oldest !== undefined && count > 0) figures.push({ term: "Oldest unpaid", detail: oldest });
  if (groups?.due && groups.due.count < count)
    figures.splice(1, 0, { term: takesCards ? "Due now, by card" : "Due now", detail: groups.due.total });
  return { figures, note: count === 0 ? "Nothing to pay. Thank you." : undefined };
}

export type ToPayView = ReturnType<typeof toPayView>;

/** The summary of unpaid invoices on the dashboard and Make a Payment, without an amount if nothing is due by card or we don't know the sum. */
export function toPayView(summary: UnpaidSummary) {
  const { groups, areDirectDebitsKnown, takesCards, ...all } = summary;
  const otherGroups = groupsIn(summary).filter(({ group }) => group !== "due");
  const otherWays = otherGroups.map(({ label, count, total, when }) => {
    const first = when ? `, ${count > 1 ? "the first " : ""}${when}` : "";
    return { term: label, detail: `${total} · ${invoiceCount(count)}${first}` };
  });
  const view = { otherWays, isCollected: groups?.collected !== undefined, areDirectDebitsKnown };
  const nothing = (text: string) => ({ ...view, amount: undefined, text, isDue: false });
  if (all.count === 0) return nothing("Nothing to pay. Thank you.");
  const shown = groups ? groups.due : all;
  if (!shown) return nothing(takesCards ? "Nothing to pay by card right now." : "Nothing to pay right now.");
  const { count, total, oldest } = shown;
  const sinceOldest = oldest === undefined ? "" : `, the oldest dated ${oldest}`;
  const due = takesCards ? "to pay by card" : "to pay";
  const text = `${invoiceCount(count)} ${groups ? due : "unpaid"}${sinceOldest}`;
  return { ...view, amount: total, text, isDue: true };
}
