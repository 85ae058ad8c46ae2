import { z } from "zod";
import { operation } from "./operation.ts";
import { count, listOf, listRequestInCapitals, optionalText, saved, textId } from "./shapes.ts";

/** Spec 1 §3: Unread=0, Read=1, Archived=2. */
export const notificationStatus = { unread: 0, read: 1, archived: 2 } as const;

/** A notification of the account (spec 1 §3). */
export const notification = z.object({
  notificationId: textId,
  type: optionalText,
  /** May hold HTML: sanitise before it is shown. */
  subject: optionalText,
  message: optionalText,
  issuedOn: z.string(),
  readOn: z.string().nullish(),
  priority: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => String(value ?? "")),
  issuedBy: optionalText,
  status: z.number().int(),
  /** JSON text: `lineFaultCheckId` for line-check types, an error for a failed check. */
  payload: z.string().nullish(),
});
export type Notification = z.output<typeof notification>;

/** The defaults of the spec (1 §7): newest first, 3 a page, unread and read. */
export const latestNotificationsQuery = {
  sortBy: "issuedon DESC",
  pageSize: 3,
  pageNumber: 1,
  includedStatusCodes: [notificationStatus.unread, notificationStatus.read],
};

/** A page of notifications; `unreadCount` counts all unread ones of the account, not the page's. */
export const listMyNotifications = operation({
  method: "GET",
  path: "Notification/MyNotifications",
  query: listRequestInCapitals,
  answer: listOf(notification).extend({ unreadCount: count }),
  answerHeaders: { unreadCount: "x-unread-count" },
  failure: "There was an error loading notifications.",
});

/** One notification by its id; 404 for another account's, too. */
export const getNotification = operation({
  method: "GET",
  path: "Notification/Details",
  query: z.object({ id: z.string() }),
  answer: notification,
  failure: "There was an error loading notification.",
});

const statusChange = {
  query: z.object({ id: z.string() }),
  answer: saved({ notificationId: textId }),
} as const;
const updateFailure = "There was an error updating the notification.";

/** What opening an unread one does (spec 1 §4). */
export const markNotificationAsRead = operation({
  method: "PUT",
  path: "Notification/MarkAsRead",
  ...statusChange,
  failure: updateFailure,
});

/** Archives one, read or not. */
export const markNotificationAsArchived = operation({
  method: "PUT",
  path: "Notification/MarkAsArchived",
  ...statusChange,
  failure: updateFailure,
});

/** Takes one out of the archive: it is a read one again. */
export const markNotificationAsUnarchived = operation({
  method: "PUT",
  path: "Notification/MarkAsUnArchived",
  ...statusChange,
  failure: updateFailure,
});

/** Unread notifications of every account of the user. */
export const listUnreadCounts = operation({
  method: "GET",
  path: "Notification/UnreadCount",
  answer: z.array(z.object({ clientId: textId, count })),
  failure: "There was an error loading notifications.",
});
