import { z } from "zod";
import {
  BASE_FIELD,
  choiceField,
  CONFLICT_FIELD,
  differencesOf,
  VERSION_FIELD,
  type Compared,
  type Conflict,
  type Difference,
  type FieldValues,
} from "./conflict.ts";
import { readValues, type FormDefinition, type FormValues, type SomeForm } from "./define-form.ts";
import type { Accepted, Outcome } from "./submit-form.server.ts";

const values = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const conflict = z.object({
  form: z.string(),
  text: z.string(),
  differences: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      theirs: z.string(),
      yours: z.string(),
      changedBy: z.enum(["them", "you", "both"]),
      chosen: z.enum(["theirs", "yours"]).optional(),
    }),
  ),
  theirs: values,
  rowVersion: z.string(),
});

/** Hidden fields of a form whose conflicts can be settled: give them to `openForm`. */
export function remembered(
  form: { readonly fields: object; readonly lists?: object },
  current: FieldValues,
  rowVersion: string | number | null | undefined,
): Record<string, string> {
  const names = Object.keys({ ...form.fields, ...form.lists });
  const base = Object.fromEntries(names.map((name) => [name, current[name] ?? ""]));
  return { [VERSION_FIELD]: String(rowVersion ?? ""), [BASE_FIELD]: JSON.stringify(base) };
}

/** What the API holds now. */
export interface Latest {
  readonly values: FieldValues;
  readonly rowVersion: string | number | null | undefined;
  readonly inWords?: Compared["inWords"];
}

/** How two people's edits of one thing are told apart and brought together. */
export interface Comparing<Field extends string, List extends string> {
  /** The thing as it is now, asked for anew. */
  readonly latest: () => Promise<Latest>;
  readonly together?: Compared["together"];
  /** Where the way goes when both edits are the same. */
  readonly saved: (accepted: Accepted<FormValues<Field, List>>) => Promise<Outcome>;
}

/** Where the two edits differ; undefined where there is nothing newer to compare with. `text` is the server's. */
export async function compare<Field extends string, List extends string>(
  form: FormDefinition<Field, List>,
  body: FormData,
  yours: FormValues<Field, List>,
  { latest, together }: Comparing<Field, List>,
  text: string,
): Promise<Conflict | undefined> {
  const { values: theirs, rowVersion, inWords } = await latest();
  if (String(rowVersion ?? "") === String(body.get(VERSION_FIELD) ?? "")) return undefined;
  const base = parsed(values, body.get(BASE_FIELD));
  const differences = differencesOf(form as unknown as SomeForm, { base, theirs, yours, inWords, together });
  return { form: form.id, text, differences, theirs, rowVersion: String(rowVersion ?? "") };
}

/** The body with the choices of the conflict page carried out; `open` while one has not been made. */
export function settle<Field extends string, List extends string>(
  form: FormDefinition<Field, List>,
  sent: FormData,
  together: Compared["together"] = {},
): { body: FormData; open?: Conflict } {
  const settling = parsed(conflict, sent.get(CONFLICT_FIELD));
  if (!settling || settling.form !== form.id) return { body: sent };
  const { theirs } = settling;
  const differences = settling.differences.map(({ chosen: _, ...one }) => ({
    ...one,
    ...chosenIn(sent, one.name),
  }));
  if (differences.some(({ chosen }) => chosen === undefined))
    return { body: sent, open: { ...settling, differences } };
  const body = new FormData();
  const own = new Set([CONFLICT_FIELD, VERSION_FIELD, BASE_FIELD]);
  const taken = new Set(differences.filter(({ chosen }) => chosen === "theirs").map(({ name }) => name));
  for (const [name, other] of Object.entries(together)) if (taken.has(other)) taken.add(name);
  for (const [name, value] of sent) {
    if (!own.has(name) && !taken.has(name) && !name.startsWith(choiceField(""))) body.append(name, value);
  }
  for (const name of taken) for (const one of [theirs[name] ?? []].flat()) body.append(name, one);
  body.append(VERSION_FIELD, settling.rowVersion);
  body.append(BASE_FIELD, JSON.stringify(readValues(form, theirs)));
  return { body };
}

function chosenIn(sent: FormData, name: string): Pick<Difference, "chosen"> {
  const value = sent.get(choiceField(name));
  return value === "theirs" || value === "yours" ? { chosen: value } : {};
}

/** All that was sent as text, to be sent again; not what the conflict page itself added. */
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
