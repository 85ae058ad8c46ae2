import { z } from "zod";
import { operation } from "./operation.ts";
import { optionalText, textId } from "./shapes.ts";

const ticketSummary = z.object({
  supportTicketId: textId,
  subject: optionalText,
  time: z.string(),
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
  answer: z.array(z.object({ id: textId, text: z.string() })),
  failure: "There was an error loading ticket priorities",
});
