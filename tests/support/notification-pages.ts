import { addNotification } from "#provider/data/notifications.ts";
import type { Page } from "./visitor.ts";
import { sql, world } from "./world.ts";

interface NewNotification {
  readonly client?: string;
  readonly type?: string;
  readonly subject?: string;
  readonly message?: string;
  readonly payload?: string;
}

/** Adds an unread notification, the newest of its account; returns its id. */
export function add({
  client = "1001",
  type = "Invoice",
  subject = "News",
  message = "Words",
  payload,
}: NewNotification = {}): string {
  const text = { type, subject, message, priority: 2, issuedBy: "Billing" };
  const state = { issuedAt: Date.now(), status: 0, readAt: null };
  const { notificationId } = addNotification(world.provider.db, client, text, state);
  if (payload !== undefined)
    sql`UPDATE notifications SET payload = ${payload} WHERE notification_id = ${notificationId}`;
  return notificationId;
}

/** 0 unread, 1 read, 2 archived. */
export const statusOf = (id: string) =>
  Number(sql`SELECT status FROM notifications WHERE notification_id = ${id}`[0]?.["status"]);

/** The number of unread notifications in the header. */
export const unreadIn = ({ $ }: Page) =>
  Number(/(\d+) unread/.exec($("header").text().replace(/\s+/g, " "))?.[1] ?? 0);

/** The selector of a row's archive form. */
export const rowForm = (id: string) => `main form:has(input[name=id][value='${id}'])`;
