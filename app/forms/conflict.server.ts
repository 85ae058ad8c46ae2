import { z } from "zod";
import {
  BASE_FIELD,
  choiceField,
  CONFLICT_FIELD,
  readValues,
  VERSION_FIELD,
  type FieldValues,
  type SomeForm,
} from "./define-form.ts";

const side = z.enum(["theirs", "yours"]);

const difference = z.object({
  name: z.string(),
  label: z.string(),
  theirs: z.string(),
  yours: z.string(),
  /** "both" also where nobody knows what it was before. */
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
type Fields = Pick<SomeForm, "fields" | "lists">;
type InWords = (name: string, value: string | readonly string[]) => string | undefined;

/** Fields that follow another one: `{ confirmEmail: "email" }`. */
export type Together = Readonly<Record<string, string>>;

export interface Latest {
  readonly values: FieldValues;
  readonly rowVersion: Version;
  readonly inWords?: InWords;
}

/** Hidden fields that tell a later post what the form was rendered with. */
export function versionFields(
  form: Fields,
  current: FieldValues,
  rowVersion: Version,
): Record<string, string> {
  const names = Object.keys({ ...form.fields, ...form.lists });
  const base = Object.fromEntries(names.map((name) => [name, current[name] ?? ""]));
  return { [VERSION_FIELD]: String(rowVersion ?? ""), [BASE_FIELD]: JSON.stringify(base) };
}

/** Where two edits differ; undefined where there is nothing newer to compare with. `text` is the server's. */
export async function compare(
  form: Fields & Pick<SomeForm, "id">,
  body: FormData,
  yours: FieldValues,
  { latest, together }: { readonly latest: () => Promise<Latest | undefined>; readonly together?: Together },
  text: string,
): Promise<Conflict | undefined> {
  const now = await latest();
  if (!now || String(now.rowVersion ?? "") === String(body.get(VERSION_FIELD) ?? "")) return undefined;
  const { values: theirs, rowVersion, inWords } = now;
  const base = parsed(fieldValues, body.get(BASE_FIELD));
  const differences = differencesOf(form, { base, theirs, yours, inWords, together });
  return { form: form.id, text, differences, theirs, rowVersion: String(rowVersion ?? "") };
}

interface Compared {
  readonly base: FieldValues | undefined;
  readonly theirs: FieldValues;
  readonly yours: FieldValues;
  readonly inWords?: InWords;
  readonly together?: Together;
}

export function differencesOf({ fields, lists }: Fields, compared: Compared): Difference[] {
  const { base, theirs, yours, inWords, together = {} } = compared;
  return Object.entries({ ...fields, ...lists })
    .filter(([name]) => !Object.hasOwn(together, name) && !isSame(theirs[name], yours[name]))
    .map(([name, label]) => ({
      name,
      label,
      theirs: worded(name, theirs[name], inWords),
      yours: worded(name, yours[name], inWords),
      ...(base ? changeOf(base[name], theirs[name], yours[name]) : { changedBy: "both" as const }),
    }));
}

function changeOf(base: Value, theirs: Value, yours: Value): Pick<Difference, "changedBy" | "chosen"> {
  if (isSame(base, yours)) return { changedBy: "them", chosen: "theirs" };
  if (isSame(base, theirs)) return { changedBy: "you", chosen: "yours" };
  return { changedBy: "both" };
}

function isSame(one: Value, other: Value): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: Value): unknown {
  return Array.isArray(value) ? [...(value as readonly string[])].sort() : (value ?? "");
}

function worded(name: string, value: Value = "", inWords?: InWords): string {
  return (inWords?.(name, value) ?? (typeof value === "string" ? value : value.join(", "))) || "(empty)";
}

/** The body with the choices of the conflict page carried out; `open` while one has not been made. */
export function resolveChoices(
  form: Fields & Pick<SomeForm, "id">,
  sent: FormData,
  together: Together = {},
): { body: FormData; open?: Conflict } {
  const shown = parsed(conflict, sent.get(CONFLICT_FIELD));
  if (!shown || shown.form !== form.id) return { body: sent };
  const differences = shown.differences.map((one) => ({
    ...one,
    chosen: side.safeParse(sent.get(choiceField(one.name))).data,
  }));
  if (differences.some(({ chosen }) => chosen === undefined))
    return { body: sent, open: { ...shown, differences } };
  const body = new FormData();
  const own = new Set([CONFLICT_FIELD, VERSION_FIELD, BASE_FIELD]);
  const taken = new Set(differences.filter(({ chosen }) => chosen === "theirs").map(({ name }) => name));
  for (const [name, other] of Object.entries(together)) if (taken.has(other)) taken.add(name);
  for (const [name, value] of sent) {
    if (!own.has(name) && !taken.has(name) && !name.startsWith(choiceField(""))) body.append(name, value);
  }
  for (const name of taken) for (const one of [shown.theirs[name] ?? []].flat()) body.append(name, one);
  body.append(VERSION_FIELD, shown.rowVersion);
  body.append(BASE_FIELD, JSON.stringify(readValues(form, shown.theirs)));
  return { body };
}

/** All text that was sent, to be sent again, without what the conflict page added. */
export function pairsOf(body: FormData): [string, string][] {
  return [...body].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" && entry[0] !== CONFLICT_FIELD && !entry[0].startsWith(choiceField("")),
  );
}

function parsed<T>(schema: z.ZodType<T>, text: FormDataEntryValue | null): T | undefined {
  if (typeof text !== "string") return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
