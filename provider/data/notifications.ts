import type { DatabaseSync } from "node:sqlite";
import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import { insert } from "#provider/store/store.ts";
import type { DemoAccount } from "./accounts.ts";
import type { Random } from "./random.ts";

/** Notifications are archived by themselves after 30 days. */
export const ARCHIVE_AFTER_MS = 30 * millisecondsInDay;

export interface NotificationText {
  readonly type: string;
  /** May hold HTML. */
  readonly subject: string;
  readonly message: string;
  /** 1 high, 2 medium, 3 low. */
  readonly priority: number;
  readonly issuedBy: string;
}

export const lineCheckFinished: NotificationText = {
  type: "LineFaultCheck",
  subject: "Your line fault check has finished",
  message: "The results of your line fault check are ready to view.",
  priority: 1,
  issuedBy: "Line Fault Service",
};

export const lineCheckFailed: NotificationText = {
  type: "FailedLineFaultCheck",
  subject: "Your line fault check could not be completed",
  message: "The line fault check ended with an error. Please try again or raise a support ticket.",
  priority: 1,
  issuedBy: "Line Fault Service",
};

export const ticketUpdated: NotificationText = {
  type: "SupportTicket",
  subject: "Your ticket has been updated",
  message: "An engineer has added a note to one of your tickets.",
  priority: 2,
  issuedBy: "Service Desk",
};

export const ordinaryNotifications: readonly NotificationText[] = [
  {
    type: "PlannedMaintenance",
    subject: "Planned maintenance <strong>this weekend</strong>",
    message:
      "Engineers will work on the exchange from 01:00 to 05:00. Expect up to 20 minutes without service.",
    priority: 2,
    issuedBy: "Network Operations",
  },
  {
    type: "Invoice",
    subject: "A new invoice is available",
    message: "Your latest invoice can be viewed and paid in the Customer Portal.",
    priority: 3,
    issuedBy: "Billing",
  },
  ticketUpdated,
  {
    type: "Quote",
    subject: "A quote is waiting for your approval",
    message: "A new quote is ready. It is valid for 30 days.",
    priority: 3,
    issuedBy: "Account Management",
  },
  {
    type: "ServiceIncident",
    subject: "Service incident: <em>slow speeds</em> in your area",
    message: "We are aware of reduced broadband speeds and are working with the network operator.",
    priority: 1,
    issuedBy: "Network Operations",
  },
  {
    type: "Subscription",
    subject: "A subscription renews next month",
    message: "Review the number of licences before the renewal date.",
    priority: 3,
    issuedBy: "Account Management",
  },
];

/** Markup that must never run: proof that the portal cleans what the API sends. */
const hostileNotification: NotificationText = {
  type: "PlannedMaintenance",
  subject: `Cabinet upgrade<img src=x onerror="document.title='unsafe'"><script>document.title='unsafe'</script>`,
  message: `Work on cabinet 14 is complete. <a href="javascript:document.title='unsafe'">Details</a> <style>body{display:none}</style>`,
  priority: 2,
  issuedBy: "Network Operations",
};
const HOSTILE_POSITION = 4;

/** Adds the account's notifications: the newest unread, then read ones, those past 30 days archived. */
export function seedNotifications(
  db: DatabaseSync,
  account: DemoAccount,
  { random, now }: { readonly random: Random; readonly now: Date },
): void {
  const checkCount = Math.floor(account.notifications / 6);
  let issuedAt = now.getTime() - millisecondsInHour;
  for (let index = 0; index < account.notifications; index += 1) {
    const text = textAt(index, random, checkCount);
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

function textAt(index: number, random: Random, checkCount: number): NotificationText {
  if (index === HOSTILE_POSITION) return hostileNotification;
  const isLineCheck = checkCount > 0 && index % 6 === 1;
  if (!isLineCheck) return random.pick(ordinaryNotifications);
  return index % 4 === 1 ? lineCheckFinished : lineCheckFailed;
}

interface Placed {
  readonly issuedAt: number;
  readonly status: number;
  readonly readAt: number | null;
}

/** The line check that a notification tells of, and what it failed by, if it did. */
export interface CheckNotice {
  readonly id: string;
  readonly error?: string | null;
}

/**
 * Adds one notification; a line-check type names its check in the payload, and gets a finished one unless it is given.
 * Answers the ids of both.
 */
export function addNotification(
  db: DatabaseSync,
  clientId: string,
  text: NotificationText,
  placed: Placed,
  check: CheckNotice | undefined = addLineCheck(db, clientId, text, placed.issuedAt),
): { notificationId: string; lineFaultCheckId: string | undefined } {
  const error = check?.error ? { error: check.error } : {};
  const notificationId = insert(db, "notifications", {
    client_id: clientId,
    type: text.type,
    subject: text.subject,
    message: text.message,
    priority: text.priority,
    issued_by: text.issuedBy,
    status: placed.status,
    payload: check ? JSON.stringify({ lineFaultCheckId: check.id, ...error }) : null,
    issued_at: placed.issuedAt,
    read_at: placed.readAt,
    archive_at: placed.issuedAt + ARCHIVE_AFTER_MS,
  });
  return { notificationId: String(notificationId), lineFaultCheckId: check?.id };
}

function addLineCheck(
  db: DatabaseSync,
  clientId: string,
  text: NotificationText,
  finishedAt: number,
): CheckNotice | undefined {
  if (text !== lineCheckFinished && text !== lineCheckFailed) return undefined;
  const error = text === lineCheckFailed ? "The line test service did not answer." : null;
  const row = { client_id: clientId, failure: error, finished_at: finishedAt };
  return { id: String(insert(db, "line_fault_checks", row)), error };
}
