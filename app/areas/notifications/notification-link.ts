import { textLength } from "#app/limits.ts";
import { paths } from "#app/paths.ts";
import { notificationStatus, type Notification } from "#app/portal-api/notifications.ts";
import { wordsOf } from "#app/portal-api/shapes.ts";

export const FAILED_CHECK = "FailedLineFaultCheck";

/** Where a notification leads: to its line check, the line-fault error page, or its own page. */
export function toNotificationLink(notification: Notification): string {
  const { type, notificationId } = notification;
  if (type === FAILED_CHECK) return paths.lineFaultError(notificationId);
  const checkId = type === "LineFaultCheck" ? linePayloadOf(notification).id : "";
  return checkId === "" ? paths.notification(notificationId) : paths.lineFault(checkId);
}

/** The same for a link that a person follows: an unread one is opened on the way, which makes it read. */
export function toOpeningLink(notification: Notification): string {
  const { notificationId, status } = notification;
  const leadsOn = toNotificationLink(notification) !== paths.notification(notificationId);
  return leadsOn && status === notificationStatus.unread
    ? paths.notificationTarget(notificationId)
    : toNotificationLink(notification);
}

/** What the notification of a line check says: which one, '' for none, and what it failed by. */
export function linePayloadOf({ payload }: Pick<Notification, "payload">): { id: string; error: string } {
  const text = wordsOf(payload);
  if (text.length > textLength.row) return { id: "", error: "" };
  try {
    const { lineFaultCheckId, error } = JSON.parse(text) as Record<string, unknown>;
    return { id: wordsOf(lineFaultCheckId), error: wordsOf(error) };
  } catch {
    return { id: "", error: "" };
  }
}
