import { panel, type Panel } from "#app/errors/panel.ts";
import {
  getNotification,
  latestNotificationsQuery,
  listMyNotifications,
  markNotificationAsRead,
  notificationStatus,
  type Notification,
} from "#app/portal-api/notifications.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";

/** The API's answer is not worth a longer wait: the page is there already. */
const MARK_TIMEOUT_MS = 8_000;

export interface OpenedNotification {
  /** As it is once it was opened. */
  readonly notification: Notification;
  /** True when it was unread, and this request or one beside it made it read. */
  readonly becameRead: boolean;
  /** Why it is still unread. */
  readonly failure?: Extract<Panel<unknown>, { ok: false }>;
}

/**
 * A notification that is being opened, which makes an unread one read: once in a session, however
 * many tabs and reloads open it, and only when a person did; a page that loads its data again, a prefetch and a
 * HEAD do not. Throws PortalApiError for the notification; a failed change is part of the answer.
 */
export function openNotification(args: RouteArgs, portal: Portal, id: string): Promise<OpenedNotification> {
  const opening = open(args, portal, id);
  // The shell asks, whose counts were asked for beside it.
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
  const { api, session, account } = portal;
  const byPerson = context.navigation && request.method === "GET";
  // The shell asks for the very same list, which is sent once. It is answered before the status changes, so that
  // it is known whether its counts are from before or after.
  const counts = byPerson
    ? panel(
        api.call(listMyNotifications, { query: latestNotificationsQuery }, { timeoutMs: MARK_TIMEOUT_MS }),
      )
    : undefined;
  const [notification] = await Promise.all([api.call(getNotification, { query: { id } }), counts]);
  if (!byPerson || notification.status !== notificationStatus.unread)
    return { notification, becameRead: false };
  const read = { ...notification, status: notificationStatus.read };
  const claim = `read ${account.clientId} ${notification.notificationId}`;
  if (!(await session.claim(claim))) return { notification: read, becameRead: true };
  const marking = api.call(markNotificationAsRead, { query: { id } }, { timeoutMs: MARK_TIMEOUT_MS });
  const marked = await panel(marking, { context });
  if (marked.ok) return { notification: read, becameRead: true };
  await session.release(claim);
  return { notification, becameRead: false, failure: marked };
}
