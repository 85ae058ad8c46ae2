import { FAILED_CHECK, linePayloadOf } from "#app/areas/notifications/notification-link.ts";
import { notificationList } from "#app/areas/notifications/notification-list.server.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { loadAllItems } from "#app/grid/list-loader.server.ts";
import { timeouts } from "#app/limits.ts";
import {
  latestNotificationsQuery,
  listMyNotifications,
  type Notification,
} from "#app/portal-api/notifications.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { parseMoment } from "#app/time/moment.ts";

export interface LineNotification {
  readonly notification: Notification;
  /** The check's id; '' if the payload has none. */
  readonly id: string;
  readonly hasFailed: boolean;
  /** A message or an error code from the API. */
  readonly error: string;
  /** Milliseconds since the epoch; NaN if unreadable. */
  readonly issuedAt: number;
}

/** The latest notifications of line checks, newest first. With the default page size it shares the call of the page's frame. */
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

/** Looks for a check's notification in the whole list, or only among the unread ones. Gives up after `timeouts.optionalCallMs`. */
export async function findLineNotification(
  args: RouteArgs,
  portal: Portal,
  id: string,
  { unread }: { readonly unread: boolean },
): Promise<LineNotification | undefined> {
  const deadline = performance.now() + timeouts.optionalCallMs;
  const search = async () => {
    for await (const notification of loadAllItems(notificationList, portal, unread ? "?status=unread" : "")) {
      const match = lineNotificationsIn([notification]).find(
        (lineNotification) => lineNotification.id === id,
      );
      if (match || performance.now() > deadline) return match;
    }
    return undefined;
  };
  const result = await tolerate(search(), args);
  return result.ok ? result.value : undefined;
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
