import { linksElsewhere, payloadOf, toOpeningLink } from "#app/areas/notifications/notification-link.ts";
import { defineList } from "#app/grid/define-list.server.ts";
import { formatDateTime } from "#app/ui/format.ts";
import { plainText } from "#shared/html.server.ts";
import { textLength } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import {
  listMyNotifications,
  notificationStatus,
  type Notification,
} from "#shared/portal-api/notifications.ts";
import { cutText } from "#shared/portal-api/shapes.ts";

const issuedOf = ({ issuedOn }: Notification) => formatDateTime(issuedOn) ?? "";
const subjectOf = ({ subject }: Notification) => plainText(subject) || "Notification";

const MAX_ABOUT_LENGTH = 120;

/** What a notification is about: the ticket or line test in it or, failing that, its first words. */
function aboutOf(notification: Notification): string {
  const { id, ticketId } = payloadOf(notification);
  if (ticketId) return `Ticket ${ticketId}`;
  return id ? `Line test ${id}` : cutText(plainText(notification.message), MAX_ABOUT_LENGTH);
}

const summaries = new WeakMap<Notification, ReturnType<typeof summarise>>();

const summarise = (notification: Notification) => ({
  title: subjectOf(notification),
  detail: [formatDateTime(notification.issuedOn), aboutOf(notification)].filter(Boolean).join(" · "),
  openingUrl: toOpeningLink(notification),
});

/** As the menu and the dashboard show it. They share a call, so each of its notifications is read once. */
export function summaryOf(notification: Notification) {
  const summary = summaries.get(notification) ?? summarise(notification);
  summaries.set(notification, summary);
  return summary;
}

export const notificationList = defineList({
  id: "notifications",
  path: paths.notifications(),
  caption: "Notifications for this account",
  empty: "You have no recent notifications",
  emptyIcon: "bell",
  operation: listMyNotifications,
  columns: [
    {
      key: "issued",
      label: "Date Issued",
      sort: "issuedon",
      date: ({ issuedOn }) => issuedOn,
      text: issuedOf,
    },
    {
      key: "priority",
      label: "Priority",
      sort: "priority",
      tone: ({ priority }) => (priority.toLowerCase() === "high" ? "warning" : undefined),
    },
    { key: "subject", label: "Subject", sort: "subject", text: subjectOf },
    { key: "status", label: "Status", sort: "status", status: true },
    { key: "view", label: "View", icon: "eye" },
  ],
  onPhone: { title: "subject", facts: ["issued", "priority", "status"] },
  csvColumns: [
    { label: "Issued By", text: ({ issuedBy }) => issuedBy },
    { label: "Message", text: ({ message }) => plainText(message, textLength.message) },
  ],
  link: "subject",
  defaultSort: "-issued",
  search: { label: "Search Notifications" },
  filter: {
    codeOf: ({ status }) => status,
    choices: [
      { code: notificationStatus.unread, value: "unread", label: "Unread", tone: "info" },
      { code: notificationStatus.archived, value: "archived", label: "Archived", tone: "neutral" },
      { code: notificationStatus.read, value: "read", label: "Read", tone: "success" },
    ],
    defaults: ["unread", "read"],
  },
  keyOf: ({ notificationId }) => notificationId,
  nameOf: (item) => [subjectOf(item), issuedOf(item)].filter(Boolean).join(" of "),
  to: (item, place) =>
    linksElsewhere(item) ? toOpeningLink(item) : paths.notification(item.notificationId, place),
  isUnread: ({ status }) => status === notificationStatus.unread,
  rowData: (item) => ({ isArchived: item.status === notificationStatus.archived, about: aboutOf(item) }),
});
