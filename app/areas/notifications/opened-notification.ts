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

/** Loads a notification; a person's visit marks it as read, once per session. Throws PortalApiError. */
export function openNotification(args: RouteArgs, portal: Portal, id: string): Promise<OpenedNotification> {
  const opening = loadAndMarkRead(args, portal, id);
  args.context.state.madeRead = opening.then(
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
  const byPerson = context.navigation && request.method === "GET";
  // The shell shares this call. Sent now, it counts the unread notifications before the status changes.
  const counts =
    byPerson &&
    tolerate(api.call(listMyNotifications, { query: latestNotificationsQuery }, optionalCallOptions));
  const [notification] = await Promise.all([api.call(getNotification, { query: { id } }), counts]);
  return byPerson ? markReadOnce(context, portal, notification) : { notification, becameRead: false };
}

/** Marks an unread notification as read, once per session. Throws only errors that concern the whole page. */
export async function markReadOnce(
  context: RouteArgs["context"],
  { api, session, account }: Portal,
  notification: Notification,
): Promise<OpenedNotification> {
  if (notification.status !== notificationStatus.unread) return { notification, becameRead: false };
  const query = { id: notification.notificationId };
  const read = { ...notification, status: notificationStatus.read };
  const claim = `read ${account.clientId} ${notification.notificationId}`;
  if (!(await session.claim(claim))) return { notification: read, becameRead: true };
  const marked = await tolerate(api.call(markNotificationAsRead, { query }, optionalCallOptions), {
    context,
  });
  if (marked.ok) return { notification: read, becameRead: true };
  await session.release(claim);
  return { notification, becameRead: false, failure: marked };
}
