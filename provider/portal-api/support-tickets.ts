import type { DatabaseSync } from "node:sqlite";
import { ticketStatus } from "#provider/tickets/add-ticket.ts";
import { route, type Route } from "./route.ts";

/** There is no priority 4. */
const priorities = [
  { id: "1", text: "Critical" },
  { id: "2", text: "Major" },
  { id: "3", text: "Minor" },
  { id: "5", text: "Billing and Account" },
  { id: "6", text: "Administration change" },
];

const LATEST = 2;

/** `SupportTicket/*`, as far as the dashboard needs it. */
export function supportTicketRoutes(db: DatabaseSync): Route[] {
  return [
    route("GET /SupportTicket/MyLatestTickets", "Support", ({ clientId }) => ({
      body: latestTickets(db, clientId),
    })),
    route("GET /SupportTicket/TicketPriorities", "Support", () => ({ body: priorities })),
  ];
}

function latestTickets(db: DatabaseSync, clientId: string): unknown[] {
  return db
    .prepare(
      `SELECT support_ticket_id, subject, logged_at FROM tickets
       WHERE client_id = ? AND status_id <> ? ORDER BY logged_at DESC, support_ticket_id DESC LIMIT ?`,
    )
    .all(clientId, ticketStatus.closed, LATEST)
    .map((row) => ({
      supportTicketId: String(row.support_ticket_id),
      subject: row.subject,
      time: new Date(Number(row.logged_at)).toISOString(),
    }));
}
