import { z } from "zod";
import { listRequestWithPascalPaging } from "./list-request.ts";
import { operation } from "./operation.ts";
import { saved } from "./saved.ts";
import { arrayOf, count, idAsText, isObject, listOf, shown } from "./shapes.ts";

export const notificationStatus = { unread: 0, read: 1, archived: 2 } as const;

export const notification = z.object({
  notificationId: idAsText,
  type: shown.word(["LineFaultCheck", "FailedLineFaultCheck", "TicketUpdated"]),
  subject: shown.text().describe("May contain HTML."),
  message: shown.html(),
  issuedOn: shown.date(),
  priority: shown.text(),
  issuedBy: shown.text(),
  status: shown.status(notificationStatus).describe("0 unread, 1 read, 2 archived."),
  payload: shown.unchanged().describe("JSON: `lineFaultCheckId` or `error`; optional `supportTicketId`."),
});
export type Notification = z.output<typeof notification>;

export const latestNotificationsQuery = {
  sortBy: "issuedon DESC",
  pageSize: 3,
  pageNumber: 1,
  includedStatusCodes: [notificationStatus.unread, notificationStatus.read],
};

export const listMyNotifications = operation({
  method: "GET",
  path: "Notification/MyNotifications",
  query: listRequestWithPascalPaging,
  answer: listOf(notification, { unreadCount: count.catch(0) }),
  answerHeaders: { unreadCount: "x-unread-count" },
  isList: true,
  failure: "There was an error loading notifications.",
});

export const getNotification = operation({
  method: "GET",
  path: "Notification/Details",
  isOneById: true,
  query: z.object({ id: z.string() }),
  answer: notification,
  failure: "There was an error loading notification.",
});

const statusChange = (path: string) =>
  operation({
    method: "PUT",
    path,
    query: z.object({ id: z.string() }),
    allowsPlainText: true,
    answer: saved({ notificationId: idAsText }),
    failure: "There was an error updating the notification.",
  });

export const markNotificationAsRead = statusChange("Notification/MarkAsRead");
export const markNotificationAsArchived = statusChange("Notification/MarkAsArchived");
export const markNotificationAsUnarchived = statusChange("Notification/MarkAsUnArchived");

/** Turns an object with counts by account into a list. */
const asCounts = (body: unknown) =>
  isObject(body) && !("items" in Object(body))
    ? Object.entries(Object(body) as object).map(([clientId, count]) => ({
        clientId,
        count: count as unknown,
      }))
    : body;

export const listUnreadCounts = operation({
  method: "GET",
  path: "Notification/UnreadCount",
  answer: z.preprocess(asCounts, arrayOf(z.object({ clientId: idAsText, count }))),
  isList: true,
  failure: "There was an error loading notifications.",
});
