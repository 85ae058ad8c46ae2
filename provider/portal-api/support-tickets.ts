import type { DatabaseSync } from "node:sqlite";
import type { Hub } from "#provider/hub/hub.ts";
import { ticketRules } from "#provider/rules/ticket-rules.ts";
import { saveWithFaultNamedIn } from "#provider/scenarios/named-faults.ts";
import { priorities, ticketStatus } from "#provider/tickets/add-ticket.ts";
import { createTicket, editTicket, readTicket } from "#provider/tickets/save-ticket.ts";
import {
  asTicketItem,
  blankTicket,
  findTicket,
  ticketObject,
  ticketTable,
} from "#provider/tickets/ticket-object.ts";
import { inCondition, listAnswer, numberParameters } from "./list-request.ts";
import { route, type Route, type RouteOptions } from "./route.ts";
import { rulesRoute } from "./validation-rules.ts";

const access = "Support";
const LATEST_COUNT = 2;
const listShape = {
  table: ticketTable,
  columns: {
    supportticketid: "support_ticket_id",
    time: "logged_at",
    lastupdated: "updated_at",
    assignedtoname: "assigned_to_name COLLATE NOCASE",
    subject: "subject COLLATE NOCASE",
    details: "details COLLATE NOCASE",
    contactname: "contact_name COLLATE NOCASE",
    status: "status_id",
    statusid: "status_id",
    priorityid: "priority_id",
  },
  search: ["support_ticket_id", "subject", "details", "assigned_to_name", "contact_name", "category"],
  defaultSort: "time DESC",
  tieBreak: "support_ticket_id DESC",
};

interface TicketOptions extends RouteOptions {
  readonly sendEvent: Hub["send"];
}

/** `SupportTicket/*`. */
export function supportTicketRoutes({ db, now, pause, sendEvent }: TicketOptions): Route[] {
  const ticketAnswer = (clientId: string, id: unknown) => ({
    body: ticketObject(db, findTicket(db, clientId, id)),
  });
  return [
    rulesRoute("/SupportTicket/GetValidationRules", access, () => ticketRules),
    route("GET /SupportTicket/MyTickets", access, (call) => {
      const statuses = numberParameters(call.query, "includedStatusCodes", []);
      return listAnswer(db, call, listShape, asTicketItem, inCondition("status_id", statuses));
    }),
    route("GET /SupportTicket/MyLatestTickets", access, ({ clientId }) => ({
      body: latestTickets(db, clientId),
    })),
    route("GET /SupportTicket/TicketPriorities", access, () => ({
      body: Object.entries(priorities).map(([id, text]) => ({ id, text })),
    })),
    route("GET /SupportTicket/Details", access, ({ clientId, query }) =>
      ticketAnswer(clientId, query.get("id")),
    ),
    route("GET /SupportTicket/Create", access, ({ clientId }) => ({ body: blankTicket(db, clientId) })),
    route("POST /SupportTicket/Create", access, async (call) => {
      const sent = readTicket(call.body);
      const id = await saveWithFaultNamedIn(sent.subject, pause, () =>
        createTicket({ db, now: now(), call }, sent),
      );
      return ticketAnswer(call.clientId, id);
    }),
    route("PUT /SupportTicket/Edit", access, async (call) => {
      const sent = readTicket(call.body);
      await saveWithFaultNamedIn(sent.message, pause, () => {
        editTicket({ db, now: now(), call }, sent);
        sendEvent(
          call.clientId,
          "TicketUpdated",
          { supportTicketId: String(sent.supportTicketId) },
          call.caller,
        );
      });
      return ticketAnswer(call.clientId, sent.supportTicketId);
    }),
  ];
}

function latestTickets(db: DatabaseSync, clientId: string): unknown[] {
  return db
    .prepare(
      `SELECT support_ticket_id, subject, logged_at FROM tickets
       WHERE client_id = ? AND status_id <> ? ORDER BY logged_at DESC, support_ticket_id DESC LIMIT ?`,
    )
    .all(clientId, ticketStatus.closed, LATEST_COUNT)
    .map((row) => ({
      supportTicketId: String(row.support_ticket_id),
      subject: row.subject,
      time: new Date(Number(row.logged_at)).toISOString(),
    }));
}
