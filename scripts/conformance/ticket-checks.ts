import { ticketStatus } from "#shared/portal-api/support-tickets.ts";
import { answerFindings } from "./answer-checks.ts";
import {
  conflictFinding,
  createRecord,
  lostFieldFindings,
  MARK,
  mark,
  notSavedFinding,
  save,
  type EditableRecord,
  type Fields,
} from "./editing.ts";
import { valuesAt, type CheckOutcome, type Finding } from "./finding.ts";
import { invalidSaveFinding } from "./read-checks.ts";
import type { CheckContext } from "./wire.ts";
import type { ContractCall } from "../contract/operations.ts";

const READ = "GET SupportTicket/Details";
const CREATE = "POST SupportTicket/Create";
const UPDATE = "PUT SupportTicket/Edit";
/** The contract id for tickets about the account and its bills. */
const ACCOUNT_COVER = 1;
const MAX_TRIED_LENGTH = 100_000;

const ticket: EditableRecord = {
  readBlank: "GET SupportTicket/Create",
  create: CREATE,
  read: READ,
  update: UPDATE,
  idPath: "supportTicketId",
  changed: "message",
  required: "message",
  async fill({ send, call }) {
    const [contact, blank] = await Promise.all(
      ["GET Contact/EditCurrentContact", "GET SupportTicket/Create"].map((name) => send(call(name), {})),
    );
    return {
      subject: mark(),
      message: "Made by the conformance command: please do nothing.",
      category: MARK,
      contractCover: valuesAt(blank?.body, "contractList.contractId")[0] ?? ACCOUNT_COVER,
      contactId: valuesAt(contact?.body, "contactId")[0],
      isSaveConfirmed: true,
    };
  },
};

/** Logs a ticket and closes it, because tickets can't be deleted. */
export async function checkTicketCreation(
  contractCall: ContractCall,
  context: CheckContext,
): Promise<CheckOutcome> {
  const { findings, id } = await createRecord(ticket, contractCall, context);
  if (id !== undefined) await closeTicket(context, id);
  return findings;
}

/** Logs a ticket, replies to it (once from an old version) and closes it. */
export async function checkTicketUpdate(
  contractCall: ContractCall,
  context: CheckContext,
): Promise<CheckOutcome> {
  const { id } = await createRecord(ticket, context.call(CREATE), context);
  if (id === undefined) return `nothing to change: ${CREATE} made nothing`;
  const before = await readTicket(context, id);
  if (before === undefined) return `nothing to change: ${READ} returns nothing`;
  const confirmed = { ...before, isSaveConfirmed: true };
  const message = `Changed by ${mark()}`;
  const refused = await lengthFinding(contractCall, context, confirmed);
  const reply = await save(context, contractCall, { ...confirmed, message });
  const after = await readTicket(context, id);
  const staleReply = await save(context, contractCall, {
    ...confirmed,
    message: "Changed from an old version",
  });
  await closeTicket(context, id);
  const closed = await readTicket(context, id);
  const notes = valuesAt(after, "formattedNotes.content").map(String);
  return [
    refused,
    ...answerFindings(contractCall, reply),
    notes.some((content) => content.includes(message))
      ? undefined
      : notSavedFinding("formattedNotes.content"),
    ...lostFieldFindings(before, after),
    conflictFinding(contractCall, staleReply),
    Number(closed?.["statusId"]) === ticketStatus.closed ? undefined : notSavedFinding("statusId"),
  ].filter((finding) => finding !== undefined);
}

/** Tries a reply that's longer than the rules allow, if they have a limit. */
async function lengthFinding(
  contractCall: ContractCall,
  context: CheckContext,
  fields: Fields,
): Promise<Finding | undefined> {
  const { body } = await context.send(context.call("GET SupportTicket/GetValidationRules"), {});
  const rules = Array.isArray(body) ? (body as unknown[]) : [];
  const lengths = rules
    .filter((rule) => String(valuesAt(rule, "property")[0]).toLowerCase() === "message")
    .map((rule) => Number(valuesAt(rule, "parameters.max")[0]))
    .filter((max) => max > 0 && max < MAX_TRIED_LENGTH);
  if (lengths.length === 0) return undefined;
  const message = "x".repeat(Math.min(...lengths) + 1);
  return invalidSaveFinding(contractCall, await save(context, contractCall, { ...fields, message }));
}

/** Closes a ticket, if it can be read. */
export async function closeTicket(context: CheckContext, id: unknown): Promise<void> {
  const current = await readTicket(context, id);
  const closed = { ...current, statusId: ticketStatus.closed, message: "", isSaveConfirmed: true };
  if (current) await save(context, context.call(UPDATE), closed);
}

async function readTicket({ send, call }: CheckContext, id: unknown): Promise<Fields | undefined> {
  const { status, body } = await send(call(READ), { query: { id } });
  return status === 200 && typeof body === "object" && body !== null ? (body as Fields) : undefined;
}
