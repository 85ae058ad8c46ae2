import { validationRule, type ValidationRule } from "#app/portal-api/rules.ts";
import { isNoId, type ApiId } from "#app/portal-api/shapes.ts";
import type { Option } from "#app/ui/select.tsx";
import { cleanText, readValues, type AnyForm, type FormDefinition, type FormValues } from "./define-form.ts";
import { toField } from "./rule-checks.ts";

export type ApiObject = Readonly<Record<string, unknown>> & { readonly rowVersion?: string | number | null };

/** An option of a field; `apiId` is its value in the API's type. */
export type Choice = Option & { readonly apiId?: ApiId | boolean };
export type Choices = Readonly<Partial<Record<string, readonly Choice[]>>>;
/** The property of the API's object that contains a field: `{ isPaperBilling: "billingPreferences" }`. */
export type ParentNames<Field extends string = string> = Readonly<Partial<Record<Field, string>>>;

interface FieldSettings {
  /** A value that differs from the property only by what these clean counts as unchanged. */
  readonly kinds?: AnyForm["kinds"];
  readonly choices?: Choices;
  readonly parentNames?: ParentNames;
}

/** The row version that the form was rendered with, in the API's type; null or undefined if the API sends none. */
export function toApiVersion(current: ApiObject["rowVersion"], shown: string): ApiObject["rowVersion"] {
  if (shown === "" && (current === null || current === undefined)) return current;
  return typeof current === "number" ? Number(shown) : shown;
}

/** Initial texts of a form from the object's properties: true is 'on' for a checkbox, an id of 0 or -1 is ''. */
export function objectToFields<F extends string, L extends string>(
  form: FormDefinition<F, L>,
  object: Readonly<Record<string, unknown>>,
  { choices = {}, parentNames = {} }: FieldSettings = {},
): FormValues<F, L> {
  const texts = Object.keys(form.fields).map((name) => [
    name,
    fieldText(name, parentOf(object, parentNames[name])[name], choices[name]),
  ]);
  return readValues(form, Object.fromEntries(texts));
}

function parentOf(
  object: Readonly<Record<string, unknown>>,
  parentName: string | undefined,
): Record<string, unknown> {
  return ((parentName === undefined ? object : object[parentName]) ?? {}) as Record<string, unknown>;
}

function fieldText(name: string, value: unknown, offered?: readonly Choice[]): string {
  if (typeof value === "boolean") return offered ? String(value) : value ? "on" : "";
  if (name.endsWith("Id") && isNoId(value)) return "";
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

/** The object with its new values. Unchanged properties keep their original value and type, and ids come from `choices`. */
export function fieldsToObject<T extends ApiObject>(
  object: T,
  values: Readonly<Record<string, string | readonly string[]>>,
  { choices = {}, parentNames = {}, kinds = {} }: FieldSettings = {},
): T {
  const edited: Record<string, unknown> = { ...object };
  for (const [name, value] of Object.entries(values)) {
    const parentName = parentNames[name];
    const before = parentOf(object, parentName)[name];
    const textBefore = fieldText(name, before, choices[name]);
    const isUnchanged = value === textBefore || value === cleanText({ kinds }, name, textBefore);
    // A phone number keeps its leading zero, though the API may have it as a number.
    const isPhone = kinds[name] === "phone";
    const after = isUnchanged ? before : isPhone ? value : toApiValue(before, value, choices[name]);
    if (parentName === undefined) edited[name] = after;
    else if (after !== before) edited[parentName] = { ...parentOf(edited, parentName), [name]: after };
  }
  return edited as T;
}

function toApiValue(
  before: unknown,
  value: string | readonly string[],
  offered?: readonly Choice[],
): unknown {
  const id = offered?.find((choice) => choice.value === value)?.apiId;
  if (id !== undefined) return id;
  if (typeof before === "boolean") return offered ? before : value === "on";
  if (typeof before !== "number") return value;
  if (value === "") return emptyNumber(before);
  // A larger one would become another number.
  return Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

/** Sent in place of a number whose field was emptied. */
const emptyNumber = (before: number) => Math.min(before, 0);

/** Adds Required for fields that the form requires, and for numbers whose range excludes what an empty field is sent as. */
export function addRequiredRules(
  { fields, required = [] }: Pick<FormDefinition, "fields" | "required">,
  rules: readonly ValidationRule[],
  object: Readonly<Record<string, unknown>>,
): readonly ValidationRule[] {
  const added = Object.keys(fields).flatMap((name) => {
    const fieldRules = rules.filter(({ property }) => toField(property) === name);
    if (fieldRules.some(({ ruleName }) => ruleName === "Required")) return [];
    const before = object[name];
    const range = fieldRules.find(({ ruleName, parameters: { min = -Infinity, max = Infinity } }) => {
      if (ruleName !== "NumericRange" || typeof before !== "number") return false;
      return emptyNumber(before) < min || emptyNumber(before) > max;
    });
    if (!range && !required.includes(name)) return [];
    const { description = "", severity = 0, parameters } = range ?? {};
    const property = name.slice(0, 1).toUpperCase() + name.slice(1);
    return [validationRule.parse({ property, ruleName: "Required", description, severity, parameters })];
  });
  return [...rules, ...added];
}
