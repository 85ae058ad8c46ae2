import { optionalCallOptions, tolerate, type Tolerated } from "#app/errors/tolerate.ts";
import {
  getNotification,
  latestNotificationsQuery,
  listMyNotifications,
  markNotificationAsRead,
  notificationStatus,
  type Notification,
} from "#app/portal-api/notifications.ts";
import { uncancelledApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { payloadOf } from "./notification-link.ts";

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

const UNREAD = notificationStatus.unread;
/** Unread notifications that may name a ticket: the newest, so that one call finds them. */
const unreadQuery = { ...latestNotificationsQuery, pageSize: 100, includedStatusCodes: [UNREAD] };

/** Once `opening` finds a ticket, its unread notifications count as read; they're marked without the page waiting for it. */
export function markTicketRead(args: RouteArgs, portal: Portal, id: string, opening: Promise<unknown>): void {
  if (!isPageVisit(args)) return;
  const { context } = args;
  const latest = askForLatest(portal);
  const unread = portal.api.call(listMyNotifications, { query: unreadQuery }, optionalCallOptions);
  const namesTicket = (one: Notification) => one.status === UNREAD && payloadOf(one).ticketId === id;
  const naming = tolerate(Promise.all([unread, opening]), args).then(
    (read) => (read.ok ? read.value[0].items.slice(0, unreadQuery.pageSize).filter(namesTicket) : []),
    () => [],
  );
  context.state.markedReadIds = naming.then((found) => found.map(({ notificationId }) => notificationId));
  const markAll = async () => {
    const [found] = await Promise.all([naming, latest]);
    const uncancelled = { ...portal, api: uncancelledApiOf(context, portal.account.clientId) };
    for (const one of found) if ((await markReadOnce(context, uncancelled, one)).failure) return;
  };
  context.services.inBackground("notifications of a ticket", markAll);
}

/** The shell shares this call. It's sent first, so that it counts as unread what is marked as read afterwards. */
const askForLatest = ({ api }: Portal) =>
  tolerate(api.call(listMyNotifications, { query: latestNotificationsQuery }, optionalCallOptions));

const isPageVisit = ({ context, request }: RouteArgs) => context.navigation && request.method === "GET";

export const newlyRead = ({ becameRead, notification }: OpenedNotification) =>
  becameRead ? [notification.notificationId] : [];

async function loadAndMarkRead(args: RouteArgs, portal: Portal, id: string): Promise<OpenedNotification> {
  const isVisit = isPageVisit(args);
  const latest = isVisit && askForLatest(portal);
  const [notification] = await Promise.all([portal.api.call(getNotification, { query: { id } }), latest]);
  return isVisit ? markReadOnce(args.context, portal, notification) : { notification, becameRead: false };
}

/** Marks an unread notification as read, once per session. Throws only errors that concern the whole page. */
export async function markReadOnce(
  context: RouteArgs["context"],
  { api, session, account }: Portal,
  notification: Notification,
): Promise<OpenedNotification> {
  if (notification.status !== UNREAD) return { notification, becameRead: false };
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
