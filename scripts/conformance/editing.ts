import { failureOf } from "#shared/portal-api/reply.ts";
import { answerFindings } from "./answer-checks.ts";
import { deviationFinding, failureFinding, statusText, valuesAt, type Finding } from "./finding.ts";
import { invalidSaveFinding } from "./read-checks.ts";
import { isAnswered, type CheckContext, type Reply } from "./wire.ts";
import type { ContractCall } from "../contract/operations.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Marks everything that the command creates, because it can't delete it. */
export const MARK = "Conformance check";
/** From a range that Ofcom reserves for fiction. */
export const NOBODYS_PHONE = "01632960001";
/** A unique text that says who created a record. */
export const mark = () => `${MARK} ${Date.now().toString(36)}`;

/** The calls for a record that's read, changed and saved as a whole. */
export interface EditableRecord {
  /** The call that returns an empty record, to be filled in. Like `create`, it's missing for a record that always exists. */
  readonly readBlank?: string;
  readonly create?: string;
  readonly read: string;
  readonly update: string;
  /** Where `create`'s answer has the new id. */
  readonly idPath: string;
  /** A text field that we change and then restore. */
  readonly changed: string;
  /** A text field that a save must be refused without. */
  readonly required: string;
  readonly fill: (context: CheckContext) => Fields | Promise<Fields>;
}

/** Creates or changes a record, as its form does. */
export function editingFindings(record: EditableRecord, action: "create" | "update") {
  return async (contractCall: ContractCall, context: CheckContext): Promise<readonly Finding[] | string> =>
    action === "create"
      ? (await createRecord(record, contractCall, context)).findings
      : await updateRecord(record, contractCall, context);
}

/** Creates a record, and tries to create an invalid one. */
export async function createRecord(
  record: EditableRecord,
  contractCall: ContractCall,
  context: CheckContext,
) {
  const { send, call } = context;
  const { status, body } = await send(call(record.readBlank ?? ""), {});
  if (status !== 200) return { findings: `nothing to make: ${record.readBlank} fails`, id: undefined };
  const blank = body as Fields;
  const newRecord = { ...blank, ...(await record.fill(context)) };
  const invalidReply = await save(context, contractCall, { ...newRecord, [record.required]: "" });
  const reply = await save(context, contractCall, newRecord);
  const id: unknown = valuesAt(reply.body, record.idPath)[0];
  const consequence = "the portal has to look for the new record in the list";
  const missingIdFinding = deviationFinding(record.idPath, "the id of what was made", "nothing", consequence);
  const findings = [
    invalidSaveFinding(contractCall, invalidReply),
    ...answerFindings(contractCall, reply),
    isAnswered(reply) && id === undefined ? missingIdFinding : undefined,
  ].filter((finding) => finding !== undefined);
  return { findings, id };
}

async function updateRecord(
  record: EditableRecord,
  contractCall: ContractCall,
  context: CheckContext,
): Promise<readonly Finding[] | string> {
  const { send, call } = context;
  const id = record.create ? (await createRecord(record, call(record.create), context)).id : undefined;
  if (record.create && id === undefined) return `nothing to change: ${record.create} made nothing`;
  const read = async () => (await send(call(record.read), { params: { id } })).body as Fields | null;
  const before = await read();
  if (before === null || typeof before !== "object")
    return `nothing to change: ${record.read} returns nothing`;
  const confirmed = {
    ...before,
    ...(record.create ? {} : await record.fill(context)),
    isSaveConfirmed: true,
  };
  const invalidReply = await save(context, contractCall, { ...confirmed, [record.required]: "" });
  const text = "Changed by the conformance command";
  const reply = await save(context, contractCall, { ...confirmed, [record.changed]: text });
  const after = await read();
  const staleReply = await save(context, contractCall, {
    ...confirmed,
    [record.changed]: "Changed from an old version",
  });
  const restoredReply = await save(context, contractCall, {
    ...confirmed,
    // Read again, so that an earlier read's failure doesn't leave someone's contact changed.
    rowVersion: (after ?? (await read()))?.["rowVersion"],
  });
  const refused = invalidSaveFinding(contractCall, invalidReply);
  const saved = answerFindings(contractCall, reply);
  // We can't look at something that was never saved.
  if (!isAnswered(reply)) return refused ? [refused, ...saved] : saved;
  return [
    refused,
    ...saved,
    after?.[record.changed] === text ? undefined : notSavedFinding(record.changed),
    ...lostFieldFindings(before, after),
    conflictFinding(contractCall, staleReply),
    isAnswered(restoredReply)
      ? undefined
      : failureFinding(
          "a second save",
          "200",
          statusText(restoredReply.status),
          `'${contractCall.operation.failure}', and ${record.changed} isn't what it was before the check`,
        ),
  ].filter((finding) => finding !== undefined);
}

/** The finding for a field that a save didn't store. */
export const notSavedFinding = (at: string) =>
  failureFinding(at, "what was saved", "something else", "people lose what they typed");

/** Findings for fields that a save has lost. */
export const lostFieldFindings = (before: Fields, after: Fields | null | undefined) =>
  Object.keys(before)
    .filter((name) => after?.[name] === undefined && before[name] !== undefined)
    .map(notSavedFinding);

/** The finding for saving an old version; undefined if it was refused as a conflict. */
export function conflictFinding({ operation }: ContractCall, reply: Reply): Finding | undefined {
  const isRefused = failureOf(operation, { ...reply, headers: {} }).kind === "conflict";
  if (reply.status >= 400 && isRefused) return undefined;
  const expected = "409, or a text that ends in 'by another user.'";
  const consequence = isAnswered(reply)
    ? "one person's edit silently undoes another's"
    : `people see '${operation.failure}' instead of both edits`;
  return failureFinding("an old rowVersion", expected, statusText(reply.status), consequence);
}

/** Saves a record, with its body parsed by the operation as the portal does. */
export async function save({ send }: CheckContext, contractCall: ContractCall, fields: Fields) {
  return send(contractCall, { body: contractCall.operation.body?.parse(fields) });
}
