import type { DatabaseSync } from "node:sqlite";
import { millisecondsInHour } from "date-fns/constants";
import { insert } from "#provider/store/store.ts";
import { ticketStatus } from "#provider/tickets/add-ticket.ts";
import type { DemoAccount } from "./accounts.ts";
import type { Random } from "./random.ts";
import demo from "./tickets.json" with { type: "json" };

/** Details and replies are HTML, as engineers and mail clients write it. */
// One of the assignees is '', for a ticket that nobody has yet.
const { topics, assignees, replies } = demo;

interface SeedContext {
  readonly random: Random;
  readonly now: Date;
  readonly addressIds: readonly number[];
  readonly contactIds: readonly number[];
}

/** Adds the account's tickets with their histories, the newest a few hours old. */
export function seedTickets(db: DatabaseSync, account: DemoAccount, context: SeedContext): void {
  let loggedAt = context.now.getTime() - 3 * millisecondsInHour;
  for (let index = 0; index < account.tickets; index += 1) {
    const id = addTicket(db, account, context, { index, loggedAt });
    addHistory(db, id, loggedAt, context);
    loggedAt -= context.random.between(5, 150) * millisecondsInHour;
  }
}

function addTicket(
  db: DatabaseSync,
  account: DemoAccount,
  { random, now, addressIds, contactIds }: SeedContext,
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
    assigned_to_name: statusId === ticketStatus.new ? "" : random.pick(assignees),
    affected_users: random.between(1, 25),
    error_codes: random.chance(0.3) ? `0x800CCC${random.between(10, 99)}` : "",
    related_device: random.chance(0.3) ? `Router ${random.pick(["R2100", "R3400", "R9 Pro"])}` : "",
    logged_at: loggedAt,
    updated_at: Math.min(now.getTime(), loggedAt + random.between(1, 90) * millisecondsInHour),
  });
}

function addHistory(
  db: DatabaseSync,
  ticketId: number,
  loggedAt: number,
  { random, now }: SeedContext,
): void {
  let writtenAt = loggedAt;
  for (const content of replies.slice(0, random.between(0, replies.length))) {
    writtenAt = Math.min(now.getTime(), writtenAt + random.between(1, 20) * millisecondsInHour);
    const author = random.pick(assignees) || "Service Desk";
    insert(db, "ticket_notes", { support_ticket_id: ticketId, author, content, written_at: writtenAt });
  }
}
