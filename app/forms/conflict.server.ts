import { data } from "@remix-run/node";
import { z } from "zod";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
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
import { submitForm, type Accepted, type Saved, type SubmitOptions } from "./submit-form.server.ts";

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
  readonly show?: Compared["show"];
}

export interface ComparingOptions<Field extends string, List extends string> extends Omit<
  SubmitOptions<Field, List>,
  "save"
> {
  /** The one API call; what is returned is not used. */
  readonly save: (accepted: Accepted<FormValues<Field, List>>) => Promise<unknown>;
  /** Where to go when it is saved. */
  readonly saved: Saved;
  /** The object as it is now, asked for anew, to compare with. */
  readonly latest: () => Promise<Latest>;
  readonly together?: Compared["together"];
}

/**
 * As `submitForm`, for what two people may edit at the same time: when somebody else saved first, it answers 409
 * with `{ conflict }`, to be shown by `<ConflictPage>`, whose post comes back here. The two edits being the same,
 * e.g. after a double press, counts as saved.
 */
export async function submitOrCompare<Field extends string, List extends string>(
  args: RouteArgs,
  portal: Portal,
  form: FormDefinition<Field, List>,
  options: ComparingOptions<Field, List>,
) {
  const sent = options.body ?? (await args.request.formData());
  const { body, open } = settle(form, sent, options.together);
  if (open) {
    args.context.state.formRefused = true;
    return data({ conflict: open, unchosen: true, fields: pairsOf(sent) }, { status: 409 });
  }
  let found: Conflict | undefined;
  const reply = await submitForm(args, portal, form, {
    judging: options.judging,
    body,
    async save(accepted) {
      try {
        await options.save(accepted);
      } catch (error) {
        if (!isPortalApiError(error) || error.kind !== "conflict") throw error;
        found = await compare(form, body, accepted, options, error.serverText ?? error.message);
        const isSame = found?.differences.length === 0;
        if (!isSame) throw error;
        found = undefined;
      }
      return options.saved;
    },
  });
  if (!found) return reply;
  return data({ conflict: found, unchosen: false, fields: pairsOf(body) }, { status: 409 });
}

/** Undefined where there is nothing newer to compare with. */
async function compare<Field extends string, List extends string>(
  form: FormDefinition<Field, List>,
  body: FormData,
  { values: yours }: Accepted<FormValues<Field, List>>,
  { latest, together }: ComparingOptions<Field, List>,
  text: string,
): Promise<Conflict | undefined> {
  const { values: theirs, rowVersion, show } = await latest();
  if (String(rowVersion ?? "") === String(body.get(VERSION_FIELD) ?? "")) return undefined;
  const base = parsed(values, body.get(BASE_FIELD));
  const differences = differencesOf(form as unknown as SomeForm, { base, theirs, yours, show, together });
  return { form: form.id, text, differences, theirs, rowVersion: String(rowVersion ?? "") };
}

/** The body with the choices of the conflict page carried out; `open` while one has not been made. */
function settle<Field extends string, List extends string>(
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

/** What the conflict page sends again. */
function pairsOf(body: FormData): [string, string][] {
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
