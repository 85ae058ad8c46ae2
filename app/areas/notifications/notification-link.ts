import { paths } from "#app/paths.ts";
import { notificationStatus, type Notification } from "#app/portal-api/notifications.ts";

/**
 * Where a notification leads: a line check to its results, a failed one to the line-fault error page, any
 * other to its own page.
 */
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

function lineFaultCheckIdOf(payload: string | null | undefined): string | undefined {
  try {
    const { lineFaultCheckId } = JSON.parse(payload ?? "") as { lineFaultCheckId?: unknown };
    return typeof lineFaultCheckId === "string" || typeof lineFaultCheckId === "number"
      ? String(lineFaultCheckId)
      : undefined;
  } catch {
    return undefined;
  }
}
