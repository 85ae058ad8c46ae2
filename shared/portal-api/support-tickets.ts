import { z } from "zod";
import { listRequest } from "./list-request.ts";
import { operation } from "./operation.ts";
import { validationRules } from "./rules.ts";
import { saved, savedId } from "./saved.ts";
import { cappedArrayOf, idAsSent, idAsText, listOf, shown } from "./shapes.ts";

export const ticketStatus = { new: 0, inProgress: 1, deferred: 2, closed: 3 } as const;

const ticketSummary = z.object({
  supportTicketId: idAsText,
  subject: shown.text(),
  time: shown.date(),
});

/** A ticket in a list. Details may contain HTML, the subject is plain text; dates are ISO 8601. */
export const ticketItem = ticketSummary.extend({
  details: shown.html(),
  assignedToName: shown.text(),
  contactId: shown.text(),
  contactName: shown.text(),
  statusId: shown.status(ticketStatus),
  lastUpdated: shown.date(),
});

const unchanged = shown.unchanged();
const list = <Item extends z.ZodType>(item: Item) => z.array(item).nullish().catch(undefined);

/** A ticket for editing. We send it back whole, with unknown fields. Ids of 0 and -1 mean none. */
const ticket = z.looseObject({
  supportTicketId: idAsSent.nullish(),
  rowVersion: idAsSent.nullish(),
  statusId: shown.unchangedStatus(ticketStatus),
  contactId: unchanged,
  contactName: unchanged,
  addressId: unchanged,
  subject: unchanged,
  details: unchanged,
  message: unchanged,
  category: unchanged,
  /** A contract's id, or 1 for the account and its bills. */
  contractCover: unchanged,
  contract: unchanged,
  affectedUsers: unchanged,
  errorcodes: unchanged,
  /** A device's id. */
  contractItemId: unchanged,
  relatedDevice: unchanged,
  isSaveConfirmed: shown.unchangedFlag(),
  contractList: list(z.looseObject({ contractId: idAsSent, formattedContractDetails: unchanged })),
  deviceList: list(z.looseObject({ itemId: idAsSent, formattedDeviceDetails: unchanged })),
  /** The history, newest first; contents may contain HTML. */
  formattedNotes: list(z.looseObject({ header: unchanged, content: unchanged })),
});
export type Ticket = z.output<typeof ticket>;

const savedTicket = saved({ supportTicketId: savedId.transform(String) });

export const getTicketRules = validationRules("SupportTicket/GetValidationRules");

export const listTickets = operation({
  method: "GET",
  path: "SupportTicket/MyTickets",
  query: listRequest,
  answer: listOf(ticketItem),
  isList: true,
  failure: "There was an error loading tickets.",
});

export const listMyLatestTickets = operation({
  method: "GET",
  path: "SupportTicket/MyLatestTickets",
  answer: cappedArrayOf(ticketSummary),
  isList: true,
  failure: "There was an error loading latest tickets.",
});

export const getTicket = operation({
  method: "GET",
  path: "SupportTicket/Details",
  isOneById: true,
  query: z.object({ id: z.string() }),
  answer: ticket.extend({
    supportTicketId: savedId,
    time: shown.unchangedDate().describe("ISO 8601, when it was logged."),
    assignedToName: unchanged,
    lastUpdated: shown.unchangedDate().describe("ISO 8601."),
    priorityId: unchanged.describe("As in TicketPriorities."),
  }),
  failure: "There was an error loading ticket.",
});

export const getBlankTicket = operation({
  method: "GET",
  path: "SupportTicket/Create",
  answer: ticket,
  failure: "There was an error loading the form",
});

export const createTicket = operation({
  method: "POST",
  path: "SupportTicket/Create",
  body: ticket,
  allowsPlainText: true,
  answer: savedTicket,
  failure: "There was an error creating a ticket.",
});

export const updateTicket = operation({
  method: "PUT",
  path: "SupportTicket/Edit",
  body: ticket,
  allowsPlainText: true,
  answer: savedTicket,
  failure: "There was an error updating your ticket.",
});

export const listTicketPriorities = operation({
  method: "GET",
  path: "SupportTicket/TicketPriorities",
  answer: cappedArrayOf(z.object({ id: idAsText, text: shown.text() })),
  isList: true,
  failure: "There was an error loading ticket priorities",
});

/** Response times by priority, which the API doesn't give. There's no priority 4. */
export const priorities = [
  { id: "1", text: "Critical", response: "1 hour" },
  { id: "2", text: "Major", response: "4 hours" },
  { id: "3", text: "Minor", response: "8 hours" },
  { id: "5", text: "Billing and Account", response: "24 hours" },
  { id: "6", text: "Administration change", response: "5 working days" },
] as const;
