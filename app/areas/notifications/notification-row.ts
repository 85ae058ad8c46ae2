import { paths } from "#app/paths.ts";
import { notificationStatus, type Notification } from "#app/portal-api/notifications.ts";
import { formatDate } from "#app/ui/format.ts";
import { plainText } from "#app/ui/html.server.ts";
import type { Tone } from "#app/ui/tone.ts";
import { toNotificationLink, toOpeningLink } from "./notification-link.ts";

/** One notification as the list and its export show it: plain texts. */
export interface NotificationRow {
  readonly id: string;
  readonly issued: string;
  readonly priority: string;
  readonly isUrgent: boolean;
  readonly subject: string;
  readonly status: { readonly label: string; readonly tone: Tone };
  readonly isUnread: boolean;
  readonly isArchived: boolean;
  readonly to: string;
}

const statuses: Readonly<Record<string, { label: string; tone: Tone; code: number }>> = {
  unread: { label: "Unread", tone: "info", code: notificationStatus.unread },
  read: { label: "Read", tone: "success", code: notificationStatus.read },
  archived: { label: "Archived", tone: "neutral", code: notificationStatus.archived },
};

/** The API's code for a value of the list's filter. Throws for one that is none: the list has read it before. */
export function statusOf(value: string): number {
  const status = statuses[value];
  if (!status) throw new RangeError(`No status of notifications: ${value}`);
  return status.code;
}

/**
 * The list's view of a notification, as text: its subject may hold HTML. Its own page gets to know the `place` in the
 * list that leads there.
 */
export function toNotificationRow(notification: Notification, place?: string): NotificationRow {
  const { notificationId: id, issuedOn, priority, subject, status } = notification;
  const known = Object.values(statuses).find(({ code }) => code === status);
  return {
    id,
    issued: formatDate(issuedOn) ?? "",
    priority,
    isUrgent: priority.toLowerCase() === "high",
    subject: plainText(subject) || "Notification",
    status: { label: known?.label ?? `Status ${status}`, tone: known?.tone ?? "neutral" },
    isUnread: status === notificationStatus.unread,
    isArchived: status === notificationStatus.archived,
    to: leadsElsewhere(notification) ? toOpeningLink(notification) : paths.notification(id, place),
  };
}

/** A line check's results are a page of their own (spec 1 §4). */
export function leadsElsewhere(notification: Notification): boolean {
  return toNotificationLink(notification) !== paths.notification(notification.notificationId);
}
