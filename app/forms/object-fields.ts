import type { Option } from "#app/ui/select.tsx";
import { validationRule, type ValidationRule } from "#shared/portal-api/rules.ts";
import { isNoId, type ApiId } from "#shared/portal-api/shapes.ts";
import { cleanText, readValues, type AnyForm, type FormDefinition, type FormValues } from "./define-form.ts";
import { toField } from "./rule-checks.ts";

export type ApiObject = Readonly<Record<string, unknown>> & { readonly rowVersion?: string | number | null };

/** A field's option; `apiId` is its value as the API sends it. */
export type Choice = Option & { readonly apiId?: ApiId | boolean };
export type Choices = Readonly<Partial<Record<string, readonly Choice[]>>>;

/** The row version that the form was rendered with, as the type that the API sends; null or undefined if it doesn't send one. */
export function toApiVersion(current: ApiObject["rowVersion"], shown: string): ApiObject["rowVersion"] {
  if (shown === "" && (current === null || current === undefined)) return current;
  return typeof current === "number" ? Number(shown) : shown;
}

/** A form's initial texts from the object's properties: true is 'on' for a checkbox, an id that stands for 'none' is ''. */
export function objectToFields<F extends string, L extends string>(
  form: FormDefinition<F, L>,
  object: Readonly<Record<string, unknown>>,
  choices: Choices = {},
): FormValues<F, L> {
  const texts = Object.keys(form.fields).map((name) => [name, fieldText(name, object[name], choices[name])]);
  return readValues(form, Object.fromEntries(texts));
}

function fieldText(name: string, value: unknown, offered?: readonly Choice[]): string {
  if (typeof value === "boolean") return offered ? String(value) : value ? "on" : "";
  if (name.endsWith("Id") && isNoId(value)) return "";
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

/** The object with its new values. Properties that are unchanged, or changed only by cleaning, keep their original value and type; ids come from `choices`. */
export function fieldsToObject<T extends ApiObject>(
  object: T,
  values: Readonly<Record<string, string | readonly string[]>>,
  { choices = {}, kinds = {} }: { readonly choices?: Choices } & Pick<AnyForm, "kinds"> = {},
): T {
  const edited: Record<string, unknown> = { ...object };
  for (const [name, value] of Object.entries(values)) {
    const before = object[name];
    const textBefore = fieldText(name, before, choices[name]);
    const isUnchanged = value === textBefore || value === cleanText({ kinds }, name, textBefore);
    // A phone number keeps its leading zero, even if the API sends it as a number.
    const isPhone = kinds[name] === "phone";
    edited[name] = isUnchanged ? before : isPhone ? value : toApiValue(before, value, choices[name]);
  }
  return edited as T;
}

function toApiValue(before: unknown, value: string | readonly string[], offered?: readonly Choice[]) {
  const id = offered?.find((choice) => choice.value === value)?.apiId;
  if (id !== undefined) return id;
  if (typeof before === "boolean") return offered ? before : value === "on";
  if (typeof before !== "number") return value;
  if (value === "") return emptyNumber(before);
  // Above that, it would become a different number.
  return Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

/** Sent if a number's field is emptied: 0, or the API's own 'none', such as -1. */
const emptyNumber = (before: number) => Math.min(before, 0);

/** Adds Required for fields that the form requires, and for numbers whose range doesn't include what an empty field is sent as. */
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
