import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { refusal } from "#app/portal-api/errors.ts";
import type { Operation } from "#app/portal-api/operation.ts";
import type { ValidationRule, validationRules } from "#app/portal-api/rules.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireAccess } from "#app/request/require.ts";
import type { RoleName } from "#app/request/roles.ts";
import { toField } from "./checks.ts";
import { versionFields, type Latest, type Together } from "./conflict.server.ts";
import {
  VERSION_FIELD,
  type FieldValues,
  type FormDefinition,
  type FormValues,
  type Judging,
} from "./define-form.ts";
import { formRules } from "./form-rules.ts";
import {
  fieldsOf,
  sameVersion,
  withRequired,
  written,
  type ApiObject,
  type Choices,
} from "./object-fields.ts";
import { FORM_INSTANCE_FIELD } from "./once-per-form.server.ts";
import { openForm } from "./open-form.server.ts";
import { definePost, submitPost, type Posted } from "./post.server.ts";
import type { FormView } from "./reply.ts";
import type { Accepted, Saved, StepAnswer } from "./submit-form.server.ts";

type Read<T> =
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
interface Editor<T extends ApiObject, Field extends string, List extends string, Related, View> {
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
  /** Fields that this person may not write, or that are not asked: they stay as `read` has them, judged by no rule. */
  readonly withheld?: (source: Source<T, Related>) => readonly NoInfer<Field | List>[];
  readonly read?: (source: Source<T, Related>) => FormValues<Field, List>;
  readonly write?: (source: Source<T, Related>, accepted: Accepted<FormValues<Field, List>>) => object;
  readonly judging?: (
    source: Source<T, Related>,
    portal: Portal,
    body?: FormData,
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
  readonly saving?: (portal: Portal) => void;
  readonly saved: (
    done: { readonly id: string; readonly isNew: boolean; readonly args: RouteArgs; readonly portal: Portal },
    change: { readonly source: Source<T, Related>; readonly values: FormValues<Field, List> },
  ) => Saved | Promise<Saved>;
}

export function defineEditor<
  T extends ApiObject,
  const Field extends string,
  const List extends string = never,
  Related = undefined,
  View = undefined,
>(editor: Editor<T, Field, List, Related, View>): Editor<T, Field, List, Related, View> {
  return editor;
}

export function editorLoader<T extends ApiObject, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
) {
  return async (args: LoaderFunctionArgs) => openEditor(editor, args, await requireAccess(args, editor));
}

/** The form of what the address names, with all that it needs; one round of calls. */
export async function openEditor<T extends ApiObject, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  args: RouteArgs,
  portal: Portal,
): Promise<{ readonly form: FormView; readonly id: string | undefined; readonly view: V }> {
  const { form } = editor;
  const source = await sourceOf(editor, args, portal);
  const { isNew, id, item: item } = source;
  const { rules, fixed } = await judgingOf(editor, source, portal);
  const values = valuesOf(editor, source);
  const hidden = {
    ...(isNew || editor.appends ? { [FORM_INSTANCE_FIELD]: randomUUID() } : {}),
    ...(isNew ? {} : versionFields(form, values, item.rowVersion)),
  };
  return {
    form: {
      ...openForm(args, portal, form, { rules, fixed, values, hidden, isNew }),
      choices: optionsOf(editor, source),
    },
    id,
    view: editor.view?.(source, args, portal) as V,
  };
}

/** The action that saves it, answers what is wrong with it, or takes a step. */
export function editorAction<T extends ApiObject, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
) {
  return async (args: ActionFunctionArgs) => {
    const portal = await requireAccess(args, editor);
    const saved = async (source: Source<T, B>, values: FormValues<F, L>, id: string) =>
      editor.saved({ id, isNew: source.isNew, args, portal }, { source, values });
    const post = definePost({
      form: editor.form,
      about: () => sourceOf(editor, args, portal),
      judging: (source, _asked, body) => judgingOf(editor, source, portal, body),
      step: (_asked, body) => Promise.resolve(editor.step?.(args, portal, body)),
      save: async (accepted, posted) =>
        saved(posted.about, accepted.values, await save(editor, accepted, posted)),
      comparing: (_asked, source) => ({
        latest: async () => latestOf(editor, portal, await source()),
        together: editor.together,
        saved: async ({ values }) => saved(await source(), values, (await source()).id ?? ""),
      }),
    });
    return submitPost(post, { args, portal });
  };
}

/** What the editor's form is judged by. */
export async function judgingOf<T extends ApiObject, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  source: Source<T, B>,
  portal: Portal,
  body?: FormData,
): Promise<Judging> {
  const { form } = editor;
  const judging: Judging = { ...source, ...(await editor.judging?.(source, portal, body)) };
  const withheld: readonly string[] = editor.withheld?.(source) ?? [];
  const showAt: Readonly<Record<string, string | undefined>> = form.showAt ?? {};
  const fieldOf = (property: string) => showAt[toField(property)] ?? toField(property);
  const rules = (judging.rules ?? []).filter(({ property }) => !withheld.includes(fieldOf(property)));
  const read: FieldValues = valuesOf(editor, source);
  const fixed = { ...judging.fixed, ...Object.fromEntries(withheld.map((name) => [name, read[name] ?? ""])) };
  return { rules: withRequired(form, rules, source.item), ...(Object.keys(fixed).length > 0 && { fixed }) };
}

function optionsOf<T extends ApiObject, F extends string, L extends string, B, V>(
  { choices }: Editor<T, F, L, B, V>,
  source: Source<T, B>,
): FormView["choices"] {
  const pairs = Object.entries(choices?.(source) ?? {});
  return Object.fromEntries(
    pairs.map(([name, all = []]) => [name, all.map(({ value, label }) => ({ value, label }))]),
  );
}

async function save<T extends ApiObject, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  accepted: Accepted<FormValues<F, L>>,
  { about: source, portal, once }: Posted<Source<T, B>>,
): Promise<string> {
  const { values, hidden } = accepted;
  const { create, update, idName = "" } = editor;
  const content = [source.id, values];
  const edited = editor.write?.(source, accepted) ?? written(source.item, values, editor.choices?.(source));
  requireOffered(editor, source, values);
  editor.saving?.(portal);
  if (source.isNew && create)
    return once(create, content, async () => {
      const answer = (await portal.api.call(create, { body: edited } as never)) as
        ApiObject | null | undefined;
      return answer?.[idName] ?? "";
    });
  const rowVersion = sameVersion(source.item.rowVersion, hidden(VERSION_FIELD));
  await once(update, content, () => portal.api.call(update, { body: { ...edited, rowVersion } } as never));
  return source.id ?? "";
}

/** Throws the refusal of a field whose new value is none that it offers. A list that could not be had refuses nothing. */
function requireOffered<T extends ApiObject, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  source: Source<T, B>,
  values: FieldValues,
): void {
  const before: FieldValues = valuesOf(editor, source);
  for (const [name, offered = []] of Object.entries(editor.choices?.(source) ?? {})) {
    const value = values[name];
    const isKnown = value === "" || value === before[name] || offered.some((one) => one.value === value);
    if (!isKnown && offered.length > 0) throw refusal(name, "Please choose from the list.");
  }
}

async function latestOf<T extends ApiObject, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  portal: Portal,
  before: Source<T, B>,
): Promise<Latest | undefined> {
  if (before.isNew) return undefined;
  const source = { ...before, item: await read(editor, portal, before.id) };
  return {
    values: valuesOf(editor, source),
    rowVersion: source.item.rowVersion,
    inWords: (name, value) =>
      editor.inWords?.(source, name, value) ??
      editor.choices?.(source)[name]?.find((one) => one.value === value)?.label,
  };
}

async function sourceOf<T extends ApiObject, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  { context, params: { id } }: RouteArgs,
  portal: Portal,
): Promise<Source<T, B>> {
  const { blank } = editor;
  const isNew = blank !== undefined && id === undefined;
  const [item, rules, related] = await Promise.all([
    isNew ? (portal.api.call(blank, {}) as Promise<T>) : read(editor, portal, id),
    formRules(context, portal, editor.rules),
    editor.related?.(portal) as Promise<B>,
  ]);
  return { item: item, isNew, id, rules, related: related };
}

function read<T extends ApiObject>(
  { get }: { readonly get: Read<T> },
  { api }: Portal,
  id: string | undefined,
) {
  const by = { ...(get.params && { params: { id } }), ...(get.query && { query: { id } }) };
  return api.call(get, by as never) as Promise<T>;
}

function valuesOf<T extends ApiObject, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  source: Source<T, B>,
): FormValues<F, L> {
  return editor.read?.(source) ?? fieldsOf(editor.form, source.item);
}
