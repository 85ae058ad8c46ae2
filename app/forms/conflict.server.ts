import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { textEntries } from "#app/request/draft.ts";
import type { PortalApiError } from "#shared/portal-api/errors.ts";
import {
  BASE_FIELD,
  cleanValues,
  CONFLICT_FIELD,
  conflictChoiceField,
  VERSION_FIELD,
  type AnyForm,
  type FieldValues,
} from "./define-form.ts";
import { toFormData } from "./parse-post.server.ts";

const side = z.enum(["theirs", "yours"]);

const difference = z.object({
  name: z.string(),
  label: z.string(),
  theirs: z.string(),
  yours: z.string(),
  /** Also "both" if we don't know the value before the two edits. */
  changedBy: z.enum(["them", "you", "both"]),
  chosen: side.optional(),
});
export type Difference = z.output<typeof difference>;

const fieldValues: z.ZodType<FieldValues> = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

const conflict = z.object({
  form: z.string(),
  text: z.string(),
  differences: z.array(difference),
  theirs: fieldValues,
  rowVersion: z.string(),
});
export type Conflict = z.output<typeof conflict>;

type Version = string | number | null | undefined;
type Value = string | readonly string[] | undefined;
type Fields = Pick<AnyForm, "fields" | "lists">;
type DescribeValue = (name: string, value: string | readonly string[]) => string | undefined;

/** Fields that are chosen together with another field: `{ confirmEmail: "email" }`. */
export type LinkedFields = Readonly<Record<string, string>>;

/** What's saved now. */
export interface LatestSaved {
  readonly values: FieldValues;
  readonly rowVersion: Version;
  readonly describe?: DescribeValue;
}

/** Hidden fields with the values and version that the form was rendered with. */
export function versionFields(form: Fields, current: FieldValues, rowVersion: Version) {
  const names = Object.keys({ ...form.fields, ...form.lists });
  const base = Object.fromEntries(names.map((name) => [name, current[name] ?? ""]));
  return { [VERSION_FIELD]: String(rowVersion ?? ""), [BASE_FIELD]: JSON.stringify(base) };
}

/** Whether the post has no file and only the values that the form was rendered with. Ignores withheld fields. */
export function changesNothing(
  form: Fields & Pick<AnyForm, "files" | "kinds">,
  { values, texts, source: { withheld } }: Edit & { source: { readonly withheld: FieldValues } },
): boolean {
  const base = parseJson(fieldValues, texts[BASE_FIELD]);
  if (!base || texts[form.files ?? ""]) return false;
  const shown: FieldValues = cleanValues(form, { ...base, ...withheld });
  return Object.keys({ ...form.fields, ...form.lists }).every((name) => isSame(shown[name], values[name]));
}

/** How to compare two edits. */
export interface Comparison {
  readonly linkedFields?: LinkedFields;
  /** Fields that add something, e.g. a reply, so they never conflict. */
  readonly appendedFields?: readonly string[];
}

/** The differences between two edits; undefined if there's no newer version. `error` is the API's. */
export function compareEdits(
  form: Fields & Pick<AnyForm, "id" | "kinds">,
  { values: yours, texts }: Edit,
  { values, rowVersion, describe }: LatestSaved,
  { linkedFields = {}, appendedFields = [] }: Comparison,
  { serverText, message }: Pick<PortalApiError, "serverText" | "message">,
): Conflict | undefined {
  const newVersion = String(rowVersion ?? "");
  if (newVersion === (texts[VERSION_FIELD] ?? "")) return undefined;
  const theirs = cleanValues(form, values);
  const shown = parseJson(fieldValues, texts[BASE_FIELD]);
  const base = shown && cleanValues(form, shown);
  const compared = Object.entries({ ...form.fields, ...form.lists }).filter(
    ([name]) =>
      !Object.hasOwn(linkedFields, name) &&
      !appendedFields.includes(name) &&
      !isSame(theirs[name], yours[name]),
  );
  const differences = compared.map(([name, label]) => ({
    name,
    label,
    theirs: describeValue(name, theirs[name], describe),
    yours: describeValue(name, yours[name], describe),
    ...(base ? changeOf(base[name], theirs[name], yours[name]) : { changedBy: "both" as const }),
  }));
  return { form: form.id, text: serverText ?? message, differences, theirs, rowVersion: newVersion };
}

interface Edit {
  readonly values: FieldValues;
  readonly texts: Readonly<Record<string, string | undefined>>;
}

/** The edit on top of the other person's: takes their values for all fields that differ, and the new row version. */
export function withTheirChanges<E extends Edit>(edit: E, { differences, theirs, rowVersion }: Conflict): E {
  const changed = Object.fromEntries(differences.map(({ name }) => [name, theirs[name]]));
  const texts = { ...edit.texts, [VERSION_FIELD]: rowVersion };
  return { ...edit, values: { ...edit.values, ...changed }, texts };
}

function changeOf(base: Value, theirs: Value, yours: Value): Pick<Difference, "changedBy" | "chosen"> {
  if (isSame(base, yours)) return { changedBy: "them", chosen: "theirs" };
  if (isSame(base, theirs)) return { changedBy: "you", chosen: "yours" };
  return { changedBy: "both" };
}

/** The order of a list's values doesn't matter. */
const isSame = (a: Value, b: Value) => isDeepStrictEqual([a ?? ""].flat().sort(), [b ?? ""].flat().sort());

function describeValue(name: string, value: Value = "", describe?: DescribeValue): string {
  return (describe?.(name, value) ?? (typeof value === "string" ? value : value.join(", "))) || "(empty)";
}

/** Applies the conflict page's choices to the body; `unresolved` if one is missing. */
export function resolveChoices(
  form: Fields & Pick<AnyForm, "id">,
  sent: FormData,
  linkedFields: LinkedFields = {},
): { body: FormData; unresolved?: Conflict } {
  const shown = parseJson(conflict, sent.get(CONFLICT_FIELD));
  if (!shown || shown.form !== form.id) return { body: sent };
  const differences = shown.differences.map((difference) => ({
    ...difference,
    chosen: side.safeParse(sent.get(conflictChoiceField(difference.name))).data,
  }));
  if (differences.some(({ chosen }) => chosen === undefined))
    return { body: sent, unresolved: { ...shown, differences } };
  const fromTheirs = new Set(differences.flatMap(({ name, chosen }) => (chosen === "theirs" ? name : [])));
  for (const [name, other] of Object.entries(linkedFields)) if (fromTheirs.has(other)) fromTheirs.add(name);
  const body = toFormData(sent);
  for (const name of [CONFLICT_FIELD, VERSION_FIELD, BASE_FIELD, ...fromTheirs]) body.delete(name);
  for (const name of fromTheirs)
    for (const value of [shown.theirs[name] ?? []].flat()) body.append(name, value);
  body.append(VERSION_FIELD, shown.rowVersion);
  body.append(BASE_FIELD, JSON.stringify(shown.theirs));
  return { body };
}

/** The posted texts without the conflict page's choices. */
export function textFields(body: FormData): [string, string][] {
  return textEntries(body).filter(
    ([name]) => name !== CONFLICT_FIELD && !name.startsWith(conflictChoiceField("")),
  );
}

function parseJson<T>(schema: z.ZodType<T>, text: FormDataEntryValue | null | undefined): T | undefined {
  if (typeof text !== "string") return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
