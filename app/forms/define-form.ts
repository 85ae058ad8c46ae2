import type { ValidationRule } from "#app/portal-api/rules.ts";
import type { Values } from "./checks.ts";
import { findings, type Finding, type Findings } from "./judge.ts";

/** What a form is in the browser, in its action and in tests: its fields with their labels, and what they are judged by. */
export interface FormDefinition<Field extends string = string, List extends string = string> {
  /** Unique on the page; also the hidden `intent` that tells one form of a page from another. */
  readonly id: string;
  /** Fields with one value; the name is the API's property, first letter lowercase. */
  readonly fields: Readonly<Record<Field, string>>;
  /** Fields with any number of values: groups of checkboxes. */
  readonly lists?: Readonly<Record<List, string>>;
  /** The button that sends it; the banner of a second press names it. */
  readonly button: string;
  /** The same where something new is made. */
  readonly newButton?: string;
  /** What sending is called in its banners. Default 'saving'. */
  readonly sending?: "saving" | "submitting";
  /** How a value is written before it is judged and sent, e.g. a phone number without its blanks. Pure. */
  readonly tidy?: Readonly<Partial<Record<NoInfer<Field>, (typed: string) => string>>>;
  /** Rules of this form beside the server's, in the server's own terms. */
  readonly rules?: readonly ValidationRule[];
  /** Values that follow from others, e.g. the sum of the ticked roles. Pure: it runs in browser and action. */
  readonly derive?: (values: FormValues<NoInfer<Field>, NoInfer<List>>) => Values;
  /** Under which field the findings about a derived value show: `{ myPortalRole: "roles" }`. */
  readonly showAt?: Readonly<Record<string, NoInfer<Field | List>>>;
  /** Fields that are never sent back to the browser nor kept. */
  readonly secrets?: readonly NoInfer<Field>[];
}

/** Trimmed text for each field, a list for each list; what was not sent is empty. */
export type FormValues<Field extends string = string, List extends string = string> = Readonly<
  Record<Field, string> & Record<List, readonly string[]>
>;

/** Describes one form; see {@link FormDefinition}. */
export function defineForm<const Field extends string, const List extends string = never>(
  definition: FormDefinition<Field, List>,
): FormDefinition<Field, List> {
  return definition;
}

/** What a form is judged by besides its values. */
export interface Judging {
  readonly rules: readonly ValidationRule[];
  /**
   * Values that this form can't change, e.g. a read-only `email`, `originalEmail`, `brokenRules`: from the server,
   * never from the post.
   */
  readonly fixed?: Values;
}

/** Hidden field of the second press: 'true' says that warnings and infos were read. */
export const CONFIRMED_FIELD = "isSaveConfirmed";
/** Hidden field beside it: which of them were shown; a new one is shown first. */
export const SHOWN_FIELD = "findingsShown";
/** Hidden field that names the form. */
export const INTENT_FIELD = "intent";

type AnyForm = FormDefinition<string, string>;

/** A form without the types of its own fields, for parts that serve any form. */
export type SomeForm = Omit<AnyForm, "derive" | "showAt" | "secrets" | "tidy"> & {
  readonly tidy?: Readonly<Partial<Record<string, (typed: string) => string>>>;
  readonly derive?: (values: never) => Values;
  readonly showAt?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
};

/** The form's own values out of what was sent; anything else is left. */
export function readValues<Field extends string, List extends string>(
  form: Pick<FormDefinition<Field, List>, "fields" | "lists">,
  sent: Values,
): FormValues<Field, List> {
  const values: Record<string, string | readonly string[]> = {};
  for (const name of Object.keys(form.fields)) values[name] = listOf(sent[name])[0] ?? "";
  for (const name of Object.keys(form.lists ?? {})) values[name] = listOf(sent[name]);
  return values as FormValues<Field, List>;
}

/** {@link readValues} as they are judged and sent: tidied. */
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

/** What the rules have to say about what was sent, by the name of the field that shows it. */
export function judgeForm(form: SomeForm, judging: Judging, sent: Values, attempted: boolean): Findings {
  const own = tidyValues(form, sent);
  const values: Values = { ...own, ...judging.fixed };
  const all: Values = { ...values, ...form.derive?.(values as never) };
  const rules = [...(form.rules ?? []), ...judging.rules];
  const shown: Record<string, readonly Finding[]> = {};
  for (const [property, found] of Object.entries(findings(rules, all, { attempted }))) {
    if (!Object.hasOwn(all, property)) continue;
    const field = form.showAt?.[property] ?? property;
    const name = Object.hasOwn(own, field) ? field : "";
    shown[name] = [...(shown[name] ?? []), ...found];
  }
  return shown;
}

/** True when something blocks: an error. */
export function hasErrors(found: Findings): boolean {
  return Object.values(found).some((list) => list.some(({ severity }) => severity === "error"));
}

/** Names of the warnings and infos, to tell which of them a person has been shown. */
export function questionsOf(found: Findings): string[] {
  return Object.entries(found).flatMap(([field, list]) =>
    list
      .filter(({ severity }) => severity === "warning" || severity === "info")
      .map(({ rule }) => `${field}:${rule}`),
  );
}

/**
 * Whether the form may be saved: nothing blocks, and every warning and info was shown before this press. A plain
 * post with `isSaveConfirmed=true` alone confirms them all.
 */
export function maySave(found: Findings, sent: Values): boolean {
  if (hasErrors(found)) return false;
  const asked = questionsOf(found);
  if (asked.length === 0) return true;
  if (listOf(sent[CONFIRMED_FIELD])[0] !== "true") return false;
  const shown = listOf(sent[SHOWN_FIELD])[0];
  return shown === undefined || asked.every((question) => shown.split(" ").includes(question));
}

function listOf(sent: unknown): string[] {
  const list = Array.isArray(sent) ? sent : [sent];
  return list.filter((one) => typeof one === "string").map((one) => one.trim());
}

/** `+44 (0)1273 123456` begins like this once its blanks are gone; nationally with 0. A bare 44 counts before a 0. */
const UK_PREFIX = /^(?:\+44|0044|44(?=0))0?/;

/**
 * A phone number without the blanks, dots, dashes and brackets that people group it by, in national form; anything
 * that is no number then is left for the rules.
 */
export function digitsOf(typed: string): string {
  const bare = typed.replace(/[\s.()\u2010-\u2015-]/g, "");
  return /^\+?\d+$/.test(bare) ? bare.replace(UK_PREFIX, "0") : typed;
}

/** The two numbers of a person: the API counts characters (10 to 11), people group digits. */
export const phones = { telephone: digitsOf, mobile: digitsOf } as const;

/** What the form's button is called. */
export function buttonOf(
  { button, newButton = button }: Pick<SomeForm, "button" | "newButton">,
  isNew: boolean,
) {
  return isNew ? newButton : button;
}
