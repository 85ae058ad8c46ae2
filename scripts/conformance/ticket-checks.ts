import { ticketStatus } from "#app/portal-api/support-tickets.ts";
import {
  conflictFinding,
  created,
  lostOf,
  MARK,
  mark,
  notKept,
  save,
  type Editing,
  type Thing,
} from "./editing.ts";
import { valuesAt, type Finding, type Tried } from "./finding.ts";
import { answerFindings, refusalFinding } from "./read-checks.ts";
import type { Writing } from "./wire.ts";
import type { ContractCall } from "../contract/operations.ts";

const READ = "GET SupportTicket/Details";
const CREATE = "POST SupportTicket/Create";
const UPDATE = "PUT SupportTicket/Edit";
/** The contract id for tickets about the account and its bills. */
const ACCOUNT_COVER = 1;
const LONGEST_TRIED = 100_000;

const ticket: Editing = {
  blank: "GET SupportTicket/Create",
  create: CREATE,
  read: READ,
  update: UPDATE,
  id: "supportTicketId",
  changed: "message",
  required: "message",
  async fill({ send, call }) {
    const [me, blank] = await Promise.all(
      ["GET Contact/EditCurrentContact", "GET SupportTicket/Create"].map((name) => send(call(name), {})),
    );
    return {
      subject: mark(),
      message: "Made by the conformance command: please do nothing.",
      category: MARK,
      contractCover: valuesAt(blank?.body, "contractList.contractId")[0] ?? ACCOUNT_COVER,
      contactId: valuesAt(me?.body, "contactId")[0],
      isSaveConfirmed: true,
    };
  },
};

/** Logs a ticket and closes it, since tickets cannot be deleted. */
export async function createsTicket(one: ContractCall, writing: Writing): Promise<Tried> {
  const { findings, id } = await created(ticket, one, writing);
  if (id !== undefined) await closeTicket(writing, id);
  return findings;
}

/** Logs a ticket, replies to it, also from an old version, and closes it. */
export async function updatesTicket(one: ContractCall, writing: Writing): Promise<Tried> {
  const { id } = await created(ticket, writing.call(CREATE), writing);
  if (id === undefined) return `nothing to change: ${CREATE} made nothing`;
  const before = await readTicket(writing, id);
  if (before === undefined) return `nothing to change: ${READ} answers nothing`;
  const confirmed = { ...before, isSaveConfirmed: true };
  const message = `Changed by ${mark()}`;
  const refused = await brokenRule(one, writing, confirmed);
  const reply = await save(writing, one, { ...confirmed, message });
  const after = await readTicket(writing, id);
  const late = await save(writing, one, { ...confirmed, message: "Changed from an old version" });
  await closeTicket(writing, id);
  const closed = await readTicket(writing, id);
  const notes = valuesAt(after, "formattedNotes.content").map(String);
  return [
    refused,
    ...answerFindings(one, reply),
    notes.some((content) => content.includes(message)) ? undefined : notKept("formattedNotes.content"),
    ...lostOf(before, after),
    conflictFinding(one, late),
    Number(closed?.["statusId"]) === ticketStatus.closed ? undefined : notKept("statusId"),
  ].filter((found) => found !== undefined);
}

/** Tries a reply that is longer than the rules allow, if they have a limit. */
async function brokenRule(one: ContractCall, writing: Writing, thing: Thing): Promise<Finding | undefined> {
  const { body } = await writing.send(writing.call("GET SupportTicket/GetValidationRules"), {});
  const rules = Array.isArray(body) ? (body as unknown[]) : [];
  const lengths = rules
    .filter((rule) => String(valuesAt(rule, "property")[0]).toLowerCase() === "message")
    .map((rule) => Number(valuesAt(rule, "parameters.max")[0]))
    .filter((max) => max > 0 && max < LONGEST_TRIED);
  if (lengths.length === 0) return undefined;
  const message = "x".repeat(Math.min(...lengths) + 1);
  return refusalFinding(one, await save(writing, one, { ...thing, message }));
}

/** Closes a ticket, if it can be read. */
export async function closeTicket(writing: Writing, id: unknown): Promise<void> {
  const now = await readTicket(writing, id);
  const closed = { ...now, statusId: ticketStatus.closed, message: "", isSaveConfirmed: true };
  if (now) await save(writing, writing.call(UPDATE), closed);
}

async function readTicket({ send, call }: Writing, id: unknown): Promise<Thing | undefined> {
  const { status, body } = await send(call(READ), { query: { id } });
  return status === 200 && typeof body === "object" && body !== null ? (body as Thing) : undefined;
}
