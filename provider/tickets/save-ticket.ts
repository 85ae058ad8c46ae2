import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import {
  conflictText,
  findOrFakeOtherEditor,
  readComplete,
  requireValid,
  updateVersion,
} from "#provider/portal-api/csla.ts";
import { badRequest } from "#provider/portal-api/refusal.ts";
import type { Call } from "#provider/portal-api/route.ts";
import { textOf } from "#provider/rules/checks.ts";
import { findBrokenRules } from "#provider/rules/find-broken-rules.ts";
import { brokenRule } from "#provider/rules/rule.ts";
import { ticketRules } from "#provider/rules/ticket-rules.ts";
import type { Row } from "#provider/store/store.ts";
import { addNote, addTicket, asHtml, ticketStatus } from "./add-ticket.ts";
import { accountCover, contractsOf, devicesOf } from "./contracts.ts";
import { findTicket, statusTexts } from "./ticket-object.ts";

const text = z.unknown().transform(textOf);
const number = z.coerce.number().int().nullish();
const sentTicket = z.looseObject({
  supportTicketId: number,
  rowVersion: text,
  addressId: number,
  contactId: number,
  statusId: number,
  contractCover: number,
  contractItemId: number,
  affectedUsers: number,
  errorcodes: text,
  category: text,
  subject: text,
  details: text,
  message: text,
});
export type SentTicket = z.output<typeof sentTicket>;

/** Parses a ticket that was sent. Throws a 400 refusal if it's invalid, or lacks fields that it had when it was read. */
export const readTicket = (body: unknown) => readComplete(sentTicket, body);

interface TicketContext {
  readonly db: DatabaseSync;
  readonly now: Date;
  readonly call: Call;
}

/** Logs a ticket, with its message as details; returns its id. Throws a 400 refusal for broken rules. */
export function createTicket({ db, now, call }: TicketContext, sent: SentTicket): string {
  const { clientId, caller } = call;
  requireOwnRecords(db, clientId, sent);
  const contractIds = contractsOf(clientId).map(({ contractId }) => contractId);
  // An account without contracts can log tickets too.
  const isCovered =
    contractIds.length === 0 || [...contractIds, accountCover].includes(sent.contractCover ?? 0);
  const values = { ...sent, contractCover: isCovered ? "covered" : "" };
  requireValid([...findBrokenRules(ticketRules, values), ...findingsNamedIn(sent)], sent.isSaveConfirmed);
  const device = devicesOf(clientId).find(({ itemId }) => itemId === sent.contractItemId);
  return addTicket(db, {
    clientId,
    now,
    author: caller.claims.name,
    subject: sent.subject,
    details: asHtml(sent.message),
    contactId: sent.contactId,
    addressId: sent.addressId || null,
    category: sent.category,
    priorityId: sent.contractCover === accountCover ? 5 : 3,
    affectedUsers: sent.affectedUsers ?? 0,
    errorCodes: sent.errorcodes,
    relatedDevice: device?.formattedDeviceDetails ?? "",
    contractId: sent.contractCover ?? 0,
    contractItemId: device?.itemId ?? 0,
  });
}

/** Changes a ticket and adds the changes to its history. Throws a 400 refusal for broken rules or a conflict. */
export function editTicket({ db, now, call }: TicketContext, sent: SentTicket): void {
  const row = findTicket(db, call.clientId, sent.supportTicketId);
  const id = Number(row.support_ticket_id);
  requireOwnRecords(db, call.clientId, sent);
  // An existing ticket's form has a contact, and its message is optional.
  const rules = ticketRules.filter(({ property, ruleName }) =>
    property === "Message" ? ruleName !== "Required" : property === "ContactId",
  );
  requireValid([...findBrokenRules(rules, sent), ...findingsNamedIn(sent)], sent.isSaveConfirmed);
  const change = (changes: Parameters<typeof updateVersion>[4], author: string, notes: readonly string[]) => {
    updateVersion(db, "tickets", "support_ticket_id", row, { changed_by: author, ...changes });
    for (const content of notes) addNote(db, id, { author, content, now });
  };
  const otherEditor = findOrFakeOtherEditor(row, sent.rowVersion, sent.message, (changedBy) =>
    change({ status_id: ticketStatus.deferred }, changedBy, ["<p>Waiting for a part.</p>"]),
  );
  if (otherEditor !== undefined) throw badRequest(conflictText("ticket", otherEditor));
  const changes = {
    status_id: sent.statusId ?? ticketStatus.new,
    contact_id: sent.contactId || null,
    address_id: sent.addressId || null,
    details: sent.details,
  };
  change({ ...changes, updated_at: now.getTime() }, call.caller.claims.name, notesOf(row, changes, sent));
}

function notesOf(row: Row, changes: Row, { message }: SentTicket): string[] {
  const [before, after] = [row.status_id, changes.status_id].map(
    (id) => statusTexts[Number(id)] ?? "unknown",
  );
  return [
    ...(row.details === changes.details ? [] : ["<p>Details changed.</p>"]),
    ...(before === after ? [] : [`<p>Status changed from ${before} to ${after}.</p>`]),
    ...(message === "" ? [] : [asHtml(message)]),
  ];
}

/** Throws a 400 refusal for another account's contact or location. */
function requireOwnRecords(db: DatabaseSync, clientId: string, { contactId, addressId }: SentTicket): void {
  const isOwn = (table: string, column: string, id: number | null | undefined) =>
    !id || db.prepare(`SELECT 1 FROM ${table} WHERE client_id = ? AND ${column} = ?`).get(clientId, id);
  if (!isOwn("contacts", "contact_id", contactId) || !isOwn("addresses", "address_id", addressId))
    throw badRequest("The contact or address doesn't belong to this account.");
}

/** Rules broken by the typed subject or message, for tests (docs/scenarios.md). */
function findingsNamedIn({ subject, message }: SentTicket) {
  const isBanned = [subject, message].some((text) => text.toLowerCase() === "banned");
  const description = "This word isn't allowed here.";
  return isBanned ? [brokenRule("Message", "Banned", description)] : [];
}
