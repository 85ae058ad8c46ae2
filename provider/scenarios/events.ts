import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import {
  addNotification,
  lineCheckFailed,
  lineCheckFinished,
  ordinaryNotifications,
  ticketUpdated,
  type NotificationText,
} from "#provider/data/notifications.ts";
import { clientIds } from "#provider/data/people.ts";
import type { Delivery, Hub, HubEvents } from "#provider/hub/hub.ts";
import { addNote, ticketStatus } from "#provider/tickets/add-ticket.ts";

interface EventDefinition {
  readonly label: string;
  readonly text: NotificationText;
  /** The hub only sends line checks and tickets; other notifications appear when the next page loads. */
  readonly hubEvent: keyof HubEvents | undefined;
}

/** The events that can be raised, by kind. */
export const events = {
  "line-check": { label: "A line check has finished", text: lineCheckFinished, hubEvent: "LineFaultCheck" },
  "failed-line-check": {
    label: "A line check has failed",
    text: lineCheckFailed,
    hubEvent: "FailedLineFaultCheck",
  },
  "ticket-updated": {
    label: "The service desk has added a note to the newest open ticket",
    text: ticketUpdated,
    hubEvent: "TicketUpdated",
  },
  notification: {
    label: "An ordinary notification (no pop-up; you see it on the next page)",
    text: ordinaryNotifications[0]!,
    hubEvent: undefined,
  },
} as const satisfies Record<string, EventDefinition>;
export type EventKind = keyof typeof events;

/** A request to raise an event: its kind and its account. */
export const eventRequest = z.object({
  kind: z.enum(Object.keys(events) as [EventKind, ...EventKind[]]),
  clientId: z.enum(Object.values(clientIds)).default(clientIds.harbourPine),
});
export type EventRequest = z.output<typeof eventRequest>;

/** The ids of what an event created, and where it went. */
export interface RaisedEvent extends Delivery {
  readonly notificationId: string;
  readonly lineFaultCheckId: string | undefined;
  readonly supportTicketId?: string;
}

const NOT_SENT: Delivery = { listeners: [] };

/** Raises an event: an unread notification in the account, and a hub message. */
export function raiseEvent(db: DatabaseSync, hub: Hub, request: EventRequest, now: Date): RaisedEvent {
  const { text, hubEvent }: EventDefinition = events[request.kind];
  const state = { issuedAt: now.getTime(), status: 0, readAt: null };
  if (hubEvent === "TicketUpdated") {
    const supportTicketId = addNoteToNewestTicket(db, request.clientId, text, now);
    const about = supportTicketId === undefined ? undefined : { supportTicketId };
    const added = addNotification(db, request.clientId, text, state, about);
    return { ...added, ...about, ...(about ? hub.send(request.clientId, hubEvent, about) : NOT_SENT) };
  }
  const added = addNotification(db, request.clientId, text, state);
  const { lineFaultCheckId } = added;
  const isLive = hubEvent !== undefined && lineFaultCheckId !== undefined;
  return { ...added, ...(isLive ? hub.send(request.clientId, hubEvent, { lineFaultCheckId }) : NOT_SENT) };
}

/** Adds a note to the account's newest open ticket; returns its id, or undefined if there isn't one. */
function addNoteToNewestTicket(
  db: DatabaseSync,
  clientId: string,
  { issuedBy: author }: NotificationText,
  now: Date,
) {
  const newest = db
    .prepare(
      `SELECT support_ticket_id AS id FROM tickets WHERE client_id = ? AND status_id <> ?
       ORDER BY logged_at DESC, support_ticket_id DESC LIMIT 1`,
    )
    .get(clientId, ticketStatus.closed)?.id;
  if (!newest) return undefined;
  addNote(db, Number(newest), { author, content: "<p>We are looking into it.</p>", now });
  return String(newest);
}
