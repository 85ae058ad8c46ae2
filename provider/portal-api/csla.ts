import type { DatabaseSync } from "node:sqlite";
import type { z } from "zod";
import { severity, type BrokenRule } from "#provider/rules/rule.ts";
import { update, type Row } from "#provider/store/store.ts";
import { badRequest, parseOrRefuse, Refusal } from "./refusal.ts";

/** A row's version like an SQL Server timestamp in JSON: eight bytes in base64, opaque to callers. */
export function rowVersionText(version: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(version));
  return bytes.toString("base64");
}

/** An object with the flags of CSLA.NET business objects. A save must send back all its fields. */
export function businessObject<Fields extends { readonly isNew: boolean }>(
  fields: Fields,
  brokenRulesCollection: readonly BrokenRule[] = [],
) {
  const isValid = !brokenRulesCollection.some((rule) => rule.severity === severity.error);
  return {
    ...fields,
    isBusy: false,
    isChild: false,
    isDeleted: false,
    isDirty: fields.isNew,
    isSavable: fields.isNew && isValid,
    isSelfBusy: false,
    isSelfDirty: fields.isNew,
    isSelfValid: isValid,
    isValid,
    parent: null,
    brokenRulesCollection,
    extensionData: EXTENSION_DATA,
  };
}

/** A field that the portal doesn't know. If a save comes without it, fields have been lost. */
const EXTENSION_DATA = { schema: 3, source: "crm" };

/** Parses an object that was sent. Throws a 400 refusal if it's invalid, or lacks fields that it had when it was read. */
export function readComplete<Schema extends z.ZodType<Readonly<Record<string, unknown>>>>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const sent = parseOrRefuse(schema, body);
  const isComplete = JSON.stringify(sent.extensionData) === JSON.stringify(EXTENSION_DATA);
  if (!isComplete) throw badRequest("The object is not complete.");
  return sent;
}

/**
 * Throws a 400 refusal for a save that breaks rules. Warnings and infos only ask for confirmation, so `isSaveConfirmed`
 * ignores them.
 */
export function requireValid(broken: readonly BrokenRule[], isSaveConfirmed: unknown): void {
  const hasErrors = broken.some((rule) => rule.severity === severity.error);
  const needsConfirmation = broken.some(
    (rule) => rule.severity === severity.warning || rule.severity === severity.info,
  );
  if (hasErrors) throw new Refusal(400, { brokenRulesCollection: broken });
  if (needsConfirmation && isSaveConfirmed !== true) {
    throw new Refusal(400, { brokenRulesCollection: broken, isSaveConfirmationRequired: true });
  }
}

/** Changes one row of a table and increments its version. */
export function updateVersion(
  db: DatabaseSync,
  table: string,
  id: string,
  row: Row,
  changes: Parameters<typeof update>[3],
): void {
  update(db, table, { [id]: row[id]! }, { row_version: Number(row.row_version) + 1, ...changes });
}

const OTHER_EDITOR = "Priya Shah";

/**
 * The name of whoever has saved the row since it was read; undefined if nobody has. If `typed` is 'Conflict', it
 * first saves the row as someone else, with `saveAsOtherEditor`, but only once, so that tests can cause a conflict.
 */
export function findOrFakeOtherEditor(
  row: Row,
  sentVersion: unknown,
  typed: string,
  saveAsOtherEditor: (changedBy: string) => void,
): string | undefined {
  if (typed.toLowerCase() === "conflict" && row.changed_by !== OTHER_EDITOR) {
    saveAsOtherEditor(OTHER_EDITOR);
    return OTHER_EDITOR;
  }
  return sentVersion === rowVersionText(Number(row.row_version)) ? undefined : String(row.changed_by);
}

/** The message for the second of two saves. The portal recognises a conflict by how it ends. */
export function conflictText(objectName: string, changedBy: string): string {
  return `${changedBy || "Someone"} has saved this ${objectName} since you opened it. Your changes weren't saved, because it was changed by another user.`;
}
