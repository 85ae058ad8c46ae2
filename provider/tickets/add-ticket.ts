import type { DatabaseSync } from "node:sqlite";
import { insert } from "#provider/store/store.ts";

/** The statuses of tickets. */
export const ticketStatus = { new: 0, inProgress: 1, deferred: 2, closed: 3 } as const;

/** There's no priority 4. */
export const priorities: Readonly<Record<number, string>> = {
  1: "Critical",
  2: "Major",
  3: "Minor",
  5: "Billing and Account",
  6: "Administration change",
};

/** A ticket to log. */
export interface NewTicket {
  readonly clientId: string;
  readonly subject: string;
  /** As HTML. */
  readonly details: string;
  /** The name of whoever logged it, for the history. */
  readonly author: string;
  readonly now: Date;
  readonly contactId?: number | null;
  readonly addressId?: number | null;
  readonly category?: string;
  readonly priorityId?: number;
  readonly assignedToName?: string;
  readonly affectedUsers?: number;
  readonly errorCodes?: string;
  readonly relatedDevice?: string;
  readonly contractId?: number;
  readonly contractItemId?: number;
}

/** Logs a new ticket with its first note; returns its id. */
export function addTicket(db: DatabaseSync, ticket: NewTicket): string {
  const loggedAt = ticket.now.getTime();
  const id = insert(db, "tickets", {
    client_id: ticket.clientId,
    contact_id: ticket.contactId ?? null,
    address_id: ticket.addressId ?? null,
    category: ticket.category ?? "",
    subject: ticket.subject,
    details: ticket.details,
    status_id: ticketStatus.new,
    priority_id: ticket.priorityId ?? 3,
    assigned_to_name: ticket.assignedToName ?? "",
    affected_users: ticket.affectedUsers ?? 0,
    error_codes: ticket.errorCodes ?? "",
    related_device: ticket.relatedDevice ?? "",
    contract_id: ticket.contractId ?? 0,
    contract_item_id: ticket.contractItemId ?? 0,
    logged_at: loggedAt,
    updated_at: loggedAt,
  });
  addNote(db, id, { author: ticket.author, content: ticket.details, now: ticket.now });
  return String(id);
}

interface Note {
  readonly author: string;
  /** As HTML. */
  readonly content: string;
  readonly now: Date;
}

/** Adds a note to a ticket's history and sets its last update. */
export function addNote(db: DatabaseSync, ticketId: number, { author, content, now }: Note): void {
  const writtenAt = now.getTime();
  insert(db, "ticket_notes", { support_ticket_id: ticketId, author, content, written_at: writtenAt });
  db.prepare("UPDATE tickets SET updated_at = ? WHERE support_ticket_id = ?").run(writtenAt, ticketId);
}

/** Plain text as HTML for the history. */
export function asHtml(text: string): string {
  const safe = text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
  return safe
    .split(/\r?\n(?:\r?\n)+/)
    .map((paragraph) => `<p>${paragraph.replace(/\r?\n/g, "<br>")}</p>`)
    .join("");
}
