import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import {
  addNotification,
  lineCheckFailed,
  lineCheckFinished,
  ordinaryNotifications,
  type NotificationText,
} from "#provider/data/notifications.ts";
import { clientIds } from "#provider/data/people.ts";
import type { Hub, HubEvent } from "#provider/hub/hub.ts";

interface Event {
  readonly label: string;
  readonly text: NotificationText;
  /** The live channel knows line checks only; anything else shows at the next page. */
  readonly hubEvent: HubEvent | undefined;
}

export const events = {
  "line-check": { label: "A line check has finished", text: lineCheckFinished, hubEvent: "LineFaultCheck" },
  "failed-line-check": {
    label: "A line check has failed",
    text: lineCheckFailed,
    hubEvent: "FailedLineFaultCheck",
  },
  notification: {
    label: "An ordinary notification (no toast: it shows at the next page)",
    text: ordinaryNotifications[0]!,
    hubEvent: undefined,
  },
} as const satisfies Record<string, Event>;
export type EventKind = keyof typeof events;

/** What asks for an event: its kind and the account it happens to. */
export const eventRequest = z.object({
  kind: z.enum(Object.keys(events) as [EventKind, ...EventKind[]]),
  clientId: z.enum(Object.values(clientIds)).default(clientIds.harbourPine),
});
export type EventRequest = z.output<typeof eventRequest>;

export interface RaisedEvent {
  readonly notificationId: string;
  readonly lineFaultCheckId: string | undefined;
  readonly listeners: number;
}

/** Makes an event happen: an unread notification of the account, and a message over the hub. */
export function raiseEvent(db: DatabaseSync, hub: Hub, request: EventRequest, now: Date): RaisedEvent {
  const { text, hubEvent }: Event = events[request.kind];
  const placed = { issuedAt: now.getTime(), status: 0, readAt: null };
  const added = addNotification(db, request.clientId, text, placed);
  const { lineFaultCheckId } = added;
  const isLive = hubEvent !== undefined && lineFaultCheckId !== undefined;
  return { ...added, listeners: isLive ? hub.send(request.clientId, hubEvent, { lineFaultCheckId }) : 0 };
}
