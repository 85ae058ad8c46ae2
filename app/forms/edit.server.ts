import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Portal } from "#app/request/portal.ts";
import type { Operation } from "#shared/portal-api/operation.ts";
import { versionFields, type LinkedFields } from "./conflict.server.ts";
import {
  CONFIRMED_FIELD,
  VERSION_FIELD,
  type FieldValues,
  type FormDefinition,
  type FormValues,
  type RuleContext,
} from "./define-form.ts";
import {
  addRequiredRules,
  fieldsToObject,
  objectToFields,
  toApiVersion,
  type ApiObject,
  type Choices,
} from "./object-fields.ts";
import { sendOnce } from "./once-per-form.server.ts";
import type { OpenOptions } from "./open-form.server.ts";
import type { Post, Posted, PostRequest, SavedObject } from "./post.server.ts";
import type { FormView } from "./reply.ts";
import { toField } from "./rule-checks.ts";
import type { Findings } from "./validate.ts";

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

/** How a form shows an object in the API, and what it saves. */
interface ObjectInForm<
  T extends ApiObject,
  Field extends string,
  List extends string,
  Related,
  S = Source<T, Related>,
  Values = FormValues<Field, List>,
> {
  readonly form: FormDefinition<Field, List>;
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
  /** A value's text on the conflict page, e.g. the address for an id. */
  readonly describeValue?: (source: S, name: string, value: string | readonly string[]) => string | undefined;
  readonly linkedFields?: LinkedFields;
}

/** The steps of a post that edits the object. A post may add to any of them. */
type EditSteps<Field extends string, List extends string, S> = Required<
  Pick<Post<Field, List, S, unknown>, "form" | "source" | "fixed" | "formInstance" | "conflicts">
> & {
  openOptions(source: S): OpenOptions<Field, List>;
  /** The rules for what the person may change, and errors for values that weren't offered. */
  ruleContext(
    source: S,
    request: { rules?: RuleContext["rules"] },
    values?: FormValues<Field, List>,
  ): RuleContext;
  /** Sends the whole object with its new values. */
  save(posted: Posted<S, FormValues<Field, List>>): Promise<SavedObject>;
};

/** An object without the types of its own fields. */
type AnyObject = ObjectInForm<ApiObject, string, never, unknown>;
type AnySource = FormSource<ApiObject, unknown>;

/** The steps that edit or create one object in the API. They load the whole object, and save it with the new values. */
export function defineEdit<
  T extends ApiObject,
  const Field extends string,
  const List extends string = never,
  Related = undefined,
>(definition: ObjectInForm<T, Field, List, Related>) {
  const edit = definition as unknown as AnyObject;
  const { form, blank, create, update, related, appendedFields, linkedFields } = edit;
  const steps: EditSteps<string, never, AnySource> = {
    form,
    async source(request) {
      const { args, portal } = request;
      const { id } = args.params;
      const isNew = blank !== undefined && id === undefined;
      const [item, other] = await Promise.all([
        isNew ? portal.api.call(blank, {}) : getItem(edit, portal, id),
        related?.(portal),
      ]);
      return toFormSource(edit, { item, isNew, id, related: other }, request);
    },
    fixed: ({ withheld }) => withheld,
    formInstance: ({ isNew }) => (isNew || appendedFields ? randomUUID() : ""),
    openOptions: (source) => openOptionsOf(form, source),
    ruleContext(source, { rules = [] }, values) {
      const showAt: Readonly<Record<string, string | undefined>> = form.showAt ?? {};
      const fieldOf = (property: string) => showAt[toField(property)] ?? toField(property);
      const changeable = rules.filter(({ property }) => !Object.hasOwn(source.withheld, fieldOf(property)));
      return {
        rules: addRequiredRules(form, changeable, source.item),
        serverFindings: values && findUnofferedValues(form, source, values),
      };
    },
    async save(posted) {
      const { source, values, typed, texts, portal } = posted;
      const { item, isNew, id, withheld, choices } = source;
      const all = { ...values, ...withheld };
      const fieldValues = Object.fromEntries(Object.keys(form.fields).map((name) => [name, all[name] ?? ""]));
      const acceptsConfirmation = update.body instanceof z.ZodObject && CONFIRMED_FIELD in update.body.shape;
      const body = {
        ...fieldsToObject(item, fieldValues, { choices, kinds: form.kinds }),
        ...(await edit.write?.(source, all as FormValues<string, never>, portal)),
        ...(acceptsConfirmation && { [CONFIRMED_FIELD]: texts[CONFIRMED_FIELD] === "true" }),
      };
      // Two posts are the same if this is. Withheld fields aren't part of it: they come from the object as it is now, which
      // a colleague may have changed in between.
      const own = Object.entries(typed).filter(([name]) => !Object.hasOwn(withheld, name));
      const content = [id, Object.fromEntries(own)];
      if (isNew && create)
        return { id: await sendOnce(posted, { call: create, body, content, idName: edit.idName }) };
      const rowVersion = toApiVersion(item.rowVersion, texts[VERSION_FIELD] ?? "");
      // Sent again if it's posted again, unless it adds something. Then the version is old, but the values don't differ.
      await sendOnce(posted, { call: update, body: { ...body, rowVersion }, content });
      return { id };
    },
    conflicts: { linkedFields, appendedFields, latest: (posted) => loadLatest(edit, posted) },
  };
  return steps as unknown as EditSteps<Field, List, FormSource<T, Related>>;
}

function getItem({ get }: AnyObject, { api }: Portal, id: string | undefined): Promise<ApiObject> {
  const input = { ...(get.params && { params: { id } }), ...(get.query && { query: { id } }) };
  return api.call(get, input as never);
}

function toFormSource(edit: AnyObject, source: Source<ApiObject, unknown>, request: PostRequest): AnySource {
  const { form, read } = edit;
  const choices = edit.choices?.(source) ?? {};
  const values = objectToFields(form, source.item, choices);
  const initial = { ...values, ...read?.(source, values) } as FieldValues;
  const withheld = (edit.withheld?.(source, request) ?? []).map((name) => [name, initial[name] ?? ""]);
  return { ...source, choices, initial, withheld: Object.fromEntries(withheld) as FieldValues };
}

function openOptionsOf(form: AnyObject["form"], { isNew, initial, item, choices }: AnySource) {
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

/** The object as it's saved now, for comparing two edits; undefined for a new one. */
async function loadLatest(edit: AnyObject, posted: Posted<AnySource>) {
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
