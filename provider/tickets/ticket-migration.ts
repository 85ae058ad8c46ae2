import type { DatabaseSync } from "node:sqlite";
import { millisecondsInHour } from "date-fns/constants";
import { accounts } from "#provider/data/accounts.ts";
import { insert, update, type Migration } from "#provider/store/store.ts";
import { ticketStatus } from "./add-ticket.ts";
import { contractsOf } from "./contracts.ts";
import { rareTickets, type RareTicket } from "./rare-tickets.ts";

const schema = `
ALTER TABLE ticket_notes RENAME TO old_ticket_notes;
ALTER TABLE tickets RENAME TO old_tickets;

CREATE TABLE tickets (
  support_ticket_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES accounts,
  row_version INTEGER NOT NULL DEFAULT 1,
  address_id INTEGER REFERENCES addresses,
  contact_id INTEGER REFERENCES contacts,
  category TEXT NOT NULL,
  subject TEXT NOT NULL,
  details TEXT NOT NULL,
  status_id INTEGER NOT NULL,
  priority_id INTEGER NOT NULL,
  assigned_to_name TEXT NOT NULL DEFAULT '',
  affected_users INTEGER NOT NULL DEFAULT 0,
  error_codes TEXT NOT NULL DEFAULT '',
  related_device TEXT NOT NULL DEFAULT '',
  contract_id INTEGER NOT NULL DEFAULT 0,
  contract_item_id INTEGER NOT NULL DEFAULT 0,
  changed_by TEXT NOT NULL DEFAULT '',
  files TEXT NOT NULL DEFAULT '{"names":[]}',
  logged_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
INSERT INTO tickets (support_ticket_id, client_id, row_version, address_id, contact_id, category, subject, details,
    status_id, priority_id, assigned_to_name, affected_users, error_codes, related_device, logged_at, updated_at)
  SELECT support_ticket_id, client_id, row_version, address_id, contact_id, category, subject, details,
    status_id, priority_id, assigned_to_name, affected_users, error_codes, related_device, logged_at, updated_at
  FROM old_tickets;

CREATE TABLE ticket_notes (
  note_id INTEGER PRIMARY KEY,
  support_ticket_id INTEGER NOT NULL REFERENCES tickets,
  author TEXT NOT NULL,
  content TEXT NOT NULL,
  written_at INTEGER NOT NULL
);
INSERT INTO ticket_notes SELECT * FROM old_ticket_notes;

DROP TABLE old_ticket_notes;
DROP TABLE old_tickets;
CREATE INDEX tickets_by_client ON tickets (client_id, logged_at);
CREATE INDEX ticket_notes_by_ticket ON ticket_notes (support_ticket_id);
`;

/** Makes contact and location optional, adds contracts and files to tickets, and creates the rare ones. */
export const ticketMigration: Migration = {
  schema,
  fill(db, now) {
    for (const { clientId } of accounts) assignContracts(db, clientId);
    rareTickets.forEach((rare, index) => makeRare(db, now, rare, index));
  },
};

function assignContracts(db: DatabaseSync, clientId: string): void {
  const ids = contractsOf(clientId).map(({ contractId }) => contractId);
  for (const [index, id] of ids.entries())
    db.prepare(
      "UPDATE tickets SET contract_id = ? WHERE client_id = ? AND support_ticket_id % ? = ? AND priority_id < 5",
    ).run(id, clientId, ids.length, index);
}

/** This many of Harbour & Pine Ltd's newest tickets stay ordinary; the next ones become rare. */
const ORDINARY_TICKETS = 20;

function makeRare(
  db: DatabaseSync,
  now: Date,
  { changes, notes = [], files = { names: [] } }: RareTicket,
  index: number,
): void {
  const row = db
    .prepare(
      "SELECT support_ticket_id AS id, logged_at FROM tickets WHERE client_id = '1001' ORDER BY logged_at DESC LIMIT 1 OFFSET ?",
    )
    .get(ORDINARY_TICKETS + index)!;
  const id = Number(row.id);
  update(
    db,
    "tickets",
    { support_ticket_id: id },
    { status_id: ticketStatus.inProgress, files: JSON.stringify(files), ...changes },
  );
  db.prepare("DELETE FROM ticket_notes WHERE support_ticket_id = ?").run(id);
  for (const [noteIndex, content] of notes.entries())
    insert(db, "ticket_notes", {
      support_ticket_id: id,
      author: noteIndex % 2 === 0 ? "Service Desk" : "Anna Archer",
      content,
      written_at: Math.min(now.getTime(), Number(row.logged_at) + (noteIndex + 1) * millisecondsInHour),
    });
}
