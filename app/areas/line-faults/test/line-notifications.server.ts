import { FAILED_CHECK, linePayloadOf } from "#app/areas/notifications/notification-link.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import {
  latestNotificationsQuery,
  listMyNotifications,
  notificationStatus,
  type Notification,
} from "#app/portal-api/notifications.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { parseMoment } from "#app/time/moment.ts";

const PAGE_SIZE = 100;
/** Notifications are archived after 30 days, so longer lists are not expected. */
const MAX_PAGES = 20;

export interface LineNotification {
  readonly notification: Notification;
  /** The check's id; '' for none. */
  readonly id: string;
  readonly hasFailed: boolean;
  /** A message or an error code from the API. */
  readonly error: string;
  /** Milliseconds since the epoch; NaN if unreadable. */
  readonly issuedAt: number;
}

/** The latest notifications of line checks, newest first. With the default page size it shares the shell's call. */
export async function listLineNotifications(
  { context }: RouteArgs,
  { api }: Portal,
  pageSize: number = latestNotificationsQuery.pageSize,
): Promise<readonly LineNotification[]> {
  const query = { ...latestNotificationsQuery, pageSize };
  const latest = await tolerate(api.call(listMyNotifications, { query }, optionalCallOptions), { context });
  if (!latest.ok) return [];
  return lineNotificationsIn(latest.value.items.slice(0, pageSize));
}

/** Looks for a check's notification in the whole list, page by page; `unread` leaves out those that were read. */
export async function findLineNotification(
  { context }: RouteArgs,
  { api }: Portal,
  id: string,
  { unread }: { readonly unread: boolean },
): Promise<LineNotification | undefined> {
  const includedStatusCodes = unread
    ? [notificationStatus.unread]
    : latestNotificationsQuery.includedStatusCodes;
  const seen = new Set<string>();
  for (let pageNumber = 1; pageNumber <= MAX_PAGES; pageNumber += 1) {
    const query = { ...latestNotificationsQuery, includedStatusCodes, pageSize: PAGE_SIZE, pageNumber };
    const page = await tolerate(api.call(listMyNotifications, { query }, optionalCallOptions), { context });
    if (!page.ok) return undefined;
    const { items, totalCount } = page.value;
    const found = lineNotificationsIn(items).find((one) => one.id === id);
    const before = seen.size;
    for (const { notificationId } of items) seen.add(notificationId);
    // Without new ones the list has ended, or the API ignores the page number.
    if (found || seen.size === before || seen.size >= totalCount) return found;
  }
  return undefined;
}

function lineNotificationsIn(notifications: readonly Notification[]): LineNotification[] {
  return notifications
    .filter(({ type }) => /^(Failed)?LineFaultCheck$/.test(type))
    .map((notification) => ({
      notification,
      ...linePayloadOf(notification),
      hasFailed: notification.type === FAILED_CHECK,
      issuedAt: parseMoment(notification.issuedOn)?.getTime() ?? Number.NaN,
    }));
}
