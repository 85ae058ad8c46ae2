import { addNotification } from "#provider/data/notifications.ts";
import type { Page } from "./visitor.ts";
import type { World } from "./world.ts";

interface NewNotification {
  readonly client?: string;
  readonly type?: string;
  readonly subject?: string;
  readonly message?: string;
  readonly payload?: string;
}

/** Notifications in the provider's database and on the portal's pages. */
export class NotificationPages {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Adds an unread notification, the newest of its account; returns its id. */
  add({
    client = "1001",
    type = "Invoice",
    subject = "News",
    message = "Words",
    payload,
  }: NewNotification = {}): string {
    const { db } = this.#world.provider;
    const text = { type, subject, message, priority: 2, issuedBy: "Billing" };
    const state = { issuedAt: Date.now(), status: 0, readAt: null };
    const { notificationId } = addNotification(db, client, text, state);
    if (payload !== undefined)
      db.prepare("UPDATE notifications SET payload = ? WHERE notification_id = ?").run(
        payload,
        notificationId,
      );
    return notificationId;
  }

  /** 0 unread, 1 read, 2 archived. */
  statusOf(id: string): number {
    const { db } = this.#world.provider;
    const row = db.prepare("SELECT status FROM notifications WHERE notification_id = ?").get(id);
    return Number(row?.["status"]);
  }

  count(client: string): number {
    const { db } = this.#world.provider;
    const row = db.prepare("SELECT count(*) AS total FROM notifications WHERE client_id = ?").get(client);
    return Number(row?.["total"]);
  }

  /** The number of unread notifications in the header. */
  unreadIn({ $ }: Page): number {
    return Number(/(\d+) unread/.exec($("header").text().replace(/\s+/g, " "))?.[1] ?? 0);
  }

  /** The selector of a row's archive form. */
  rowForm(id: string): string {
    return `main form:has(input[name=id][value='${id}'])`;
  }
}
