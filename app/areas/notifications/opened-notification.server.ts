import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { uncancelledApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import {
  getNotification,
  latestNotificationsQuery,
  listMyNotifications,
  markNotificationAsRead,
  notificationStatus,
  type Notification,
} from "#shared/portal-api/notifications.ts";
import { payloadOf } from "./notification-link.ts";

/** Loads a notification. Opening its page marks it as read, once per session. Throws PortalApiError. */
export function openNotification(args: RouteArgs, portal: Portal, id: string) {
  const opening = loadAndMarkRead(args, portal, id);
  args.context.state.marking = opening;
  return opening;
}

const UNREAD = notificationStatus.unread;
/** The newest unread notifications, in which a single call finds those about a ticket. */
const unreadQuery = { ...latestNotificationsQuery, pageSize: 100, includedStatusCodes: [UNREAD] };

/** Marks a ticket's unread notifications as read once `opening` has found the ticket, without holding up the page. */
export function markTicketRead(args: RouteArgs, portal: Portal, id: string, opening: Promise<unknown>): void {
  if (!isPageVisit(args)) return;
  const { services, state } = args.context;
  const latest = loadLatestNotifications(portal);
  const unread = portal.api.call(listMyNotifications, { query: unreadQuery }, optionalCallOptions);
  const isAboutTicket = (notification: Notification) =>
    notification.status === UNREAD && payloadOf(notification).ticketId === id;
  const aboutTicket = Promise.all([tolerate(unread, args), opening]).then(
    ([read]) => (read.ok ? read.value.items.slice(0, unreadQuery.pageSize).filter(isAboutTicket) : []),
    () => [],
  );
  state.marking = aboutTicket.then((found) =>
    found.forEach(({ notificationId }) => state.markedReadIds.add(notificationId)),
  );
  services.inBackground("notifications of a ticket", async () => {
    const [found] = await Promise.all([aboutTicket, latest]);
    const uncancelled = { ...portal, api: uncancelledApiOf(args.context, portal.account.clientId) };
    for (const notification of found)
      if ((await markReadOnce(args.context, uncancelled, notification)).failure) return;
  });
}

/** The shell shares this call. It goes first, so that anything marked as read afterwards still counts as unread in it. */
export const loadLatestNotifications = ({ api }: Portal, args?: Pick<RouteArgs, "context">) =>
  tolerate(api.call(listMyNotifications, { query: latestNotificationsQuery }, optionalCallOptions), args);

const isPageVisit = ({ context, request }: RouteArgs) => context.navigation && request.method === "GET";

async function loadAndMarkRead(args: RouteArgs, portal: Portal, id: string) {
  const isVisit = isPageVisit(args);
  const latest = isVisit && loadLatestNotifications(portal);
  const [notification] = await Promise.all([portal.api.call(getNotification, { query: { id } }), latest]);
  return isVisit ? markReadOnce(args.context, portal, notification) : { notification, failure: undefined };
}

/** Marks an unread notification as read, once per session; `failure` says why it couldn't be. Throws only errors that affect the whole page. */
export async function markReadOnce(
  context: RouteArgs["context"],
  { api, session, account }: Portal,
  notification: Notification,
) {
  const { notificationId: id, status } = notification;
  if (status !== UNREAD) return { notification };
  const claim = `read ${account.clientId} ${id}`;
  if (await session.claim(claim)) {
    const call = api.call(markNotificationAsRead, { query: { id } }, optionalCallOptions);
    const result = await tolerate(call, { context });
    if (!result.ok) {
      await session.release(claim);
      return { notification, failure: result };
    }
  }
  context.state.markedReadIds.add(id);
  return { notification: { ...notification, status: notificationStatus.read } };
}
