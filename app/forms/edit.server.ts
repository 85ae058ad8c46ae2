import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Portal } from "#app/request/portal.ts";
import type { Operation } from "#shared/portal-api/operation.ts";
import type { ValidationRule, validationRules } from "#shared/portal-api/rules.ts";
import { versionFields, type LinkedFields } from "./conflict.server.ts";
import {
  CONFIRMED_FIELD,
  VERSION_FIELD,
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
  toApiVersion,
  type ApiObject,
  type Choices,
} from "./object-fields.ts";
import { sendOnce } from "./once-per-form.server.ts";
import type { NextPage, Post, Posted, PostRequest } from "./post.server.ts";
import type { FormView } from "./reply.ts";
import { toField } from "./rule-checks.ts";

type Read<T> =
  | Operation<undefined, undefined, undefined, z.ZodType<T>>
  | Operation<z.ZodType<unknown, { id: string }>, undefined, undefined, z.ZodType<T>>
  | Operation<undefined, z.ZodType<unknown, { id: string }>, undefined, z.ZodType<T>>;
type Write = Operation<undefined, undefined, z.ZodType, z.ZodType>;

/** The object that a form edits, and whatever else was loaded with it. */
export interface Source<T, Related> {
  readonly item: T;
  readonly isNew: boolean;
  /** From the URL; undefined for a new object, or if the URL has no id. */
  readonly id: string | undefined;
  readonly related: Related;
}

/** The source, with what its form opened with. */
interface FormSource<T, Related> extends Source<T, Related> {
  readonly choices: Choices;
  readonly initial: FieldValues;
  /** The values of fields that this person can't change. */
  readonly withheld: FieldValues;
}

/** What's different about each form that edits or creates one object in the API. */
interface Edit<
  T extends ApiObject,
  Field extends string,
  List extends string,
  Related,
  View,
  S = Source<T, Related>,
  Values = FormValues<Field, List>,
> extends Pick<Post<Field, List, S, unknown>, "form" | "role" | "otherButton"> {
  readonly rules: ReturnType<typeof validationRules>;
  readonly get: Read<T>;
  readonly update: Write;
  /** The call for the empty object that a new one starts from. */
  readonly blank?: Operation<undefined, undefined, undefined, z.ZodType<T>>;
  readonly create?: Write;
  /** The property in `create`'s answer that has the new object's id. */
  readonly idName?: string;
  /** Fields that add something, such as a reply. Equal posts of one rendered form are saved once, and never conflict with other changes. */
  readonly appendedFields?: readonly NoInfer<Field>[];
  /** Other data that the form needs, loaded alongside the object. */
  readonly related?: (portal: Portal) => Promise<Related>;
  readonly choices?: (source: S) => Choices;
  /** Fields that this person can't change. They keep their value, and no rule checks them. */
  readonly withheld?: (source: S, request: PostRequest) => readonly NoInfer<Field | List>[];
  /** Initial values that differ from `values`, which has the properties with the same names. */
  readonly read?: (source: S, values: Values) => Partial<FormValues<NoInfer<Field>, NoInfer<List>>>;
  /** Properties whose saved values aren't simply the fields with the same names. */
  readonly write?: (source: S, values: Values, portal: Portal) => Partial<T> | Promise<Partial<T>>;
  readonly extraRules?: (
    source: S,
    request: PostRequest & { readonly rules: readonly ValidationRule[] },
    values?: Values,
  ) => RuleContext | Promise<RuleContext>;
  /** A value's text on the conflict page, e.g. the address for an id. */
  readonly describeValue?: (source: S, name: string, value: string | readonly string[]) => string | undefined;
  readonly linkedFields?: LinkedFields;
  /** What the page shows beside the form. */
  readonly beside?: (source: S, request: PostRequest) => View;
  readonly beforeSave?: (source: S, request: PostRequest) => void | Promise<void>;
  readonly afterSave: (
    id: string,
    posted: Posted<FormSource<T, Related>, Values>,
  ) => NextPage | Promise<NextPage>;
}

/** An edit without the types of its own fields. */
type AnyEdit = Edit<ApiObject, string, never, unknown, unknown>;
type AnySource = FormSource<ApiObject, unknown>;

/** The post that edits or creates one object in the API. It loads the whole object, and saves it with the new values. */
export function defineEdit<
  T extends ApiObject,
  const Field extends string,
  const List extends string = never,
  Related = undefined,
  View = undefined,
>(definition: Edit<T, Field, List, Related, View>) {
  const edit = definition as unknown as AnyEdit;
  const { form, role, rules, appendedFields, linkedFields, otherButton } = edit;
  const post: Post<string, never, AnySource, { readonly id: string | undefined; readonly view: unknown }> = {
    form,
    role,
    rules,
    otherButton,
    source: (request) => loadSource(edit, request),
    fixed: ({ withheld }) => withheld,
    ruleContext: (source, request, values) => ruleContextOf(edit, source, request, values),
    once: ({ isNew }) => (isNew || appendedFields ? randomUUID() : ""),
    openOptions: (source) => openOptionsOf(edit, source),
    view: (source, request) => ({ id: source.id, view: edit.beside?.(source, request) }),
    save: (posted) => saveEdit(edit, posted),
    conflicts: {
      linkedFields,
      appendedFields,
      latest: (posted) => loadLatest(edit, posted),
      alreadySaved: async (posted) => edit.afterSave(posted.source.id ?? "", posted),
    },
  };
  type EditView = { readonly id: string | undefined; readonly view: View };
  return post as unknown as Post<Field, List, FormSource<T, Related>, EditView>;
}

async function loadSource(edit: AnyEdit, request: PostRequest): Promise<AnySource> {
  const { blank, related } = edit;
  const { args, portal } = request;
  const { id } = args.params;
  const isNew = blank !== undefined && id === undefined;
  const [item, other] = await Promise.all([
    isNew ? portal.api.call(blank, {}) : getItem(edit, portal, id),
    related?.(portal),
  ]);
  return toFormSource(edit, { item, isNew, id, related: other }, request);
}

function getItem({ get }: AnyEdit, { api }: Portal, id: string | undefined): Promise<ApiObject> {
  const input = { ...(get.params && { params: { id } }), ...(get.query && { query: { id } }) };
  return api.call(get, input as never);
}

function toFormSource(edit: AnyEdit, source: Source<ApiObject, unknown>, request: PostRequest): AnySource {
  const { form, read } = edit;
  const choices = edit.choices?.(source) ?? {};
  const values = objectToFields(form, source.item, choices);
  const initial = { ...values, ...read?.(source, values) } as FieldValues;
  const withheld = (edit.withheld?.(source, request) ?? []).map((name) => [name, initial[name] ?? ""]);
  return { ...source, choices, initial, withheld: Object.fromEntries(withheld) as FieldValues };
}

function openOptionsOf({ form }: AnyEdit, { isNew, initial, item, choices }: AnySource) {
  const options = Object.entries(choices).map(([name, all = []]) => [
    name,
    all.map(({ value, label }) => ({ value, label })),
  ]);
  return {
    isNew,
    values: initial as FormValues<string, never>,
    hidden: isNew ? {} : versionFields(form, initial, item.rowVersion),
    choices: Object.fromEntries(options) as FormView["choices"],
  };
}

async function saveEdit(edit: AnyEdit, posted: Posted<AnySource, FormValues<string, never>>) {
  const { create, update: call, idName } = edit;
  const { source, typed, texts } = posted;
  const body = await editedObject(edit, posted);
  await edit.beforeSave?.(source, posted);
  // Leaves out what the object has now, so that a colleague's change doesn't make it a different post.
  const own = Object.entries(typed).filter(([name]) => !Object.hasOwn(source.withheld, name));
  const content = [source.id, Object.fromEntries(own)];
  if (source.isNew && create)
    return edit.afterSave(await sendOnce(posted, { call: create, body, content, idName }), posted);
  const rowVersion = toApiVersion(source.item.rowVersion, texts[VERSION_FIELD] ?? "");
  await sendOnce(posted, { call, body: { ...body, rowVersion }, content });
  return edit.afterSave(source.id ?? "", posted);
}

/** The object as it's saved now, for comparing two edits; undefined for a new one. */
async function loadLatest(edit: AnyEdit, posted: Posted<AnySource>) {
  if (posted.source.isNew) return undefined;
  const item = await getItem(edit, posted.portal, posted.source.id);
  const source = toFormSource(edit, { ...posted.source, item }, posted);
  const labelsOf = (name: string, value: string | readonly string[]) =>
    source.choices[name]
      ?.filter((choice) => [value].flat().includes(choice.value))
      .map(({ label }) => label)
      .join(", ");
  return {
    source,
    values: source.initial,
    rowVersion: source.item.rowVersion,
    describe: (name: string, value: string | readonly string[]) =>
      edit.describeValue?.(source, name, value) ?? labelsOf(name, value),
  };
}

async function ruleContextOf(
  edit: AnyEdit,
  source: AnySource,
  request: PostRequest & { readonly rules: readonly ValidationRule[] },
  values?: FormValues<string, never>,
): Promise<RuleContext> {
  const { form } = edit;
  const { withheld, item } = source;
  const extra = await edit.extraRules?.(source, request, values);
  const showAt: Readonly<Record<string, string | undefined>> = form.showAt ?? {};
  const rules = (extra?.rules ?? request.rules).filter(({ property }) => {
    const name = toField(property);
    return !Object.hasOwn(withheld, showAt[name] ?? name);
  });
  const unoffered = values && findUnofferedValues(form, source, values);
  return {
    rules: addRequiredRules(form, rules, item),
    facts: extra?.facts,
    serverFindings: { ...extra?.serverFindings, ...unoffered },
  };
}

/** The whole object with its new values, as the body of an update. */
async function editedObject(edit: AnyEdit, { source, values, texts, portal }: Posted<AnySource>) {
  const { form, update, write } = edit;
  const all: FieldValues = { ...values, ...source.withheld };
  const fieldValues = Object.fromEntries(Object.keys(form.fields).map((name) => [name, all[name] ?? ""]));
  const acceptsConfirmation = update.body instanceof z.ZodObject && CONFIRMED_FIELD in update.body.shape;
  return {
    ...fieldsToObject(source.item, fieldValues, { choices: source.choices, kinds: form.kinds }),
    ...(await write?.(source, all as FormValues<string, never>, portal)),
    ...(acceptsConfirmation && { [CONFIRMED_FIELD]: texts[CONFIRMED_FIELD] === "true" }),
  };
}

/** Errors for values that aren't among the options. A select without options, whose call failed, accepts anything. */
function findUnofferedValues(
  { fields, lists = {} }: Pick<FormDefinition, "fields" | "lists">,
  { choices, initial }: AnySource,
  values: FieldValues,
): Findings {
  const findings: Record<string, Findings[string]> = {};
  for (const [name, offered = []] of Object.entries(choices)) {
    const allowed = new Set(["", ...[initial[name] ?? []].flat(), ...offered.map(({ value }) => value)]);
    const isOffered = [values[name] ?? []].flat().every((value) => allowed.has(value));
    if (isOffered || (offered.length === 0 && Object.hasOwn(fields, name))) continue;
    const text = `Please choose from ${lists[name] ? `the ${lists[name].toLowerCase()} shown` : "the list"}.`;
    findings[name] = [{ severity: "error", text, rule: "server" }];
  }
  return findings;
}
