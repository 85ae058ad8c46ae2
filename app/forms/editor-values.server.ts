import { z } from "zod";
import type { Operation } from "#app/portal-api/operation.ts";
import type { RoleName } from "#app/portal-api/role-names.ts";
import type { ValidationRule, validationRules } from "#app/portal-api/rules.ts";
import type { CompletedAction } from "#app/request/completed-actions.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { LinkedFields } from "./conflict.server.ts";
import {
  cleanValues,
  CONFIRMED_FIELD,
  type AnyForm,
  type FieldValues,
  type FormDefinition,
  type FormValues,
  type RuleContext,
} from "./define-form.ts";
import type { Findings } from "./judge.ts";
import {
  addRequiredRules,
  fieldsToObject,
  objectToFields,
  type ApiObject,
  type Choices,
  type ParentNames,
} from "./object-fields.ts";
import { valuesByName } from "./open-form.server.ts";
import type { AsksFirst } from "./post.server.ts";
import type { FormView } from "./reply.ts";
import { toField } from "./rule-checks.ts";
import type { Accepted, ButtonContent, Saved } from "./submit-form.server.ts";

export type Read<T> =
  | Operation<undefined, undefined, undefined, z.ZodType<T>>
  | Operation<z.ZodType<unknown, { id: string }>, undefined, undefined, z.ZodType<T>>
  | Operation<undefined, z.ZodType<unknown, { id: string }>, undefined, z.ZodType<T>>;
type Write = Operation<undefined, undefined, z.ZodType, z.ZodType>;

export interface Source<T, Related> {
  readonly item: T;
  readonly isNew: boolean;
  /** From the URL; undefined for a new object and for an object without an id in its URL. */
  readonly id: string | undefined;
  readonly rules: readonly ValidationRule[];
  readonly related: Related;
}

/** The server's side of a form that edits or creates one object of the API. */
export interface Editor<T extends ApiObject, Field extends string, List extends string, Related, View> {
  readonly form: FormDefinition<Field, List>;
  /** Default: everyone with a current account. */
  readonly role?: RoleName;
  readonly rules: ReturnType<typeof validationRules>;
  readonly get: Read<T>;
  readonly update: Write;
  /** The call for the empty object that the form of a new one begins with. */
  readonly blank?: Operation<undefined, undefined, undefined, z.ZodType<T>>;
  readonly create?: Write;
  /** The property of the answer to `create` that holds the new object's id. */
  readonly idName?: string;
  /** Fields that add something, such as a reply: equal posts of one rendered form are saved once, and they never conflict with another user's changes. */
  readonly appendedFields?: readonly NoInfer<Field>[];
  /** Other data that the form needs, loaded together with the object. */
  readonly related?: (portal: Portal) => Promise<Related>;
  readonly choices?: (source: Source<T, Related>) => Choices;
  readonly parentNames?: ParentNames<NoInfer<Field>>;
  /** Fields that this person can't change: they keep their value, and no rule checks them. */
  readonly withheld?: (source: Source<T, Related>) => readonly NoInfer<Field | List>[];
  /** Initial values that differ from `values`, which are the properties of the same names. */
  readonly read?: (
    source: Source<T, Related>,
    values: FormValues<Field, List>,
  ) => Partial<FormValues<NoInfer<Field>, NoInfer<List>>>;
  /** Properties whose saved values are not simply those of the fields of the same names. */
  readonly write?: (
    source: Source<T, Related>,
    values: FormValues<Field, List>,
    portal: Portal,
  ) => Partial<T> | Promise<Partial<T>>;
  readonly ruleContext?: (
    source: Source<T, Related>,
    portal: Portal,
    values?: FormValues<Field, List>,
  ) => RuleContext | Promise<RuleContext>;
  /** A value's text on the conflict page, e.g. the address for an id. */
  readonly describeValue?: (
    source: Source<T, Related>,
    name: string,
    value: string | readonly string[],
  ) => string | undefined;
  readonly linkedFields?: LinkedFields;
  readonly view?: (source: Source<T, Related>, args: RouteArgs, portal: Portal) => View;
  /** Answers a button that does not save; undefined if the post is to be saved. */
  readonly otherButton?: (
    args: RouteArgs,
    portal: Portal,
    body: FormData,
  ) => Promise<ButtonContent | undefined>;
  readonly asksFirst?: AsksFirst;
  readonly beforeSave?: (portal: Portal, args: RouteArgs, source: Source<T, Related>) => void | Promise<void>;
  /** Recorded after a save, for a confirmation page whose loader calls {@link requireJustSaved}. */
  readonly confirmation?: CompletedAction;
  /** The outcome of a post that changes and adds nothing, in place of a save. Default: it is saved like any other. */
  readonly whenUnchanged?: (args: RouteArgs, id: string) => Saved;
  readonly saved: (
    done: { readonly id: string; readonly isNew: boolean; readonly args: RouteArgs; readonly portal: Portal },
    change: { readonly source: Source<T, Related>; readonly values: FormValues<Field, List> },
  ) => Saved | Promise<Saved>;
}

export function initialValuesOf<T extends ApiObject, F extends string, L extends string, R, V>(
  { form, parentNames, choices, read }: Editor<T, F, L, R, V>,
  source: Source<T, R>,
): FormValues<F, L> {
  const values = objectToFields(form, source.item, { choices: choices?.(source), parentNames });
  return { ...values, ...read?.(source, values) };
}

export function selectOptionsOf<T extends ApiObject, F extends string, L extends string, R, V>(
  { choices }: Editor<T, F, L, R, V>,
  source: Source<T, R>,
): FormView["choices"] {
  const pairs = Object.entries(choices?.(source) ?? {});
  return Object.fromEntries(
    pairs.map(([name, all = []]) => [name, all.map(({ value, label }) => ({ value, label }))]),
  );
}

export async function ruleContextOf<T extends ApiObject, F extends string, L extends string, R, V>(
  editor: Editor<T, F, L, R, V>,
  source: Source<T, R>,
  portal: Portal,
  body?: FormData,
): Promise<RuleContext> {
  const { form } = editor;
  const withheld = withheldValues(editor, source);
  const sent = body && cleanValues(form, { ...valuesByName(body), ...withheld });
  const ruleContext: RuleContext = { ...source, ...(await editor.ruleContext?.(source, portal, sent)) };
  const showAt: Readonly<Record<string, string | undefined>> = form.showAt ?? {};
  const fieldOf = (property: string) => showAt[toField(property)] ?? toField(property);
  const rules = (ruleContext.rules ?? []).filter(
    ({ property }) => !Object.hasOwn(withheld, fieldOf(property)),
  );
  const serverValues = { ...ruleContext.serverValues, ...withheld };
  return {
    rules: addRequiredRules(form, rules, source.item),
    ...(Object.keys(serverValues).length > 0 && { serverValues }),
    ...(sent && { serverFindings: findUnofferedValues(editor, source, sent) }),
  };
}

/** The whole object with its new values, as the body of an update. */
export async function editedObject<T extends ApiObject, F extends string, L extends string, R, V>(
  editor: Editor<T, F, L, R, V>,
  source: Source<T, R>,
  { values, confirmed }: Pick<Accepted<FormValues<F, L>>, "values" | "confirmed">,
  portal: Portal,
): Promise<T> {
  const { form, update, parentNames, choices, write } = editor;
  const all: FormValues<F, L> & FieldValues = { ...values, ...withheldValues(editor, source) };
  const fieldValues = Object.fromEntries(Object.keys(form.fields).map((name) => [name, all[name] ?? ""]));
  const settings = { choices: choices?.(source), parentNames, kinds: form.kinds };
  const acceptsConfirmation = update.body instanceof z.ZodObject && CONFIRMED_FIELD in update.body.shape;
  return {
    ...fieldsToObject(source.item, fieldValues, settings),
    ...(await write?.(source, all, portal)),
    ...(acceptsConfirmation && { [CONFIRMED_FIELD]: confirmed }),
  };
}

/** Errors for values that are not among the options. A select without options, whose call failed, accepts anything. */
function findUnofferedValues<T extends ApiObject, F extends string, L extends string, R, V>(
  editor: Editor<T, F, L, R, V>,
  source: Source<T, R>,
  values: FieldValues,
): Findings {
  const { fields, lists = {} }: Pick<AnyForm, "fields" | "lists"> = editor.form;
  const before: FieldValues = initialValuesOf(editor, source);
  const findings: Record<string, Findings[string]> = {};
  for (const [name, offered = []] of Object.entries(editor.choices?.(source) ?? {})) {
    const allowed = new Set(["", ...[before[name] ?? []].flat(), ...offered.map(({ value }) => value)]);
    const isOffered = [values[name] ?? []].flat().every((value) => allowed.has(value));
    if (isOffered || (offered.length === 0 && Object.hasOwn(fields, name))) continue;
    const text = `Please choose from ${lists[name] ? `the ${lists[name].toLowerCase()} that are shown` : "the list"}.`;
    findings[name] = [{ severity: "error", text, rule: "server" }];
  }
  return findings;
}

function withheldValues<T extends ApiObject, F extends string, L extends string, R, V>(
  editor: Editor<T, F, L, R, V>,
  source: Source<T, R>,
): FieldValues {
  const initialValues: FieldValues = initialValuesOf(editor, source);
  return Object.fromEntries(
    (editor.withheld?.(source) ?? []).map((name) => [name, initialValues[name] ?? ""]),
  );
}
