import { listAt, placeIn } from "#app/grid/list-place.ts";
import { paths } from "#app/paths.ts";
import type { Notification } from "#app/portal-api/notifications.ts";
import { sanitizeHtmlField } from "#app/ui/html.server.ts";
import { toNotificationLink } from "./notification-link.ts";
import { notificationList } from "./notification-list.ts";
import { leadsElsewhere, toNotificationRow, type NotificationRow } from "./notification-row.ts";
import type { OpenedNotification } from "./opened-notification.ts";
import type { UpdateFailureView } from "./update-failure.tsx";

/** A notification with its breakdown (spec 1 §2): ready strings, HTML made safe. */
export interface NotificationView {
  readonly row: NotificationRow;
  readonly subjectHtml: string;
  readonly messageHtml: string;
  readonly issuedBy: string;
  readonly account: string;
  /** Where it leads, for those that lead on. */
  readonly target: { readonly to: string; readonly label: string } | undefined;
  readonly failure: UpdateFailureView | undefined;
  /** The list as it was left. */
  readonly back: string;
}

/**
 * The page of a notification (spec 1 §2); its HTML is sanitised here. `account` is the one it is rendered for, `url`
 * the address that may say where in the list it was opened from.
 */
export function notificationView(opened: OpenedNotification, account: string, url: string): NotificationView {
  const { notification, failure } = opened;
  return {
    row: toNotificationRow(notification),
    subjectHtml: sanitizeHtmlField(notification.subject),
    messageHtml: sanitizeHtmlField(notification.message),
    issuedBy: notification.issuedBy,
    account,
    target: leadsElsewhere(notification) ? targetOf(notification) : undefined,
    failure,
    back: listAt(paths.notifications(), placeIn(notificationList, url)),
  };
}

function targetOf(notification: Notification) {
  const to = toNotificationLink(notification);
  return { to, label: to === paths.lineFaultError() ? "What went wrong" : "View the results" };
}
