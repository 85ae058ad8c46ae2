import { createPortalApi, type Caller, type PortalApiSettings } from "#app/portal-api/client.ts";
import {
  latestNotificationsQuery,
  listMyNotifications,
  notificationStatus,
  type Notification,
} from "#app/portal-api/notifications.ts";
import { wordsOf } from "#app/portal-api/shapes.ts";
import { lineCheckKinds, readHubEvent, type LiveEvent } from "./frames.ts";

/** The line checks among the latest notifications that are not read yet, oldest first: one call. Throws PortalApiError. */
export async function unreadEvents(
  settings: PortalApiSettings,
  caller: Caller,
): Promise<readonly LiveEvent[]> {
  const api = createPortalApi(settings, caller);
  const { items } = await api.call(listMyNotifications, { query: latestNotificationsQuery });
  const unread = items.filter(({ status }) => status === notificationStatus.unread);
  return unread.flatMap((one) => eventOf(one) ?? []).reverse();
}

/** What the hub said of it, as far as the notification tells. */
function eventOf({ type, payload, notificationId }: Notification): LiveEvent | undefined {
  const kind = lineCheckKinds.find((known) => known === type);
  if (kind === undefined) return undefined;
  const event = readHubEvent(kind, json(wordsOf(payload))) ?? { kind, id: notificationId };
  return { ...event, notificationId };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
