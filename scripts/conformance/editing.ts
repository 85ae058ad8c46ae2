import { failureOf } from "#app/portal-api/reply.ts";
import { statusText, valuesAt, wrong, type Finding } from "./finding.ts";
import { answerFindings, refusalFinding } from "./read-checks.ts";
import type { Reply, Writing } from "./wire.ts";
import type { ContractCall } from "../contract/operations.ts";

export type Thing = Readonly<Record<string, unknown>>;

/** Marks everything that the command creates, since it cannot delete it. */
export const MARK = "Conformance check";
/** From a range that Ofcom assigns to nobody. */
export const NOBODYS_PHONE = "01632960001";
export const mark = () => `${MARK} ${Date.now().toString(36)}`;

/** The calls of a record that is read, changed and saved as a whole. */
export interface Editing {
  /** These two are absent for a record that always exists. */
  readonly blank?: string;
  readonly create?: string;
  readonly read: string;
  readonly update: string;
  readonly id: string;
  /** A text field that is changed and restored. */
  readonly changed: string;
  /** A text field without which a save must be refused. */
  readonly required: string;
  readonly fill: (writing: Writing) => Thing | Promise<Thing>;
}

/** Creates or changes a record, as its form does. */
export function editingFindings(editing: Editing, what: "create" | "update") {
  return async (one: ContractCall, writing: Writing): Promise<readonly Finding[] | string> =>
    what === "create"
      ? (await created(editing, one, writing)).findings
      : await updated(editing, one, writing);
}

/** Creates a record, and tries to create an invalid one. */
export async function created(editing: Editing, one: ContractCall, writing: Writing) {
  const { send, call } = writing;
  const { status, body } = await send(call(editing.blank ?? ""), {});
  if (status !== 200) return { findings: `nothing to make: ${editing.blank} fails`, id: undefined };
  const blank = body as Thing;
  const filled = { ...blank, ...(await editing.fill(writing)) };
  const empty = await save(writing, one, { ...filled, [editing.required]: "" });
  const reply = await save(writing, one, filled);
  const id: unknown = valuesAt(reply.body, editing.id)[0];
  const shows = "it is looked for in the list";
  const unknown = wrong(editing.id, "the id of what was made", "nothing", shows);
  const findings = [
    refusalFinding(one, empty),
    ...answerFindings(one, reply),
    reply.status < 300 && id === undefined ? unknown : undefined,
  ].filter((found) => found !== undefined);
  return { findings, id };
}

async function updated(
  editing: Editing,
  one: ContractCall,
  writing: Writing,
): Promise<readonly Finding[] | string> {
  const { send, call } = writing;
  const id = editing.create ? (await created(editing, call(editing.create), writing)).id : undefined;
  if (editing.create && id === undefined) return `nothing to change: ${editing.create} made nothing`;
  const read = async () => (await send(call(editing.read), { params: { id } })).body as Thing | null;
  const before = await read();
  if (before === null || typeof before !== "object")
    return `nothing to change: ${editing.read} answers nothing`;
  const confirmed = {
    ...before,
    ...(editing.create ? {} : await editing.fill(writing)),
    isSaveConfirmed: true,
  };
  const empty = await save(writing, one, { ...confirmed, [editing.required]: "" });
  const text = "Changed by the conformance command";
  const reply = await save(writing, one, { ...confirmed, [editing.changed]: text });
  const after = await read();
  const late = await save(writing, one, { ...confirmed, [editing.changed]: "Changed from an old version" });
  const restored = await save(writing, one, { ...confirmed, rowVersion: after?.["rowVersion"] });
  return [
    refusalFinding(one, empty),
    ...answerFindings(one, reply),
    after?.[editing.changed] === text ? undefined : notKept(editing.changed),
    ...lostOf(before, after),
    conflictFinding(one, late),
    restored.status < 300
      ? undefined
      : wrong("a second save", "200", statusText(restored.status), `'${one.operation.failure}'`),
  ].filter((found) => found !== undefined);
}

export const notKept = (at: string) =>
  wrong(at, "what was saved", "something else", "what somebody typed is lost");

/** Findings for the fields that a save has lost. */
export const lostOf = (before: Thing, after: Thing | null | undefined) =>
  Object.keys(before)
    .filter((name) => after?.[name] === undefined && before[name] !== undefined)
    .map(notKept);

/** The finding for a save of an old version; undefined when it was refused as a conflict. */
export function conflictFinding({ operation }: ContractCall, reply: Reply): Finding | undefined {
  const isRefused = failureOf(operation, { ...reply, headers: {} }).kind === "conflict";
  if (reply.status >= 400 && isRefused) return undefined;
  const expected = "409, or a text that ends in 'by another user.'";
  const shows = "one person's edit silently undoes another's";
  return wrong("an old rowVersion", expected, statusText(reply.status), shows);
}

/** Saves a record, with its body parsed by the operation as the portal does. */
export async function save({ send }: Writing, one: ContractCall, thing: Thing) {
  return send(one, { body: one.operation.body?.parse(thing) });
}
