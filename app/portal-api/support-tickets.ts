import { z } from "zod";
import { operation } from "./operation.ts";
import { shown, textId } from "./shapes.ts";

const ticketSummary = z.object({
  supportTicketId: textId,
  subject: shown.text(),
  time: shown.text(),
});

export const listMyLatestTickets = operation({
  method: "GET",
  path: "SupportTicket/MyLatestTickets",
  answer: z.array(ticketSummary),
  failure: "There was an error loading latest tickets.",
});

export const listTicketPriorities = operation({
  method: "GET",
  path: "SupportTicket/TicketPriorities",
  answer: z.array(z.object({ id: textId, text: shown.text() })),
  failure: "There was an error loading ticket priorities",
});
