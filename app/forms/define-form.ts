import type { ValidationRule } from "#shared/portal-api/rules.ts";
import { clean, isForeignPhone, type FieldKind } from "./cleaning.ts";
import { isEmpty, type Values } from "./rule-checks.ts";
import { findBrokenRules, type Finding, type Findings } from "./validate.ts";

export const SAVING = "Saving…";
export const PERHAPS_SAVED_ADVICE = "Please check whether it was saved before you send it again.";

export interface FormDefinition<Field extends string = string, List extends string = string, Facts = never> {
  readonly id: string;
  /** Labels of single-value fields, by the API's property name with a lowercase first letter. */
  readonly fields: Readonly<Record<Field, string>>;
  readonly lists?: Readonly<Record<List, string>>;
  /** The file input's name. The posted fields have the first file's name under it. */
  readonly files?: string;
  /** Only if lower than the configured limit. */
  readonly maxFileCount?: number;
  /** Other names that a post may have: hidden fields, named buttons, a search inside the form. */
  readonly otherNames?: readonly string[];
  readonly button: string;
  /** What the button says while the form is being sent. Default: 'Saving…', or 'Sending…' if `bannerVerb` is 'submitting'. */
  readonly sendingLabel?: string;
  /** The verb in the summary above the form. */
  readonly bannerVerb?: "saving" | "submitting";
  /** Shown if we don't know whether the API has saved it. */
  readonly perhapsSavedAdvice?: string;
  /** The kind of text in a field, which decides how it's cleaned. Default: a line. */
  readonly kinds?: Readonly<Partial<Record<NoInfer<Field>, FieldKind>>>;
  readonly rules?: readonly ValidationRule[];
  readonly required?: readonly NoInfer<Field>[];
  /** Values that rules check but that we don't send, e.g. the sum of the ticked roles. The server can pass in `facts`. */
  readonly derive?: (values: FormValues<NoInfer<Field>, NoInfer<List>>, facts: Facts) => Values;
  /** Which field shows the findings about a derived value: `{ myPortalRole: "roles" }`. */
  readonly showAt?: Readonly<Record<string, NoInfer<Field | List>>>;
  /** Checkboxes that agree to what the page shows (`shownNow`). They're unticked if that has changed since. */
  readonly agreements?: readonly NoInfer<Field>[];
  /** Sending the form commits the customer, so an employee has to tick a box with the customer's name. That box is an agreement too. */
  readonly bindsCustomer?: true;
  /** Shows a filled-in field's errors when it loses the focus, even before the first submit. */
  readonly checksOnBlur?: boolean;
  /** Shows warnings and infos without asking for a second press. */
  readonly savesDespiteWarnings?: boolean;
}

/** Trimmed text for each field, an array for each list; empty if nothing was sent. */
export type FormValues<Field extends string = string, List extends string = string> = Readonly<
  Record<Field, string> & Record<List, readonly string[]>
>;

export type FieldValues = Readonly<Record<string, string | readonly string[]>>;

export function defineForm<const Field extends string, const List extends string = never, Facts = never>(
  definition: FormDefinition<Field, List, Facts>,
): FormDefinition<Field, List> {
  return definition;
}

export interface RuleContext {
  readonly rules?: readonly ValidationRule[];
  /** Values of fields that this person can't change, whatever they post. */
  readonly fixed?: FieldValues;
  /** What rules and `derive` compare values with, e.g. `originalEmail`. */
  readonly facts?: Values;
  /** Findings that only the server can make, e.g. a value that isn't one of the options. */
  readonly serverFindings?: Findings;
  /** The customer that an employee confirms they're acting for; undefined if it isn't an employee. */
  readonly onBehalfOf?: string;
  /** Only on the server, because its library is too large for a browser. */
  readonly isPossiblePhone?: (cleaned: string) => boolean;
}

export const CONFIRMED_FIELD = "isSaveConfirmed";
/** Lists the warnings and infos that the page showed, because a second press confirms only those. */
export const FINDINGS_SHOWN_FIELD = "findingsShown";
export const VERSION_FIELD = "rowVersion";
/** The values that the form was rendered with, as JSON, to find out later who changed what. */
export const BASE_FIELD = "base";
/** Hidden field with a random id for the rendered form, which is the idempotency key of its posts. */
export const FORM_INSTANCE_FIELD = "formInstance";
/** Marks a draft that may already have been saved. */
export const PERHAPS_SAVED_FIELD = "perhapsSaved";
export const ON_BEHALF_FIELD = "onBehalf";
export const CONFLICT_FIELD = "conflict";
export const conflictChoiceField = (name: string) => `choice.${name}`;

/** A form definition without the types of its own fields. */
export type AnyForm = Omit<FormDefinition, "derive"> & {
  readonly derive?: (values: never, facts: never) => Values;
};

export function readValues<Field extends string, List extends string>(
  form: Pick<FormDefinition<Field, List>, "fields" | "lists">,
  sent: Values,
): FormValues<Field, List> {
  const values: Record<string, string | readonly string[]> = {};
  // A button may have a field's name. It's posted after the field, so the last value counts.
  for (const name of Object.keys(form.fields)) values[name] = trimmedTexts(sent[name]).at(-1) ?? "";
  for (const name of Object.keys(form.lists ?? {})) values[name] = trimmedTexts(sent[name]);
  return values as FormValues<Field, List>;
}

/** A field's text as we check and send it. */
export const cleanText = ({ kinds }: Pick<AnyForm, "kinds">, field: string, typed: string): string =>
  clean[kinds?.[field] ?? "line"](typed);

export function cleanValues<Field extends string, List extends string>(
  form: Pick<FormDefinition<Field, List>, "fields" | "lists"> & Pick<AnyForm, "kinds">,
  sent: Values,
): FormValues<Field, List> {
  const values: Record<string, string | readonly string[]> = { ...readValues(form, sent) };
  for (const name of Object.keys(form.fields)) values[name] = cleanText(form, name, String(values[name]));
  return values as FormValues<Field, List>;
}

/**
 * Findings by the field that shows them; "" is for the whole form. `attempted` means it has been submitted before.
 * `values` are what was sent, cleaned, with the fixed ones.
 */
export function validateForm(
  form: AnyForm,
  { rules = [], fixed, facts = {}, serverFindings, onBehalfOf, isPossiblePhone }: RuleContext,
  sent: Values,
  attempted: boolean,
  values: FieldValues = cleanValues(form, { ...sent, ...fixed }),
): Findings {
  const files = form.files === undefined ? undefined : sent[form.files];
  const checked: Values = {
    ...values,
    // On the server the field only has the first file's name, because the files are streamed later.
    ...(form.files !== undefined && typeof files === "object" && { [form.files]: files }),
    ...facts,
    ...barePostcodes(form, values),
    ...form.derive?.(values as never, facts as never),
  };
  const byField: Record<string, readonly Finding[]> = { ...serverFindings };
  const all = attempted || form.checksOnBlur === true;
  const byProperty = findBrokenRules([...(form.rules ?? []), ...rules], checked, all, isPossiblePhone);
  for (const [property, findings] of Object.entries(byProperty)) {
    if (!Object.hasOwn(checked, property)) continue;
    const field = form.showAt?.[property] ?? property;
    if (!attempted && form.checksOnBlur && isEmpty(values[field])) continue;
    const name = Object.hasOwn(values, field) ? field : "";
    const isForeign = form.kinds?.[name] === "phone" && isForeignPhone(String(values[name]));
    byField[name] = [...(byField[name] ?? []), ...(isForeign ? withUkAdvice(findings) : findings)];
  }
  if (onBehalfOf !== undefined && attempted && sent[ON_BEHALF_FIELD] !== "on") {
    const text = `Confirm that you're doing this for ${onBehalfOf}`;
    byField[ON_BEHALF_FIELD] = [{ severity: "error", text, rule: ON_BEHALF_FIELD }];
  }
  return byField;
}

/** A postcode's length is checked without the space, which may be missing anyway. */
function barePostcodes({ kinds = {} }: AnyForm, values: Values): Values {
  const names = Object.keys(kinds).filter((name) => kinds[name] === "postcode");
  return Object.fromEntries(names.map((name) => [name, String(values[name] ?? "").replaceAll(" ", "")]));
}

function withUkAdvice(findings: readonly Finding[]): readonly Finding[] {
  const error = findings.find(({ severity }) => severity === "error");
  return error ? [{ ...error, text: `${error.text.replace(/\.$/, "")}: we need a UK number` }] : findings;
}

/** Unticks agreements if what the page shows has changed since they were ticked (docs/domain.md). */
export function withoutStaleAgreements<Sent extends Values>(
  { agreements = [] }: Pick<AnyForm, "agreements">,
  shownNow: Readonly<Record<string, string>>,
  sent: Sent,
): Sent {
  if (Object.entries(shownNow).every(([name, shown]) => sent[name] === shown)) return sent;
  const stale: readonly string[] = [...agreements, ON_BEHALF_FIELD];
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !stale.includes(name))) as Sent;
}

export function hasErrors(findings: Findings): boolean {
  return Object.values(findings).some((list) => list.some(({ severity }) => severity === "error"));
}

export function findingsToConfirm(findings: Findings): string[] {
  return Object.entries(findings).flatMap(([field, list]) =>
    list
      .filter(({ severity }) => severity === "warning" || severity === "info")
      .map(({ rule }) => `${field}:${rule}`),
  );
}

/** Whether the form can be saved: there are no errors, and no unconfirmed warnings or infos. `isSaveConfirmed` without a list confirms them all. */
export function maySave(
  findings: Findings,
  sent: Values,
  { savesDespiteWarnings = false }: Pick<AnyForm, "savesDespiteWarnings"> = {},
): boolean {
  if (hasErrors(findings)) return false;
  const toConfirm = savesDespiteWarnings ? [] : findingsToConfirm(findings);
  if (toConfirm.length === 0) return true;
  if (trimmedTexts(sent[CONFIRMED_FIELD])[0] !== "true") return false;
  const shown = trimmedTexts(sent[FINDINGS_SHOWN_FIELD])[0];
  return shown === undefined || toConfirm.every((finding) => shown.split(" ").includes(finding));
}

function trimmedTexts(sent: unknown): string[] {
  const list = Array.isArray(sent) ? sent : [sent];
  return list.filter((value) => typeof value === "string").map((value) => value.trim());
}
