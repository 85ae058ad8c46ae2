import { paths } from "#app/paths.ts";
import { notificationStatus, type Notification } from "#app/portal-api/notifications.ts";
import { wordsOf } from "#app/portal-api/shapes.ts";

/** Where a notification leads: to its line check, the line-fault error page, or its own page. */
export function toNotificationLink({ type, payload, notificationId }: Notification): string {
  if (type === "FailedLineFaultCheck") return paths.lineFaultError();
  const checkId = type === "LineFaultCheck" ? lineFaultCheckIdOf(payload) : undefined;
  return checkId === undefined ? paths.notification(notificationId) : paths.lineFault(checkId);
}

/** The same for a link that a person follows: an unread one is opened on the way, which makes it read. */
export function toOpeningLink(notification: Notification): string {
  const { notificationId, status } = notification;
  const leadsOn = toNotificationLink(notification) !== paths.notification(notificationId);
  return leadsOn && status === notificationStatus.unread
    ? paths.notificationTarget(notificationId)
    : toNotificationLink(notification);
}

function lineFaultCheckIdOf(payload: unknown): string | undefined {
  try {
    const { lineFaultCheckId } = JSON.parse(wordsOf(payload)) as { lineFaultCheckId?: unknown };
    return wordsOf(lineFaultCheckId) || undefined;
  } catch {
    return undefined;
  }
}
