import { FAILED_CHECK, linePayloadOf } from "#app/areas/notifications/notification-link.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import {
  latestNotificationsQuery,
  listMyNotifications,
  type Notification,
} from "#app/portal-api/notifications.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { parseMoment } from "#app/time/moment.ts";

export interface LineNotification {
  readonly notification: Notification;
  /** The check's id; '' for none. */
  readonly id: string;
  readonly hasFailed: boolean;
  /** A message or an error code from the API. */
  readonly error: string;
  /** Milliseconds since the epoch; NaN if unreadable. */
  readonly issuedAt: number;
}

/** The latest notifications of line checks, newest first. With the default page size it shares the shell's call. */
export async function listLineNotifications(
  { context }: RouteArgs,
  { api }: Portal,
  pageSize: number = latestNotificationsQuery.pageSize,
): Promise<readonly LineNotification[]> {
  const query = { ...latestNotificationsQuery, pageSize };
  const latest = await tolerate(api.call(listMyNotifications, { query }, optionalCallOptions), { context });
  if (!latest.ok) return [];
  const checks = latest.value.items
    .slice(0, pageSize)
    .filter(({ type }) => /^(Failed)?LineFaultCheck$/.test(type));
  return checks.map((notification) => ({
    notification,
    ...linePayloadOf(notification),
    hasFailed: notification.type === FAILED_CHECK,
    issuedAt: parseMoment(notification.issuedOn)?.getTime() ?? Number.NaN,
  }));
}
