import { statusView } from "#app/areas/invoices/invoice-status.ts";
import { findLocations } from "#app/areas/locations/find-locations.ts";
import { toLocationRow } from "#app/areas/locations/location-row.ts";
import { toNotificationRow } from "#app/areas/notifications/notification-row.ts";
import { paths } from "#app/paths.ts";
import { listAddresses } from "#app/portal-api/addresses.ts";
import { listContacts } from "#app/portal-api/contacts.ts";
import { listMyInvoices } from "#app/portal-api/invoices.ts";
import { listMyNotifications, notificationStatus } from "#app/portal-api/notifications.ts";
import type { Portal } from "#app/request/portal.ts";
import { formatDate, formatMoney } from "#app/ui/format.ts";
import type { Tone } from "#app/ui/tone.ts";

export interface Hit {
  readonly id: string;
  readonly to: string;
  readonly title: string;
  readonly detail: string;
  readonly unread?: boolean;
  readonly status?: { readonly label: string; readonly tone: Tone };
}

export interface Hits {
  /** The first few. */
  readonly hits: readonly Hit[];
  readonly total: number;
  /** The list with the same search. */
  readonly seeAll: string;
}

const MOST = 5;
/** A group is not worth waiting for longer. */
const options = { timeoutMs: 8_000 };
const page = { pageNumber: 1, pageSize: MOST } as const;

/** All of these throw PortalApiError. */
export async function contactHits({ api }: Portal, keyword: string): Promise<Hits> {
  const query = { ...page, sortBy: "fullName ASC", searchKeyword: keyword };
  const { items, totalCount } = await api.call(listContacts, { query }, options);
  const hits = items.slice(0, MOST).map(({ contactId, fullName, position, email }) => ({
    id: contactId,
    to: paths.contact(contactId),
    title: fullName || "No name",
    detail: joined(position, email),
  }));
  return { hits, total: totalCount, seeAll: searched(paths.contacts(), keyword) };
}

/** Looked for here, as the list does: the API takes no keyword for locations. */
export async function locationHits({ api }: Portal, keyword: string): Promise<Hits> {
  const all = await api.call(listAddresses, {}, options);
  const query = { ...page, sortBy: "address ASC", searchKeyword: keyword };
  const { items, totalCount } = findLocations(all, query);
  const hits = items.map(toLocationRow).map(({ id, address, postCode, notes }) => ({
    id,
    to: paths.location(id),
    title: address || "No address",
    detail: joined(postCode, notes),
  }));
  return { hits, total: totalCount, seeAll: searched(paths.locations(), keyword) };
}

/** The newest first, whatever their status. */
export async function invoiceHits({ api }: Portal, keyword: string): Promise<Hits> {
  const query = { sortBy: "dateIssued DESC", pageSize: MOST, pageNumber: 1, searchKeyword: keyword };
  const { items, totalCount } = await api.call(listMyInvoices, { query }, options);
  const hits = items.slice(0, MOST).map(({ invoiceNumber, dateIssued, orderNumber, total, status }) => ({
    id: invoiceNumber,
    to: paths.invoice(invoiceNumber),
    title: `Invoice ${invoiceNumber}`,
    detail: joined(formatDate(dateIssued) ?? "", formatMoney(total), orderNumber),
    status: statusView(status),
  }));
  return { hits, total: totalCount, seeAll: searched(paths.invoices(), keyword) };
}

/** Archived ones, too: who searches knows that it was there once. */
export async function notificationHits({ api }: Portal, keyword: string): Promise<Hits> {
  const query = {
    sortBy: "issuedon DESC",
    pageSize: MOST,
    pageNumber: 1,
    includedStatusCodes: Object.values(notificationStatus),
    searchKeyword: keyword,
  };
  const { items, totalCount } = await api.call(listMyNotifications, { query }, options);
  const hits = items.slice(0, MOST).map((item) => {
    const { id, to, subject, issued, status, isUnread } = toNotificationRow(item);
    return { id, to, title: subject, detail: joined(issued, item.issuedBy), unread: isUnread, status };
  });
  const statuses = Object.keys(notificationStatus).map((name): [string, string] => ["status", name]);
  return { hits, total: totalCount, seeAll: searched(paths.notifications(), keyword, statuses) };
}

function searched(list: string, keyword: string, more: readonly (readonly [string, string])[] = []): string {
  return `${list}?${new URLSearchParams([["search", keyword], ...more.map((pair) => [...pair])])}`;
}

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== "").join(" · ");
