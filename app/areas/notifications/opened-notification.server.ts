import { optionalCallOptions, tolerate, type Tolerated } from "#app/errors/tolerate.ts";
import { loadAllItems } from "#app/grid/list-loader.server.ts";
import { timeouts } from "#app/limits.ts";
import {
  getNotification,
  latestNotificationsQuery,
  listMyNotifications,
  markNotificationAsRead,
  notificationStatus,
  type Notification,
} from "#app/portal-api/notifications.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { payloadOf } from "./notification-link.ts";
import { notificationList } from "./notification-list.server.ts";

interface OpenedNotification {
  readonly notification: Notification;
  /** True if it was unread and was marked as read, by this request or a parallel one. */
  readonly becameRead: boolean;
  readonly failure?: Extract<Tolerated<unknown>, { ok: false }>;
}

/** Loads a notification; opening its page marks it as read, once per session. Throws PortalApiError. */
export function openNotification(args: RouteArgs, portal: Portal, id: string): Promise<OpenedNotification> {
  const opening = loadAndMarkRead(args, portal, id);
  args.context.state.markedReadIds = opening.then(newlyRead, () => []);
  return opening;
}

/** Marks the unread notifications that name a ticket as read, when a person opens its page and `opening` finds it. */
export function markTicketRead(args: RouteArgs, portal: Portal, id: string, opening: Promise<unknown>): void {
  if (!isPageVisit(args)) return;
  const namesTicket = (notification: Notification) => payloadOf(notification).ticketId === id;
  const mark = async () => {
    const naming = Array.fromAsync(matchingNotifications(portal, namesTicket, UNREAD_ONLY));
    const [found] = await Promise.all([naming, countUnread(portal), opening]);
    return newlyRead(...(await Promise.all(found.map((one) => markReadOnce(args.context, portal, one)))));
  };
  const marking = tolerate(mark(), args).catch(() => undefined);
  args.context.state.markedReadIds = marking.then((marked) => (marked?.ok ? marked.value : []));
}

export const UNREAD_ONLY = "?status=unread";

/** The notifications that match, of the list with this query. Gives up after `timeouts.optionalCallMs`. */
export async function* matchingNotifications(
  portal: Portal,
  matches: (notification: Notification) => boolean,
  query: string,
) {
  const deadline = performance.now() + timeouts.optionalCallMs;
  for await (const notification of loadAllItems(notificationList, portal, query)) {
    if (matches(notification)) yield notification;
    if (performance.now() > deadline) return;
  }
}

/** The shell shares this call. It is sent first, so that it counts as unread what is marked as read afterwards. */
const countUnread = ({ api }: Portal) =>
  tolerate(api.call(listMyNotifications, { query: latestNotificationsQuery }, optionalCallOptions));

const isPageVisit = ({ context, request }: RouteArgs) => context.navigation && request.method === "GET";

export const newlyRead = (...opened: readonly OpenedNotification[]) =>
  opened.flatMap(({ becameRead, notification }) => (becameRead ? [notification.notificationId] : []));

async function loadAndMarkRead(args: RouteArgs, portal: Portal, id: string): Promise<OpenedNotification> {
  const isVisit = isPageVisit(args);
  const counted = isVisit && countUnread(portal);
  const [notification] = await Promise.all([portal.api.call(getNotification, { query: { id } }), counted]);
  return isVisit ? markReadOnce(args.context, portal, notification) : { notification, becameRead: false };
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
