import type { DatabaseSync } from "node:sqlite";
import { tz } from "@date-fns/tz";
import { format } from "date-fns/format";
import { businessObject, rowVersionText } from "#provider/portal-api/csla.ts";
import { notFound } from "#provider/portal-api/refusal.ts";
import type { Row } from "#provider/store/store.ts";
import { priorities } from "./add-ticket.ts";
import { contractsOf, devicesOf } from "./contracts.ts";

/** The texts of ticket statuses, by status. */
export const statusTexts = ["New", "In Progress", "Deferred", "Closed"] as const;

/** SQL for tickets joined with their contacts' names. */
export const ticketTable = `(
  SELECT tickets.*, coalesce(first_names || ' ' || surname, '') AS contact_name
  FROM tickets LEFT JOIN contacts USING (contact_id, client_id)
)`;

/** One of the account's tickets. Throws a 404 refusal if it has none with this id. */
export function findTicket(db: DatabaseSync, clientId: string, id: unknown): Row {
  const row = db
    .prepare(`SELECT * FROM ${ticketTable} WHERE client_id = ? AND support_ticket_id = ?`)
    .get(clientId, Number(id));
  if (!row) throw notFound();
  return row;
}

const isoText = (time: Row[string] | undefined) => new Date(Number(time)).toISOString();

/** A ticket as an item in the list. */
export function asTicketItem(row: Row) {
  return {
    supportTicketId: row.support_ticket_id,
    clientId: row.client_id,
    contactId: row.contact_id ?? 0,
    contactName: row.contact_name,
    subject: row.subject,
    details: row.details,
    category: row.category,
    assignedToName: row.assigned_to_name,
    statusId: row.status_id,
    status: statusTexts[Number(row.status_id)] ?? "",
    priorityId: row.priority_id,
    priority: priorities[Number(row.priority_id)] ?? "",
    time: isoText(row.logged_at),
    lastUpdated: isoText(row.updated_at),
  };
}

/** A ticket with its history, newest note first. */
export function ticketObject(db: DatabaseSync, row: Row) {
  return businessObject({ ...fieldsOf(db, row), isNew: false });
}

function fieldsOf(db: DatabaseSync, row: Row) {
  const files = JSON.parse(String(row.files)) as { readonly names: readonly string[] };
  const contractList = contractsOf(String(row.client_id));
  const contract = contractList.find(({ contractId }) => contractId === row.contract_id);
  const notes = db
    .prepare("SELECT * FROM ticket_notes WHERE support_ticket_id = ? ORDER BY written_at DESC, note_id DESC")
    .all(row.support_ticket_id!);
  return {
    ...asTicketItem(row),
    rowVersion: rowVersionText(Number(row.row_version)),
    addressId: row.address_id ?? 0,
    handler: row.assigned_to_name,
    handled: row.assigned_to_name !== "",
    assignedTo: row.assigned_to_name === "" ? 0 : 1,
    affectedUsers: row.affected_users,
    errorcodes: row.error_codes,
    relatedDevice: row.related_device,
    contract: contract?.formattedContractDetails ?? "",
    contractCover: row.contract_id,
    contractItemId: row.contract_item_id,
    contractList,
    deviceList: devicesOf(String(row.client_id)),
    message: "",
    notes: "",
    timeTaken: 0,
    formattedNotes: notes.map(({ author, content, written_at }) => ({
      header: `${author} - ${format(Number(written_at), "dd/MM/yyyy HH:mm", { in: tz("Europe/London") })}`,
      content,
    })),
    attachedFileNames: files.names,
  };
}

/** An empty ticket for the form that creates one. */
export function blankTicket(db: DatabaseSync, clientId: string) {
  const emptyValues = { rowVersion: "", status: "", priority: "", time: null, lastUpdated: null };
  return businessObject({
    ...fieldsOf(db, { ...blankRow, client_id: clientId }),
    ...emptyValues,
    isNew: true,
  });
}

const blankRow: Row = {
  support_ticket_id: 0,
  row_version: 0,
  status_id: 0,
  priority_id: 3,
  contract_id: 0,
  contract_item_id: 0,
  affected_users: 0,
  error_codes: "",
  related_device: "",
  contact_name: "",
  subject: "",
  details: "",
  category: "",
  assigned_to_name: "",
  contact_id: 0,
  address_id: 0,
  logged_at: 0,
  updated_at: 0,
  files: '{"names":[]}',
};
