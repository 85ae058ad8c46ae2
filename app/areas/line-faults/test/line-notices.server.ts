import { FAILED_CHECK, linePayloadOf } from "#app/areas/notifications/notification-link.ts";
import { partOptions, tolerate } from "#app/errors/tolerate.ts";
import {
  latestNotificationsQuery,
  listMyNotifications,
  type Notification,
} from "#app/portal-api/notifications.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { momentOf } from "#app/time/moment.ts";

export interface LineNotice {
  readonly notification: Notification;
  /** The check's; '' for none. */
  readonly id: string;
  readonly hasFailed: boolean;
  /** A text or a code of the API's. */
  readonly error: string;
  /** Milliseconds since the epoch; NaN where it can't be read. */
  readonly issuedAt: number;
}

/** The line checks among the latest notifications, newest first: by the call that the shell makes, too, unless more are wanted. */
export async function lineNotices(
  { context }: RouteArgs,
  { api }: Portal,
  pageSize: number = latestNotificationsQuery.pageSize,
): Promise<readonly LineNotice[]> {
  const query = { ...latestNotificationsQuery, pageSize };
  const latest = await tolerate(api.call(listMyNotifications, { query }, partOptions), { context });
  if (!latest.ok) return [];
  const checks = latest.value.items
    .slice(0, pageSize)
    .filter(({ type }) => /^(Failed)?LineFaultCheck$/.test(type));
  return checks.map((notification) => ({
    notification,
    ...linePayloadOf(notification),
    hasFailed: notification.type === FAILED_CHECK,
    issuedAt: momentOf(notification.issuedOn)?.getTime() ?? Number.NaN,
  }));
}
