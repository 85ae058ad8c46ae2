import { defineList } from "#app/grid/define-list.server.ts";
import { formatDateTime, timeAgo } from "#app/ui/format.ts";
import { htmlExcerpt, plainText } from "#shared/html.server.ts";
import { textLength } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import { listTickets, ticketStatus } from "#shared/portal-api/support-tickets.ts";

/** See docs/domain.md, Tickets. */
export const ticketList = defineList({
  id: "tickets",
  path: paths.tickets(),
  caption: "Support tickets for this account",
  empty: "You have no open tickets",
  emptyIcon: "life-buoy",
  role: "Support",
  operation: listTickets,
  columns: [
    { key: "ticket", label: "Ticket Number", sort: "supportTicketId" },
    { key: "issued", label: "Date Issued", sort: "time", date: ({ time }) => time },
    {
      key: "assigned",
      label: "Assigned To",
      sort: "assignedToName",
      text: ({ assignedToName }) => plainText(assignedToName),
    },
    {
      key: "details",
      label: "Details",
      sort: "details",
      html: true,
      text: ({ details }) => htmlExcerpt(details),
      csv: ({ details }) => plainText(details, textLength.message),
    },
    { key: "status", label: "Status", sort: "status", status: true },
    { key: "view", label: "View", icon: "eye" },
  ],
  onPhone: { title: "details", facts: ["ticket", "status"] },
  csvColumns: [
    { label: "Summary", text: ({ subject }) => subject },
    { label: "Contact", text: ({ contactName }) => contactName },
    { label: "Last Updated", text: ({ lastUpdated }) => formatDateTime(lastUpdated) ?? "" },
  ],
  defaultSort: "-issued",
  search: { label: "Search Tickets" },
  filter: {
    codeOf: ({ statusId }) => statusId,
    choices: [
      { code: ticketStatus.new, value: "new", label: "New", tone: "info" },
      { code: ticketStatus.inProgress, value: "in-progress", label: "In Progress", tone: "info" },
      { code: ticketStatus.deferred, value: "deferred", label: "Deferred", tone: "neutral" },
      { code: ticketStatus.closed, value: "closed", label: "Closed", tone: "success" },
    ],
    defaults: ["new", "in-progress", "deferred"],
    includesUnknownIfAllTicked: true,
  },
  keyOf: ({ supportTicketId }) => supportTicketId,
  nameOf: ({ supportTicketId }) => `ticket ${supportTicketId}`,
  to: ({ supportTicketId }, place) => paths.ticket(supportTicketId, place),
  rowData: ({ subject, time, lastUpdated, statusId }) => ({
    isOpen: statusId !== ticketStatus.closed,
    subject,
    issued: timeView(time),
    updated: timeView(lastUpdated),
  }),
});

function timeView(iso: string) {
  const ago = timeAgo(iso);
  return ago === undefined ? undefined : { ago, exact: formatDateTime(iso) ?? "", iso };
}
