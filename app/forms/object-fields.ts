import { validationRule, type ValidationRule } from "#app/portal-api/rules.ts";
import { isNoId, type OwnId } from "#app/portal-api/shapes.ts";
import type { Option } from "#app/ui/select.tsx";
import { toField } from "./checks.ts";
import { readValues, type FormDefinition, type FormValues } from "./define-form.ts";

/** An object of the API that a form edits. */
export type ApiObject = Readonly<Record<string, unknown>> & { readonly rowVersion?: string | number | null };

/** What a field offers; `ownId` is the value as the API has it. */
export type Choice = Option & { readonly ownId?: OwnId | boolean };
export type Choices = Readonly<Partial<Record<string, readonly Choice[]>>>;
/** The object inside the object that a field stands in, by the field. */
export type Places<Field extends string = string> = Readonly<Partial<Record<Field, string>>>;

interface Shape {
  readonly choices?: Choices | undefined;
  readonly at?: Places | undefined;
}

/** The version that the person saw, in the API's type; undefined only where the API has no versions. */
export function sameVersion(current: ApiObject["rowVersion"], seen: string): ApiObject["rowVersion"] {
  if (seen === "" && (current === null || current === undefined)) return current;
  return typeof current === "number" ? Number(seen) : seen;
}

/** Each field of a form as the text of the object's field of that name; true is 'on' where nothing is offered, an id of 0 or -1 is none. */
export function fieldsOf<F extends string, L extends string>(
  form: FormDefinition<F, L>,
  object: Readonly<Record<string, unknown>>,
  { choices = {}, at = {} }: Shape = {},
): FormValues<F, L> {
  const texts = Object.keys(form.fields).map((name) => [
    name,
    shownOf(name, holderOf(object, at[name])[name], choices[name]),
  ]);
  return readValues(form, Object.fromEntries(texts));
}

function holderOf(
  object: Readonly<Record<string, unknown>>,
  at: string | undefined,
): Record<string, unknown> {
  return ((at === undefined ? object : object[at]) ?? {}) as Record<string, unknown>;
}

function shownOf(name: string, value: unknown, offered?: readonly Choice[]): string {
  if (typeof value === "boolean") return offered ? String(value) : value ? "on" : "";
  if (name.endsWith("Id") && isNoId(value)) return "";
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

/** The object with its new values: the unchanged as it came, numbers as numbers (empty: 0), ids as the `choices` of the field have them. */
export function written<T extends ApiObject>(
  object: T,
  values: Readonly<Record<string, string | readonly string[]>>,
  { choices = {}, at = {} }: Shape = {},
): T {
  const edited: Record<string, unknown> = { ...object };
  for (const [name, value] of Object.entries(values)) {
    const place = at[name];
    const before = holderOf(object, place)[name];
    const now = value === shownOf(name, before, choices[name]) ? before : wire(before, value, choices[name]);
    if (place === undefined) edited[name] = now;
    else if (now !== before) edited[place] = { ...holderOf(edited, place), [name]: now };
  }
  return edited as T;
}

/** A new value as the API has it. */
function wire(before: unknown, value: string | readonly string[], offered?: readonly Choice[]): unknown {
  const id = offered?.find((one) => one.value === value)?.ownId;
  if (id !== undefined) return id;
  if (typeof before === "boolean") return offered ? before : value === "on";
  if (typeof before !== "number") return value;
  if (value === "") return emptied(before);
  return Number.isFinite(Number(value)) ? Number(value) : value;
}

/** What goes back for a number that was emptied; undefined for what is no number. */
function emptied(before: unknown): number | undefined {
  return typeof before === "number" ? Math.min(before, 0) : undefined;
}

/** The rules, with Required for what the form requires, and for numbers whose range excludes what an empty field is sent as. */
export function withRequired(
  { fields, required = [] }: Pick<FormDefinition, "fields" | "required">,
  rules: readonly ValidationRule[],
  object: Readonly<Record<string, unknown>>,
): readonly ValidationRule[] {
  const added = Object.keys(fields).flatMap((name) => {
    const own = rules.filter(({ property }) => toField(property) === name);
    if (own.some(({ ruleName }) => ruleName === "Required")) return [];
    const range = own.find(({ ruleName, parameters: { min = -Infinity, max = Infinity } }) => {
      const nothing = emptied(object[name]);
      return ruleName === "NumericRange" && typeof nothing === "number" && (nothing < min || nothing > max);
    });
    if (!range && !required.includes(name)) return [];
    const { description = "", severity = 0, parameters } = range ?? {};
    const property = name.slice(0, 1).toUpperCase() + name.slice(1);
    return [validationRule.parse({ property, ruleName: "Required", description, severity, parameters })];
  });
  return [...rules, ...added];
}
