import type { ValidationRule } from "#app/portal-api/rules.ts";
import { isEmpty, type Values } from "./checks.ts";
import { findings, type Finding, type Findings } from "./judge.ts";

/** What a form says where it has no `perhapsSaved`; others add where to look. */
export const PERHAPS_SAVED = "Please check whether it was saved before you send it again.";

/** What browser, action and tests know of a form. */
export interface FormDefinition<Field extends string = string, List extends string = string> {
  readonly id: string;
  /** Labels of the fields with one value; the name is the API's property, first letter lowercase. */
  readonly fields: Readonly<Record<Field, string>>;
  readonly lists?: Readonly<Record<List, string>>;
  /** Name of the file control, where the form brings files; its text tells of one that did not come along. */
  readonly files?: string;
  /** How many files come at once, where that is less than the configuration allows. */
  readonly mostFiles?: number;
  /** Names that a post may hold beside the fields: own hidden fields, buttons, a search inside the form. */
  readonly also?: readonly string[];
  /** Fields that a button of their name decides: of two values the last one counts. */
  readonly pressed?: readonly NoInfer<Field>[];
  readonly button: string;
  readonly newButton?: string;
  readonly sending?: "saving" | "submitting";
  /** Shown where it is not known whether the API carried it out. */
  readonly perhapsSaved?: string;
  readonly tidy?: Readonly<Partial<Record<NoInfer<Field>, (typed: string) => string>>>;
  readonly rules?: readonly ValidationRule[];
  readonly required?: readonly NoInfer<Field>[];
  /** Values that are judged and not sent, e.g. the sum of the ticked roles. Pure. */
  readonly derive?: (values: FormValues<NoInfer<Field>, NoInfer<List>>) => Values;
  /** Under which field findings about a derived value show: `{ myPortalRole: "roles" }`. */
  readonly showAt?: Readonly<Record<string, NoInfer<Field | List>>>;
  readonly secrets?: readonly NoInfer<Field>[];
  /** Ticks for what the page shows, which its `current` fields name: where that has changed, they are asked for anew. */
  readonly consents?: readonly NoInfer<Field>[];
  /** It binds the customer: an employee is asked once more for whom, and that is a consent, too. */
  readonly binds?: true;
  /** Errors of a filled field are told when it is left, before the form was sent. */
  readonly checksOnBlur?: boolean;
  /** Warnings and infos are only told: no second press. */
  readonly warningsPass?: boolean;
}

/** Trimmed text for each field, a list for each list; what was not sent is empty. */
export type FormValues<Field extends string = string, List extends string = string> = Readonly<
  Record<Field, string> & Record<List, readonly string[]>
>;

export type FieldValues = Readonly<Record<string, string | readonly string[]>>;

export function defineForm<const Field extends string, const List extends string = never>(
  definition: FormDefinition<Field, List>,
): FormDefinition<Field, List> {
  return definition;
}

/** What a form is judged by. `fixed`: values from the server that this form can't change; a post can't either. */
export interface Judging {
  readonly rules?: readonly ValidationRule[];
  readonly fixed?: Values;
  /** What only the server can find in the values. */
  readonly found?: Findings;
  /** The customer whom an employee binds; undefined where nobody is asked. */
  readonly onBehalfOf?: string | undefined;
}

export const CONFIRMED_FIELD = "isSaveConfirmed";
/** Names the warnings and infos that were shown; a new one must be shown before it counts as confirmed. */
export const FINDINGS_SHOWN_FIELD = "findingsShown";
export const VERSION_FIELD = "rowVersion";
export const BASE_FIELD = "base";
export const ON_BEHALF_FIELD = "onBehalf";
export const CONFLICT_FIELD = "conflict";
export const choiceField = (name: string) => `choice.${name}`;

/** A form without the types of its own fields, for parts that serve any form. */
export type SomeForm = Omit<
  FormDefinition,
  "derive" | "showAt" | "secrets" | "tidy" | "required" | "consents" | "pressed"
> & {
  readonly consents?: readonly string[];
  readonly tidy?: Readonly<Partial<Record<string, (typed: string) => string>>>;
  readonly derive?: (values: never) => Values;
  readonly showAt?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly pressed?: readonly string[];
};

export function readValues<Field extends string, List extends string>(
  form: Pick<FormDefinition<Field, List>, "fields" | "lists">,
  sent: Values,
): FormValues<Field, List> {
  const values: Record<string, string | readonly string[]> = {};
  // The last one: a button with a field's name says more than the field before it.
  for (const name of Object.keys(form.fields)) values[name] = listOf(sent[name]).at(-1) ?? "";
  for (const name of Object.keys(form.lists ?? {})) values[name] = listOf(sent[name]);
  return values as FormValues<Field, List>;
}

export function tidyValues<Field extends string, List extends string>(
  form: Pick<FormDefinition<Field, List>, "fields" | "lists"> & Pick<SomeForm, "tidy">,
  sent: Values,
): FormValues<Field, List> {
  const values: Record<string, string | readonly string[]> = { ...readValues(form, sent) };
  for (const [name, tidy] of Object.entries(form.tidy ?? {})) {
    const value = values[name];
    if (tidy && typeof value === "string") values[name] = tidy(value);
  }
  return values as FormValues<Field, List>;
}

/** What the rules say about what was sent, by the field that shows it; "" is the form as a whole. */
export function judgeForm(form: SomeForm, judging: Judging, sent: Values, attempted: boolean): Findings {
  const own = tidyValues(form, sent);
  const chosen = form.files === undefined ? undefined : sent[form.files];
  const values: Values = {
    ...own,
    // Of a post the names alone are here.
    ...(form.files !== undefined && typeof chosen === "object" && { [form.files]: chosen }),
    ...judging.fixed,
  };
  const all: Values = { ...values, ...form.derive?.(values as never) };
  const rules = [...(form.rules ?? []), ...(judging.rules ?? [])];
  const shown: Record<string, readonly Finding[]> = { ...judging.found };
  const judged = findings(rules, all, { attempted: attempted || form.checksOnBlur === true });
  for (const [property, found] of Object.entries(judged)) {
    if (!Object.hasOwn(all, property)) continue;
    const field = form.showAt?.[property] ?? property;
    if (!attempted && form.checksOnBlur && isEmpty(own[field])) continue;
    const name = Object.hasOwn(own, field) ? field : "";
    shown[name] = [...(shown[name] ?? []), ...found];
  }
  const { onBehalfOf } = judging;
  if (onBehalfOf !== undefined && attempted && sent[ON_BEHALF_FIELD] !== "on") {
    const text = `Confirm that you do this for ${onBehalfOf}`;
    shown[ON_BEHALF_FIELD] = [{ severity: "error", text, rule: ON_BEHALF_FIELD }];
  }
  return shown;
}

/** What was sent, without the consents to something else than the page shows now (docs/domain.md). */
export function withoutStaleConsents<Sent extends Values>(
  { consents = [] }: Pick<SomeForm, "consents">,
  current: Readonly<Record<string, string>>,
  sent: Sent,
): Sent {
  if (Object.entries(current).every(([name, shown]) => sent[name] === shown)) return sent;
  const stale: readonly string[] = [...consents, ON_BEHALF_FIELD];
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !stale.includes(name))) as Sent;
}

export function hasErrors(found: Findings): boolean {
  return Object.values(found).some((list) => list.some(({ severity }) => severity === "error"));
}

export function questionsOf(found: Findings): string[] {
  return Object.entries(found).flatMap(([field, list]) =>
    list
      .filter(({ severity }) => severity === "warning" || severity === "info")
      .map(({ rule }) => `${field}:${rule}`),
  );
}

/** Whether nothing blocks and every warning and info was confirmed; `isSaveConfirmed=true` alone confirms all. */
export function maySave(
  found: Findings,
  sent: Values,
  { warningsPass = false }: Pick<SomeForm, "warningsPass"> = {},
): boolean {
  if (hasErrors(found)) return false;
  const asked = warningsPass ? [] : questionsOf(found);
  if (asked.length === 0) return true;
  if (listOf(sent[CONFIRMED_FIELD])[0] !== "true") return false;
  const shown = listOf(sent[FINDINGS_SHOWN_FIELD])[0];
  return shown === undefined || asked.every((question) => shown.split(" ").includes(question));
}

function listOf(sent: unknown): string[] {
  const list = Array.isArray(sent) ? sent : [sent];
  return list.filter((one) => typeof one === "string").map((one) => one.trim());
}

/** `+44 (0)1273 123456` begins like this once its blanks are gone; nationally with 0. A bare 44 counts before a 0. */
const UK_PREFIX = /^(?:\+44|0044|44(?=0))0?/;

/** A phone number in national form without blanks, dots, dashes and brackets; anything else stays as it is. */
export function digitsOf(typed: string): string {
  const bare = typed.replace(/[\s.()\u2010-\u2015-]/g, "");
  return /^\+?\d+$/.test(bare) ? bare.replace(UK_PREFIX, "0") : typed;
}

/** Line breaks as one character each, as a control counts them; a post has two. */
export const withPlainBreaks = (typed: string): string => typed.replace(/\r\n?/g, "\n");

/** How a person's two numbers are tidied: the API counts characters (10 to 11), people group digits. */
export const phones = { telephone: digitsOf, mobile: digitsOf } as const;

export function buttonOf(
  { button, newButton = button }: Pick<SomeForm, "button" | "newButton">,
  isNew: boolean,
) {
  return isNew ? newButton : button;
}
