import { sql, world } from "./world.ts";

/** A ticket in the provider's database. */
export interface StoredTicket {
  readonly support_ticket_id: number;
  readonly client_id: string;
  readonly subject: string;
  readonly [column: string]: unknown;
}

/** The newest ticket whose subject ends with this text. */
export function ticketOf(subject: string): StoredTicket {
  return sql`SELECT * FROM tickets
    WHERE subject LIKE ${`%${subject}`} ORDER BY support_ticket_id DESC`[0] as unknown as StoredTicket;
}

/** The id of an account's first ticket. */
export const firstTicketOf = (clientId: string) =>
  String(sql`SELECT min(support_ticket_id) AS id FROM tickets WHERE client_id = ${clientId}`[0]?.["id"]);

/** The address of that ticket. */
export const ticketPath = (subject: string) => `/tickets/${ticketOf(subject).support_ticket_id}`;

/** The number of tickets with exactly this subject. */
export function countTickets(subject: string): number {
  const count = world.provider.db.prepare("SELECT count(*) AS n FROM tickets WHERE subject = ?");
  return Number(count.get(subject)?.["n"]);
}

/** The notes of a ticket, oldest first. */
export function notesOf(subject: string): string[] {
  return sql`SELECT content FROM ticket_notes
    WHERE support_ticket_id = ${ticketOf(subject).support_ticket_id} ORDER BY note_id`.map(({ content }) =>
    String(content),
  );
}
