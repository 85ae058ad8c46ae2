import { textLength } from "#shared/limits.ts";
import { liveKindOf } from "#shared/live-kinds.ts";
import { paths } from "#shared/paths.ts";
import { notificationStatus, type Notification } from "#shared/portal-api/notifications.ts";
import { toText } from "#shared/portal-api/shapes.ts";

export const FAILED_CHECK = "FailedLineFaultCheck";

/** Where a notification leads: its line test, the line-fault error page, or its own page. */
export function toNotificationLink(notification: Notification): string {
  const { type, notificationId } = notification;
  if (type === FAILED_CHECK) return paths.lineFaultError(notificationId);
  const checkId = liveKindOf(type).group === "line-tests" ? payloadOf(notification).id : "";
  return checkId === "" ? paths.notification(notificationId) : paths.lineFault(checkId);
}

/** Whether the notification leads to another page than its own. */
export function linksElsewhere(notification: Notification): boolean {
  return toNotificationLink(notification) !== paths.notification(notification.notificationId);
}

/** Like {@link toNotificationLink}, but for an unread notification via its own page, which marks it as read. */
export function toOpeningLink(notification: Notification): string {
  return linksElsewhere(notification) && notification.status === notificationStatus.unread
    ? paths.notificationTarget(notification.notificationId)
    : toNotificationLink(notification);
}

/** The line test's id and error and the ticket's id from the payload, which is JSON; '' for any that it lacks. */
export function payloadOf({ payload }: Pick<Notification, "payload">) {
  const text = toText(payload);
  let fields: Readonly<Record<string, unknown>> = {};
  try {
    // Most have none, and an error takes time.
    if (text !== "" && text.length <= textLength.row) fields = Object(JSON.parse(text)) as typeof fields;
  } catch {
    // An ordinary notification may have any text, not just JSON.
  }
  const { lineFaultCheckId, error, supportTicketId } = fields;
  return { id: toText(lineFaultCheckId), error: toText(error), ticketId: toText(supportTicketId) };
}
