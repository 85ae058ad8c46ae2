import type { ValidationRule } from "#shared/portal-api/rules.ts";
import { clean, isForeignPhone, type FieldKind } from "./cleaning.ts";
import { findBrokenRules, type Finding, type Findings } from "./judge.ts";
import { isEmpty, type Values } from "./rule-checks.ts";

export const SAVING = "Saving…";
export const PERHAPS_SAVED_ADVICE = "Please check whether it was saved before you send it again.";

export interface FormDefinition<Field extends string = string, List extends string = string, Facts = never> {
  readonly id: string;
  /** Labels of the fields with one value, by the API's property name with a lowercase first letter. */
  readonly fields: Readonly<Record<Field, string>>;
  readonly lists?: Readonly<Record<List, string>>;
  /** Name of the file input, under which the posted fields hold the first file's name. */
  readonly files?: string;
  /** Only if lower than the configured limit. */
  readonly maxFileCount?: number;
  /** Other names that a post may hold: hidden fields, named buttons, a search inside the form. */
  readonly otherNames?: readonly string[];
  readonly button: string;
  /** What the button says while the form is being sent. Default: 'Saving…', or 'Sending…' of what is submitted. */
  readonly sendingLabel?: string;
  /** The verb in the summary above the form. */
  readonly bannerVerb?: "saving" | "submitting";
  /** Shown if it is unknown whether the API has saved it. */
  readonly perhapsSavedAdvice?: string;
  /** What a field's text is, which decides how it is cleaned. Default: a line. */
  readonly kinds?: Readonly<Partial<Record<NoInfer<Field>, FieldKind>>>;
  readonly rules?: readonly ValidationRule[];
  readonly required?: readonly NoInfer<Field>[];
  /** Values that rules check but that are not sent, e.g. the sum of the ticked roles; from the server's `facts`, too. */
  readonly derive?: (values: FormValues<NoInfer<Field>, NoInfer<List>>, facts: Facts) => Values;
  /** The field that shows the findings about a derived value: `{ myPortalRole: "roles" }`. */
  readonly showAt?: Readonly<Record<string, NoInfer<Field | List>>>;
  /** Checkboxes that agree to what the page shows (`shownNow`). If that has changed since, they are unticked. */
  readonly agreements?: readonly NoInfer<Field>[];
  /** Sending the form commits the customer, so an employee must tick a box that names them. The box is an agreement too. */
  readonly bindsCustomer?: true;
  /** Shows the errors of a filled field when the focus leaves it, even before the first submit. */
  readonly checksOnBlur?: boolean;
  /** Shows warnings and infos without asking for a second press. */
  readonly savesDespiteWarnings?: boolean;
}

/** Trimmed text for each field, an array for each list; empty where nothing was sent. */
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
  /** Values of fields that this person can't change, whatever was posted. */
  readonly fixed?: FieldValues;
  /** What rules and `derive` compare values with, e.g. `originalEmail`. */
  readonly facts?: Values;
  /** Findings that only the server can make, e.g. a value that is not among the options. */
  readonly serverFindings?: Findings;
  /** The customer for whom an employee must confirm; undefined when no confirmation is needed. */
  readonly onBehalfOf?: string;
  /** Only on the server, since its library is too large for a browser. */
  readonly isPossiblePhone?: (cleaned: string) => boolean;
}

export const CONFIRMED_FIELD = "isSaveConfirmed";
/** Lists the warnings and infos that the page showed: a second press confirms only these. */
export const FINDINGS_SHOWN_FIELD = "findingsShown";
export const VERSION_FIELD = "rowVersion";
/** The values that the form was rendered with, as JSON, to find out later who changed what. */
export const BASE_FIELD = "base";
/** Hidden field with a random id of the rendered form, the idempotency key of its posts. */
export const FORM_INSTANCE_FIELD = "formInstance";
/** Marks a draft whose save has an unknown outcome. */
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
  // A button may have a field's name: it is posted after the field, so the last value counts.
  for (const name of Object.keys(form.fields)) values[name] = trimmedTexts(sent[name]).at(-1) ?? "";
  for (const name of Object.keys(form.lists ?? {})) values[name] = trimmedTexts(sent[name]);
  return values as FormValues<Field, List>;
}

/** A field's text as it is checked and sent. */
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
 * Findings by the field that shows them; "" is the form as a whole. `attempted`: the form was submitted before. `values` are
 * those of what was sent, cleaned, with the fixed ones.
 */
export function judgeForm(
  form: AnyForm,
  { rules = [], fixed, facts = {}, serverFindings, onBehalfOf, isPossiblePhone }: RuleContext,
  sent: Values,
  attempted: boolean,
  values: FieldValues = cleanValues(form, { ...sent, ...fixed }),
): Findings {
  const files = form.files === undefined ? undefined : sent[form.files];
  const judged: Values = {
    ...values,
    // On the server the field holds only the first file's name, since the files are streamed later.
    ...(form.files !== undefined && typeof files === "object" && { [form.files]: files }),
    ...facts,
    ...barePostcodes(form, values),
    ...form.derive?.(values as never, facts as never),
  };
  const byField: Record<string, readonly Finding[]> = { ...serverFindings };
  const all = attempted || form.checksOnBlur === true;
  const byProperty = findBrokenRules([...(form.rules ?? []), ...rules], judged, all, isPossiblePhone);
  for (const [property, findings] of Object.entries(byProperty)) {
    if (!Object.hasOwn(judged, property)) continue;
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

/** Lengths of postcodes are counted without the space, which may be missing anyway. */
function barePostcodes({ kinds = {} }: AnyForm, values: Values): Values {
  const names = Object.keys(kinds).filter((name) => kinds[name] === "postcode");
  return Object.fromEntries(names.map((name) => [name, String(values[name] ?? "").replaceAll(" ", "")]));
}

function withUkAdvice(findings: readonly Finding[]): readonly Finding[] {
  const error = findings.find(({ severity }) => severity === "error");
  return error ? [{ ...error, text: `${error.text.replace(/\.$/, "")}: we need a UK number` }] : findings;
}

/** Unticks agreements if the page now shows something else than when they were ticked (docs/domain.md). */
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

/** False on errors and on unconfirmed warnings or infos. `isSaveConfirmed` without a list of them confirms all. */
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
