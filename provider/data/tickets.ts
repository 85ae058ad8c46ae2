import type { DatabaseSync } from "node:sqlite";
import { millisecondsInHour } from "date-fns/constants";
import { insert } from "#provider/store/store.ts";
import { ticketStatus } from "#provider/tickets/add-ticket.ts";
import type { DemoAccount } from "./accounts.ts";
import type { Random } from "./random.ts";

interface Topic {
  readonly category: string;
  readonly subject: string;
  /** HTML, as the provider's engineers and mail clients write it. */
  readonly details: string;
  readonly priorityId: number;
}

const topics: readonly Topic[] = [
  {
    category: "Connectivity",
    subject: "Broadband drops every afternoon",
    details:
      "<p>The line drops <strong>between 14:00 and 16:00</strong> most days.</p><ul><li>Router restarted</li><li>New filter fitted</li></ul>",
    priorityId: 2,
  },
  {
    category: "Connectivity",
    subject: "No internet at all sites",
    details: "<p>All sites lost connection at once. <em>Card payments are down.</em></p>",
    priorityId: 1,
  },
  {
    category: "Telephony",
    subject: "Cannot transfer calls from reception",
    details: "<p>Pressing <code>##2</code> ends the call instead of transferring it.</p>",
    priorityId: 3,
  },
  {
    category: "Telephony",
    subject: "Crackling on the main number",
    details: "<p>Callers hear noise on the main line. Recording attached.<br>Worst when it rains.</p>",
    priorityId: 3,
  },
  {
    category: "Email and Microsoft 365",
    subject: "New starter needs a mailbox",
    details: "<p>Please set up a mailbox and add them to <strong>Sales</strong>.</p>",
    priorityId: 6,
  },
  {
    category: "Email and Microsoft 365",
    subject: "Messages stuck in the outbox",
    details:
      '<p>Error code as below. Tried <a href="https://support.provider.example/outbox">the guide</a> without luck.</p>',
    priorityId: 3,
  },
  {
    category: "Security",
    subject: "Suspicious sign-in alert",
    details:
      "<p>An alert came for a sign-in from another country.</p><blockquote>Unusual sign-in activity</blockquote>",
    priorityId: 2,
  },
  {
    category: "Hardware",
    subject: "Switch in the comms room is noisy",
    details: "<p>The fan of the upper switch rattles. Photos &amp; serial number to follow.</p>",
    priorityId: 3,
  },
  {
    category: "Billing and Account",
    subject: "Query about the last invoice",
    details: "<p>We think line rental was charged <u>twice</u> (&pound;38.50).</p>",
    priorityId: 5,
  },
  {
    category: "Billing and Account",
    subject: "Change of billing contact",
    details: "<p>Please send invoices to our new finance team from next month.</p>",
    priorityId: 6,
  },
];

const engineers = ["Sam Whitlock", "Joanna Reeve", "Ravi Menon", "Kerry Doyle", ""];
const replies = [
  "<p>Thank you for logging this. We are looking into it.</p>",
  "<p>Tests run from our side, <strong>no fault found</strong> at the exchange. Please confirm the lights on the router.</p>",
  "<p>The lights are green except for the one marked <em>DSL</em>.</p>",
  "<p>A replacement has been sent by courier, tracking to follow.</p>",
  "<p>All working again, thank you.</p>",
];

interface Setting {
  readonly random: Random;
  readonly now: Date;
  readonly addressIds: readonly number[];
  readonly contactIds: readonly number[];
}

/** Adds the account's tickets with their histories, the newest a few hours old. */
export function seedTickets(db: DatabaseSync, account: DemoAccount, setting: Setting): void {
  let loggedAt = setting.now.getTime() - 3 * millisecondsInHour;
  for (let index = 0; index < account.tickets; index += 1) {
    const id = addTicket(db, account, setting, { index, loggedAt });
    addHistory(db, id, loggedAt, setting);
    loggedAt -= setting.random.between(5, 150) * millisecondsInHour;
  }
}

function addTicket(
  db: DatabaseSync,
  account: DemoAccount,
  { random, now, addressIds, contactIds }: Setting,
  { index, loggedAt }: { index: number; loggedAt: number },
): number {
  const topic = random.pick(topics);
  const isRecent = index < account.tickets / 4;
  const statusId = isRecent ? random.between(ticketStatus.new, ticketStatus.deferred) : ticketStatus.closed;
  return insert(db, "tickets", {
    client_id: account.clientId,
    address_id: random.pick(addressIds),
    contact_id: random.pick(contactIds),
    category: topic.category,
    subject: topic.subject,
    details: topic.details,
    status_id: statusId,
    priority_id: topic.priorityId,
    assigned_to_name: statusId === ticketStatus.new ? "" : random.pick(engineers),
    affected_users: random.between(1, 25),
    error_codes: random.chance(0.3) ? `0x800CCC${random.between(10, 99)}` : "",
    related_device: random.chance(0.3) ? `Router ${random.pick(["R2100", "R3400", "R9 Pro"])}` : "",
    logged_at: loggedAt,
    updated_at: Math.min(now.getTime(), loggedAt + random.between(1, 90) * millisecondsInHour),
  });
}

function addHistory(db: DatabaseSync, ticketId: number, loggedAt: number, { random, now }: Setting): void {
  let writtenAt = loggedAt;
  for (const content of replies.slice(0, random.between(0, replies.length))) {
    writtenAt = Math.min(now.getTime(), writtenAt + random.between(1, 20) * millisecondsInHour);
    const author = random.pick(engineers) || "Service Desk";
    insert(db, "ticket_notes", { support_ticket_id: ticketId, author, content, written_at: writtenAt });
  }
}
