import { optionalCallOptions } from "#app/errors/tolerate.ts";
import { maximum } from "#app/limits.ts";
import type { CallOptions } from "#app/portal-api/client.ts";
import { pageUnlessBeyond } from "#app/portal-api/errors.ts";
import { listMyInvoices, uniqueInvoices, type InvoiceSummary } from "#app/portal-api/invoices.ts";
import { sumOfMoney } from "#app/portal-api/shapes.ts";
import type { Portal } from "#app/request/portal.ts";
import { formatDate, formatMoney } from "#app/ui/format.ts";
import { howPaid, unpaidGroups, type Mandates, type UnpaidGroup } from "./how-paid.server.ts";

const PAGE_SIZE = 200;
const MAX_PAGES = 5;

interface Unpaid {
  readonly invoices: readonly InvoiceSummary[];
  readonly isAll: boolean;
  /** The API's totals over all unpaid invoices. */
  readonly totalCount: number;
  readonly outstandingTotal: unknown;
}

/** The unpaid invoices, oldest first, from five pages at most; `isAll` is false if there are more, or the API counts more. */
export async function listUnpaid({ api }: Portal, options?: CallOptions): Promise<Unpaid> {
  const read = (page: number) => {
    const query = { sortBy: "dateIssued ASC", pageSize: PAGE_SIZE, pageNumber: page, unpaidOnly: true };
    return api.call(listMyInvoices, { query }, options);
  };
  const first = await read(1);
  // Pages may be shorter than requested, and an API may return all invoices at once.
  const pages = Math.ceil(first.totalCount / Math.max(1, first.items.length));
  const rest = Array.from({ length: Math.max(0, Math.min(pages, MAX_PAGES) - 1) }, (_, index) =>
    read(index + 2),
  );
  const pagesRead = [first, ...(await Promise.all(rest))];
  let invoices = uniqueInvoices(pagesRead.flatMap(({ items }) => items));
  // After a full page there may be more, since a total may count that page alone.
  let mayBeMore = pagesRead.at(-1)?.items.length === PAGE_SIZE;
  for (let page = pagesRead.length + 1; mayBeMore && page <= MAX_PAGES; page += 1) {
    const { items } = (await pageUnlessBeyond(read(page), invoices.length >= first.totalCount)) ?? {
      items: [],
    };
    const before = invoices.length;
    invoices = uniqueInvoices([...invoices, ...items]);
    mayBeMore = items.length === PAGE_SIZE && invoices.length > before;
  }
  return {
    invoices: invoices.slice(0, maximum.rows),
    isAll: invoices.length >= first.totalCount && invoices.length <= maximum.rows && !mayBeMore,
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
}

/** The amounts to be paid, by method, for the dashboard, Invoices and Make a Payment. Throws PortalApiError. */
export async function loadUnpaidSummary(
  portal: Portal,
  mandates: Promise<Mandates>,
  now: Date,
): Promise<UnpaidSummary> {
  const [unpaid, loadedMandates] = await Promise.all([listUnpaid(portal, optionalCallOptions), mandates]);
  return summariseUnpaid(unpaid, loadedMandates, now);
}

export function summariseUnpaid(
  { invoices, isAll, totalCount, outstandingTotal }: Unpaid,
  mandates: Mandates,
  now: Date,
): UnpaidSummary {
  const oldest = formatDate(invoices[0]?.dateIssued);
  if (!isAll || !mandates) {
    const total = typeof outstandingTotal === "number" ? formatMoney(outstandingTotal) : undefined;
    return { count: totalCount, total, oldest };
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
      oldest: formatDate(members[0]?.dateIssued),
    };
    return [[group, sum]];
  });
  return {
    count: owed.length,
    total: formatMoney(totalDue(owed)),
    oldest: formatDate(owed[0]?.dateIssued),
    groups: Object.fromEntries(groups) as UnpaidSummary["groups"],
  };
}

const groupLabels: Readonly<Record<UnpaidGroup, string>> = {
  due: "Due now, by card",
  collected: "Collected by Direct Debit",
  held: "Disputed or on hold",
  "above the limit": "Above what a card can pay",
  "being paid": "Payment processing",
};

const invoiceCount = (count: number) =>
  count === 1 ? "1 invoice" : `${count.toLocaleString("en-GB")} invoices`;

/** The figures above the list of invoices. */
export function dueFigures({ count, total, oldest, groups }: UnpaidSummary) {
  const figures = [{ term: "Unpaid invoices", detail: count.toLocaleString("en-GB") }];
  if (total !== undefined) figures.unshift({ term: "Outstanding", detail: total });
  if (oldest !== undefined && count > 0) figures.push({ term: "Oldest unpaid", detail: oldest });
  if (groups?.due && groups.due.count < count)
    figures.splice(1, 0, { term: groupLabels.due, detail: groups.due.total });
  return { figures, note: count === 0 ? "Nothing is due. Thank you." : undefined };
}

/** The summary of unpaid invoices for the dashboard and Make a Payment. */
export interface ToPayView {
  /** '£1,234.50'; undefined if nothing is due by card or the sum is unknown. */
  readonly amount?: string;
  readonly text: string;
  readonly isDue: boolean;
  readonly otherWays: readonly { readonly term: string; readonly detail: string }[];
}

export function toPayView({ groups, ...all }: UnpaidSummary): ToPayView {
  if (all.count === 0) return { text: "Nothing is due. Thank you.", isDue: false, otherWays: [] };
  if (!groups) {
    const text = `${invoiceCount(all.count)} unpaid${sinceOldest(all.oldest)}`;
    return { amount: all.total, text, isDue: true, otherWays: [] };
  }
  const { due } = groups;
  const otherWays = unpaidGroups.flatMap((group) => {
    const sum = groups[group];
    if (!sum || group === "due") return [];
    const when = sum.from === undefined ? "" : `, on or after ${sum.from}`;
    return [{ term: groupLabels[group], detail: `${sum.total} · ${invoiceCount(sum.count)}${when}` }];
  });
  if (!due) return { text: "Nothing is due by card now.", isDue: false, otherWays };
  const text = `${invoiceCount(due.count)} due now, by card${sinceOldest(due.oldest)}`;
  return { amount: due.total, text, isDue: true, otherWays };
}

const sinceOldest = (oldest: string | undefined) => (oldest === undefined ? "" : `, the oldest of ${oldest}`);
