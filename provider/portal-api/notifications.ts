import type { DatabaseSync } from "node:sqlite";
import { ARCHIVE_AFTER_MS } from "#provider/data/notifications.ts";
import { update, type Row } from "#provider/store/store.ts";
import { inCondition, listAnswer, numberParameters } from "./list-request.ts";
import { notFound } from "./refusal.ts";
import { route, type Answer, type Call, type Route } from "./route.ts";

const status = { unread: 0, read: 1, archived: 2 } as const;
const priorityNames = ["", "High", "Medium", "Low"];
const listShape = {
  table: "notifications",
  columns: {
    issuedon: "issued_at",
    priority: "priority",
    subject: "subject COLLATE NOCASE",
    status: "status",
    type: "type",
    issuedby: "issued_by",
    readon: "read_at",
  },
  search: ["subject", "message", "issued_by"],
  defaultSort: "issuedOn DESC",
  tieBreak: "notification_id DESC",
};

/** `Notification/*`. Each call first archives notifications over 30 days old. */
export function notificationRoutes(db: DatabaseSync, now: () => Date): Route[] {
  const withArchiving = (handle: (call: Call) => Answer) => (call: Call) => {
    archiveOld(db, now());
    return handle(call);
  };
  const changeRoute = (name: string, apply: (row: Row) => void): Route =>
    route(
      `PUT /Notification/${name}`,
      "account",
      withArchiving((call) => {
        apply(findRow(db, call));
        return { body: asNotification(findRow(db, call)) };
      }),
    );
  return [
    route(
      "GET /Notification/MyNotifications",
      "account",
      withArchiving((call) => list(db, call)),
    ),
    route(
      "GET /Notification/Details",
      "account",
      withArchiving((call) => ({ body: asNotification(findRow(db, call)) })),
    ),
    route(
      "GET /Notification/UnreadCount",
      "token",
      withArchiving(({ caller }) => ({ body: unreadCounts(db, caller.clientIds) })),
    ),
    changeRoute("MarkAsRead", (row) => markAsRead(db, row, now())),
    changeRoute("MarkAsArchived", (row) => change(db, row, { status: status.archived })),
    changeRoute("MarkAsUnArchived", (row) => unarchive(db, row, now())),
  ];
}

function list(db: DatabaseSync, call: Call): Answer {
  const statuses = numberParameters(call.query, "includedStatusCodes", [status.unread, status.read]);
  const { body, headers } = listAnswer(db, call, listShape, asNotification, inCondition("status", statuses));
  const unread = db
    .prepare("SELECT count(*) AS unread FROM notifications WHERE client_id = ? AND status = 0")
    .get(call.clientId)?.unread;
  return { body, headers: { ...headers, "X-Unread-Count": String(unread) } };
}

function unreadCounts(db: DatabaseSync, clientIds: readonly string[]): unknown[] {
  return db
    .prepare(
      `SELECT client_id AS clientId, count(notification_id) AS count
       FROM accounts LEFT JOIN (SELECT * FROM notifications WHERE status = 0) USING (client_id)
       WHERE client_id IN (SELECT value FROM json_each(?)) GROUP BY client_id ORDER BY client_id`,
    )
    .all(JSON.stringify(clientIds));
}

function findRow(db: DatabaseSync, { clientId, query }: Call): Row {
  const row = db
    .prepare("SELECT * FROM notifications WHERE client_id = ? AND notification_id = ?")
    .get(clientId, query.get("id") ?? "");
  if (!row) throw notFound();
  return row;
}

function markAsRead(db: DatabaseSync, row: Row, now: Date): void {
  if (row.status === status.unread) change(db, row, { status: status.read, read_at: now.getTime() });
}

/** Restarts the 30 days; otherwise the next call would archive an old one again. */
function unarchive(db: DatabaseSync, row: Row, now: Date): void {
  const archiveAt = now.getTime() + ARCHIVE_AFTER_MS;
  if (row.status === status.archived) change(db, row, { status: status.read, archive_at: archiveAt });
}

function change(db: DatabaseSync, { notification_id }: Row, changes: Parameters<typeof update>[3]): void {
  update(db, "notifications", { notification_id: notification_id! }, changes);
}

function archiveOld(db: DatabaseSync, now: Date): void {
  db.prepare("UPDATE notifications SET status = 2 WHERE status <> 2 AND archive_at <= ?").run(now.getTime());
}

function asNotification(row: Row) {
  return {
    notificationId: String(row.notification_id),
    type: row.type,
    subject: row.subject,
    message: row.message,
    issuedOn: new Date(Number(row.issued_at)).toISOString(),
    readOn: row.read_at === null ? null : new Date(Number(row.read_at)).toISOString(),
    priority: priorityNames[Number(row.priority)] ?? "",
    issuedBy: row.issued_by,
    status: row.status,
    payload: row.payload,
  };
}
