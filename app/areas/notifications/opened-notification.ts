import { partOptions, tolerate, type Tolerated } from "#app/errors/tolerate.ts";
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
  /** True when it was unread, and this request or one beside it made it read. */
  readonly becameRead: boolean;
  readonly failure?: Extract<Tolerated<unknown>, { ok: false }>;
}

/** Opens a notification: a person's visit makes an unread one read, once in a session. Throws PortalApiError. */
export function openNotification(args: RouteArgs, portal: Portal, id: string): Promise<OpenedNotification> {
  const opening = open(args, portal, id);
  args.context.state.madeRead = opening.then(
    ({ becameRead, notification }) => (becameRead ? notification.notificationId : undefined),
    () => undefined,
  );
  return opening;
}

async function open(
  { context, request }: RouteArgs,
  portal: Portal,
  id: string,
): Promise<OpenedNotification> {
  const { api } = portal;
  const byPerson = context.navigation && request.method === "GET";
  // The shell asks for the same list: its counts are from before the status changes.
  const counts =
    byPerson && tolerate(api.call(listMyNotifications, { query: latestNotificationsQuery }, partOptions));
  const [notification] = await Promise.all([api.call(getNotification, { query: { id } }), counts]);
  return byPerson ? makeRead(context, portal, notification) : { notification, becameRead: false };
}

/** Makes an unread notification read, once in a session. Throws PortalApiError for what concerns the whole page. */
export async function makeRead(
  context: RouteArgs["context"],
  { api, session, account }: Portal,
  notification: Notification,
): Promise<OpenedNotification> {
  if (notification.status !== notificationStatus.unread) return { notification, becameRead: false };
  const query = { id: notification.notificationId };
  const read = { ...notification, status: notificationStatus.read };
  const claim = `read ${account.clientId} ${notification.notificationId}`;
  if (!(await session.claim(claim))) return { notification: read, becameRead: true };
  const marked = await tolerate(api.call(markNotificationAsRead, { query }, partOptions), { context });
  if (marked.ok) return { notification: read, becameRead: true };
  await session.release(claim);
  return { notification, becameRead: false, failure: marked };
}
