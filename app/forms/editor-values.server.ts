import { z } from "zod";
import type { Operation } from "#app/portal-api/operation.ts";
import type { ValidationRule, validationRules } from "#app/portal-api/rules.ts";
import type { Deed } from "#app/request/done-here.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { RoleName } from "#app/request/roles.ts";
import { toField } from "./checks.ts";
import type { Together } from "./conflict.server.ts";
import {
  CONFIRMED_FIELD,
  tidyValues,
  type FieldValues,
  type FormDefinition,
  type FormValues,
  type Judging,
  type SomeForm,
} from "./define-form.ts";
import type { Findings } from "./judge.ts";
import {
  fieldsOf,
  withRequired,
  written,
  type ApiObject,
  type Choices,
  type Places,
} from "./object-fields.ts";
import { sentOf } from "./open-form.server.ts";
import type { AsksFirst } from "./post.server.ts";
import type { FormView } from "./reply.ts";
import type { Accepted, Saved, StepAnswer } from "./submit-form.server.ts";

export type Read<T> =
  | Operation<undefined, undefined, undefined, z.ZodType<T>>
  | Operation<z.ZodType<unknown, { id: string }>, undefined, undefined, z.ZodType<T>>
  | Operation<undefined, z.ZodType<unknown, { id: string }>, undefined, z.ZodType<T>>;
type Write = Operation<undefined, undefined, z.ZodType, z.ZodType>;

export interface Source<T, Related> {
  readonly item: T;
  readonly isNew: boolean;
  /** From the address; undefined for a new object, and where there is only one. */
  readonly id: string | undefined;
  readonly rules: readonly ValidationRule[];
  readonly related: Related;
}

/** The server's side of a form that edits one object of the API or makes a new one. */
export interface Editor<T extends ApiObject, Field extends string, List extends string, Related, View> {
  readonly form: FormDefinition<Field, List>;
  /** Who may use it. Default: everyone who works for an account. */
  readonly role?: RoleName;
  readonly rules: ReturnType<typeof validationRules>;
  readonly get: Read<T>;
  readonly update: Write;
  readonly blank?: Operation<undefined, undefined, undefined, z.ZodType<T>>;
  readonly create?: Write;
  /** The field of the answer to `create` that is the new object's id. */
  readonly idName?: string;
  /** Each save adds something, such as a reply: equal posts of one form are one save. */
  readonly appends?: true;
  readonly related?: (portal: Portal) => Promise<Related>;
  /** What can be chosen for fields: their selects offer it, and the conflict page words values by it. */
  readonly choices?: (source: Source<T, Related>) => Choices;
  /** Fields that stand inside an object of the item: `{ isPaperBilling: "billingPreferences" }`. */
  readonly at?: Places<NoInfer<Field>>;
  /** Fields that this person may not write, or that are not asked: they stay as `read` has them, judged by no rule. */
  readonly withheld?: (source: Source<T, Related>) => readonly NoInfer<Field | List>[];
  /** What the form shows otherwise than each field by its name, which are `values`. */
  readonly read?: (
    source: Source<T, Related>,
    values: FormValues<Field, List>,
  ) => Partial<FormValues<NoInfer<Field>, NoInfer<List>>>;
  /** What goes back otherwise than each field by its name. */
  readonly write?: (source: Source<T, Related>, values: FormValues<Field, List>) => Partial<T>;
  /** What else it is judged by; `values` where it was sent. */
  readonly judging?: (
    source: Source<T, Related>,
    portal: Portal,
    values?: FormValues<Field, List>,
  ) => Judging | Promise<Judging>;
  /** A value in words for the conflict page, e.g. the address behind an id. */
  readonly inWords?: (
    source: Source<T, Related>,
    name: string,
    value: string | readonly string[],
  ) => string | undefined;
  readonly together?: Together;
  readonly view?: (source: Source<T, Related>, args: RouteArgs, portal: Portal) => View;
  /** What a button other than the form's own asks for; undefined where the post is to be saved. */
  readonly step?: (args: RouteArgs, portal: Portal, body: FormData) => Promise<StepAnswer | undefined>;
  /** A question that a post must have answered before it is saved. */
  readonly asksFirst?: AsksFirst;
  readonly saving?: (portal: Portal) => void;
  /** What the page after the save thanks for: its loader calls {@link requireConfirmed}. */
  readonly confirmation?: Deed;
  readonly saved: (
    done: { readonly id: string; readonly isNew: boolean; readonly args: RouteArgs; readonly portal: Portal },
    change: { readonly source: Source<T, Related>; readonly values: FormValues<Field, List> },
  ) => Saved | Promise<Saved>;
}

/** What the form of it begins with. */
export function valuesOf<T extends ApiObject, F extends string, L extends string, B, V>(
  { form, at, choices, read }: Editor<T, F, L, B, V>,
  source: Source<T, B>,
): FormValues<F, L> {
  const values = fieldsOf(form, source.item, { choices: choices?.(source), at });
  return { ...values, ...read?.(source, values) };
}

/** What its selects offer. */
export function optionsOf<T extends ApiObject, F extends string, L extends string, B, V>(
  { choices }: Editor<T, F, L, B, V>,
  source: Source<T, B>,
): FormView["choices"] {
  const pairs = Object.entries(choices?.(source) ?? {});
  return Object.fromEntries(
    pairs.map(([name, all = []]) => [name, all.map(({ value, label }) => ({ value, label }))]),
  );
}

/** What the editor's form is judged by. */
export async function judgingOf<T extends ApiObject, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  source: Source<T, B>,
  portal: Portal,
  body?: FormData,
): Promise<Judging> {
  const { form } = editor;
  const kept = keptOf(editor, source);
  const sent = body && tidyValues(form, { ...sentOf(body), ...kept });
  const judging: Judging = { ...source, ...(await editor.judging?.(source, portal, sent)) };
  const showAt: Readonly<Record<string, string | undefined>> = form.showAt ?? {};
  const fieldOf = (property: string) => showAt[toField(property)] ?? toField(property);
  const rules = (judging.rules ?? []).filter(({ property }) => !Object.hasOwn(kept, fieldOf(property)));
  const fixed = { ...judging.fixed, ...kept };
  return {
    rules: withRequired(form, rules, source.item),
    ...(Object.keys(fixed).length > 0 && { fixed }),
    ...(sent && { found: notOffered(editor, source, sent) }),
  };
}

/** The object as it goes back: whole, with its new values. */
export function editedOf<T extends ApiObject, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  source: Source<T, B>,
  { values, confirmed }: Pick<Accepted<FormValues<F, L>>, "values" | "confirmed">,
): T {
  const { form, update, at, choices, write } = editor;
  const all: FormValues<F, L> & FieldValues = { ...values, ...keptOf(editor, source) };
  const own = Object.fromEntries(Object.keys(form.fields).map((name) => [name, all[name] ?? ""]));
  const asks = update.body instanceof z.ZodObject && CONFIRMED_FIELD in update.body.shape;
  return {
    ...written(source.item, own, { choices: choices?.(source), at }),
    ...write?.(source, all),
    ...(asks && { [CONFIRMED_FIELD]: confirmed }),
  };
}

/** The fields whose new value is none that they offer. A drop-down that could not be had refuses nothing. */
function notOffered<T extends ApiObject, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  source: Source<T, B>,
  values: FieldValues,
): Findings {
  const { fields, lists = {} }: Pick<SomeForm, "fields" | "lists"> = editor.form;
  const before: FieldValues = valuesOf(editor, source);
  const found: Record<string, Findings[string]> = {};
  for (const [name, offered = []] of Object.entries(editor.choices?.(source) ?? {})) {
    const known = new Set(["", ...[before[name] ?? []].flat(), ...offered.map(({ value }) => value)]);
    const isKnown = [values[name] ?? []].flat().every((value) => known.has(value));
    if (isKnown || (offered.length === 0 && Object.hasOwn(fields, name))) continue;
    const text = `Please choose from ${lists[name] ? `the ${lists[name].toLowerCase()} that are shown` : "the list"}.`;
    found[name] = [{ severity: "error", text, rule: "server" }];
  }
  return found;
}

/** What may not be written, or is not asked, as `read` has it. */
function keptOf<T extends ApiObject, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  source: Source<T, B>,
): FieldValues {
  const read: FieldValues = valuesOf(editor, source);
  return Object.fromEntries((editor.withheld?.(source) ?? []).map((name) => [name, read[name] ?? ""]));
}
