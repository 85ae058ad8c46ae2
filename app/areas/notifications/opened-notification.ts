import { optionalCallOptions, tolerate, type Tolerated } from "#app/errors/tolerate.ts";
import {
  getNotification,
  latestNotificationsQuery,
  listMyNotifications,
  markNotificationAsRead,
  notificationStatus,
  type Notification,
} from "#app/portal-api/notifications.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";

interface OpenedNotification {
  readonly notification: Notification;
  /** True if it was unread and was marked as read, by this request or a parallel one. */
  readonly becameRead: boolean;
  readonly failure?: Extract<Tolerated<unknown>, { ok: false }>;
}

/** Loads a notification; opening its page marks it as read, once per session. Throws PortalApiError. */
export function openNotification(args: RouteArgs, portal: Portal, id: string): Promise<OpenedNotification> {
  const opening = loadAndMarkRead(args, portal, id);
  args.context.state.markedReadId = opening.then(
    ({ becameRead, notification }) => (becameRead ? notification.notificationId : undefined),
    () => undefined,
  );
  return opening;
}

async function loadAndMarkRead(
  { context, request }: RouteArgs,
  portal: Portal,
  id: string,
): Promise<OpenedNotification> {
  const { api } = portal;
  const isPageVisit = context.navigation && request.method === "GET";
  // The shell shares this call. It is sent first, so that it counts this notification as unread.
  const unreadCount =
    isPageVisit &&
    tolerate(api.call(listMyNotifications, { query: latestNotificationsQuery }, optionalCallOptions));
  const [notification] = await Promise.all([api.call(getNotification, { query: { id } }), unreadCount]);
  return isPageVisit ? markReadOnce(context, portal, notification) : { notification, becameRead: false };
}

/** Marks an unread notification as read, once per session. Throws only errors that concern the whole page. */
export async function markReadOnce(
  context: RouteArgs["context"],
  { api, session, account }: Portal,
  notification: Notification,
): Promise<OpenedNotification> {
  if (notification.status !== notificationStatus.unread) return { notification, becameRead: false };
  const query = { id: notification.notificationId };
  const readNotification = { ...notification, status: notificationStatus.read };
  const claim = `read ${account.clientId} ${notification.notificationId}`;
  if (!(await session.claim(claim))) return { notification: readNotification, becameRead: true };
  const result = await tolerate(api.call(markNotificationAsRead, { query }, optionalCallOptions), {
    context,
  });
  if (result.ok) return { notification: readNotification, becameRead: true };
  await session.release(claim);
  return { notification, becameRead: false, failure: result };
}
