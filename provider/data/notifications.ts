import type { DatabaseSync } from "node:sqlite";
import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import { insert } from "#provider/store/store.ts";
import type { DemoAccount } from "./accounts.ts";
import texts from "./notifications.json" with { type: "json" };
import type { Random } from "./random.ts";

/** Notifications are archived automatically after 30 days. */
export const ARCHIVE_AFTER_MS = 30 * millisecondsInDay;

/** A notification's contents. */
export interface NotificationText {
  readonly type: string;
  /** May contain HTML. */
  readonly subject: string;
  readonly message: string;
  /** 1 high, 2 medium, 3 low. */
  readonly priority: number;
  readonly issuedBy: string;
}

export const lineCheckFinished: NotificationText = texts.lineCheckFinished;
export const lineCheckFailed: NotificationText = texts.lineCheckFailed;
export const ordinaryNotifications: readonly NotificationText[] = texts.ordinary;
export const ticketUpdated = ordinaryNotifications.find(({ type }) => type === "SupportTicket")!;

/** Its markup must never run in a browser: it tests that the portal sanitises what the API sends. */
const hostileNotification: NotificationText = texts.hostile;
const HOSTILE_POSITION = 4;

/** Adds the account's notifications: the newest are unread, older ones read, and those over 30 days old archived. */
export function seedNotifications(
  db: DatabaseSync,
  account: DemoAccount,
  { random, now }: { readonly random: Random; readonly now: Date },
): void {
  const checkCount = Math.floor(account.notifications / 6);
  let issuedAt = now.getTime() - millisecondsInHour;
  for (let index = 0; index < account.notifications; index += 1) {
    const text = chooseText(index, random, checkCount);
    const isOld = now.getTime() - issuedAt >= ARCHIVE_AFTER_MS;
    const isUnread = index < account.notifications / 6;
    const status = isOld || (!isUnread && random.chance(0.15)) ? 2 : isUnread ? 0 : 1;
    addNotification(db, account.clientId, text, {
      issuedAt,
      status,
      readAt: isUnread ? null : issuedAt + millisecondsInHour,
    });
    issuedAt -= random.between(6, 34) * millisecondsInHour;
  }
}

function chooseText(index: number, random: Random, checkCount: number): NotificationText {
  if (index === HOSTILE_POSITION) return hostileNotification;
  const isLineCheck = checkCount > 0 && index % 6 === 1;
  if (!isLineCheck) return random.pick(ordinaryNotifications);
  return index % 4 === 1 ? lineCheckFinished : lineCheckFailed;
}

interface NotificationState {
  readonly issuedAt: number;
  readonly status: number;
  readonly readAt: number | null;
}

/** The line check that a notification is about, with its error if it failed. */
export interface LineCheckResult {
  readonly id: string;
  readonly error?: string | null;
}

/** What a notification is about: a line check, or a ticket. */
type Subject = LineCheckResult | { readonly supportTicketId: string } | undefined;

/**
 * Adds a notification, whose payload says what it's about. Without `about`, one about a line check gets a finished one.
 * Returns the notification's and the check's ids.
 */
export function addNotification(
  db: DatabaseSync,
  clientId: string,
  text: NotificationText,
  state: NotificationState,
  about: Subject = addLineCheck(db, clientId, text, state.issuedAt),
): { notificationId: string; lineFaultCheckId: string | undefined } {
  const check = about && "id" in about ? about : undefined;
  const error = check?.error ? { error: check.error } : {};
  const payload = check ? { lineFaultCheckId: check.id, ...error } : about;
  const notificationId = insert(db, "notifications", {
    client_id: clientId,
    type: text.type,
    subject: text.subject,
    message: text.message,
    priority: text.priority,
    issued_by: text.issuedBy,
    status: state.status,
    payload: payload ? JSON.stringify(payload) : null,
    issued_at: state.issuedAt,
    read_at: state.readAt,
    archive_at: state.issuedAt + ARCHIVE_AFTER_MS,
  });
  return { notificationId: String(notificationId), lineFaultCheckId: check?.id };
}

function addLineCheck(
  db: DatabaseSync,
  clientId: string,
  text: NotificationText,
  finishedAt: number,
): LineCheckResult | undefined {
  if (text !== lineCheckFinished && text !== lineCheckFailed) return undefined;
  const error = text === lineCheckFailed ? "The line test service didn't respond." : null;
  const row = { client_id: clientId, failure: error, finished_at: finishedAt };
  return { id: String(insert(db, "line_fault_checks", row)), error };
}
