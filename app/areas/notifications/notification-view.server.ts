import { leadsElsewhere, type NotificationRow, toNotificationRow } from "./notification-row.ts";
import type { UpdateFailureView } from "./update-failure.tsx";
import type { Notification } from "../../portal-api/notifications.ts";
import { paths } from "../../paths.ts";
import { toNotificationLink } from "../../request/notification-link.ts";
import type { OpenedNotification } from "../../request/opened-notification.ts";
import { sanitizeHtmlField } from "../../request/safe-html.server.ts";

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
}

/** The page of a notification (spec 1 §2); its HTML is sanitised here. `account` is the one it is rendered for. */
export function notificationView(opened: OpenedNotification, account: string): NotificationView {
  const { notification, failure } = opened;
  return {
    row: toNotificationRow(notification),
    subjectHtml: sanitizeHtmlField(notification.subject),
    messageHtml: sanitizeHtmlField(notification.message),
    issuedBy: notification.issuedBy,
    account,
    target: leadsElsewhere(notification) ? targetOf(notification) : undefined,
    failure,
  };
}

function targetOf(notification: Notification) {
  const to = toNotificationLink(notification);
  return { to, label: to === paths.lineFaultError() ? "What went wrong" : "View the results" };
}
