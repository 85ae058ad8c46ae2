import { FAILED_CHECK, payloadOf } from "#app/areas/notifications/notification-link.ts";
import { notificationList } from "#app/areas/notifications/notification-list.server.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { loadAllItems } from "#app/grid/list-loader.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { timeouts } from "#shared/limits.ts";
import { liveKindOf } from "#shared/live-kinds.ts";
import {
  latestNotificationsQuery,
  listMyNotifications,
  type Notification,
} from "#shared/portal-api/notifications.ts";
import { parseMoment } from "#shared/time/moment.ts";

export type LineNotification = ReturnType<typeof lineNotificationsIn>[number];

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
  const find = async () => {
    for await (const item of loadAllItems(notificationList, portal, unread ? "?status=unread" : "")) {
      const [found] = lineNotificationsIn([item]);
      if (found?.id === id || performance.now() > deadline) return found;
    }
    return undefined;
  };
  const found = await tolerate(find(), args);
  return found.ok && found.value?.id === id ? found.value : undefined;
}

function lineNotificationsIn(notifications: readonly Notification[]) {
  return notifications
    .filter(({ type }) => liveKindOf(type).group === "line-tests")
    .map((notification) => ({
      notification,
      ...payloadOf(notification),
      hasFailed: notification.type === FAILED_CHECK,
      /** Milliseconds since the epoch; NaN if unreadable. */
      issuedAt: parseMoment(notification.issuedOn)?.getTime() ?? Number.NaN,
    }));
}
