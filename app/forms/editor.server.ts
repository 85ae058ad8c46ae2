import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { Operation } from "#app/portal-api/operation.ts";
import { validationRule, type ValidationRule, type validationRules } from "#app/portal-api/rules.ts";
import { isNoId, type OwnId } from "#app/portal-api/shapes.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireAccess } from "#app/request/require.ts";
import type { RoleName } from "#app/request/roles.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { toField } from "./checks.ts";
import { versionFields, type Latest, type Together } from "./conflict.server.ts";
import {
  readValues,
  VERSION_FIELD,
  type FieldValues,
  type FormDefinition,
  type FormValues,
  type Judging,
} from "./define-form.ts";
import { formRules } from "./form-rules.ts";
import { FILLING_FIELD, oncePerForm } from "./once-per-form.server.ts";
import { openForm } from "./open-form.server.ts";
import type { FormView } from "./reply.ts";
import { stepReply, submitForm, type Accepted, type Outcome, type Saved } from "./submit-form.server.ts";

type Thing = Readonly<Record<string, unknown>> & { readonly rowVersion?: string | number | null };
type Read<T> =
  | Operation<undefined, undefined, undefined, z.ZodType<T>>
  | Operation<z.ZodType<unknown, { id: string }>, undefined, undefined, z.ZodType<T>>
  | Operation<undefined, z.ZodType<unknown, { id: string }>, undefined, z.ZodType<T>>;
type Write = Operation<undefined, undefined, z.ZodType, z.ZodType>;

export interface Source<T, Beside> {
  readonly thing: T;
  readonly isNew: boolean;
  /** From the address; undefined for a new thing, and where there is only one. */
  readonly id: string | undefined;
  readonly rules: readonly ValidationRule[];
  readonly beside: Beside;
}

/** The server's side of a form that edits one object of the API or makes a new one. */
interface Editor<T extends Thing, Field extends string, List extends string, Beside, View> {
  readonly form: FormDefinition<Field, List>;
  /** Who may use it. Default: everyone who works for an account. */
  readonly role?: RoleName;
  readonly rules: ReturnType<typeof validationRules>;
  readonly get: Read<T>;
  readonly update: Write;
  readonly blank?: Operation<undefined, undefined, undefined, z.ZodType<T>>;
  readonly create?: Write;
  /** The field of the answer to `create` that is the new thing's id. */
  readonly idName?: string;
  /** Each save adds something, such as a reply: equal posts of one form are one save. */
  readonly appends?: true;
  readonly beside?: (portal: Portal) => Promise<Beside>;
  readonly read?: (source: Source<T, Beside>) => FormValues<Field, List>;
  readonly write?: (source: Source<T, Beside>, accepted: Accepted<FormValues<Field, List>>) => object;
  readonly judging?: (
    source: Source<T, Beside>,
    portal: Portal,
    body?: FormData,
  ) => Judging | Promise<Judging>;
  /** A value in words for the conflict page, e.g. the address behind an id. */
  readonly inWords?: (
    source: Source<T, Beside>,
    name: string,
    value: string | readonly string[],
  ) => string | undefined;
  readonly together?: Together;
  readonly view?: (source: Source<T, Beside>, args: RouteArgs, portal: Portal) => View;
  /** What a button other than the form's own asks for; undefined where the post is to be saved. */
  readonly step?: (args: RouteArgs, portal: Portal, body: FormData) => Promise<StepAnswer | undefined>;
  readonly saving?: (portal: Portal) => void;
  readonly saved: (
    done: { readonly id: string; readonly isNew: boolean; readonly args: RouteArgs; readonly portal: Portal },
    change: { readonly source: Source<T, Beside>; readonly values: FormValues<Field, List> },
  ) => Saved | Promise<Saved>;
}

export interface StepAnswer<Data = unknown> {
  readonly data: Data;
  readonly values?: FieldValues;
}

export function defineEditor<
  T extends Thing,
  const Field extends string,
  const List extends string = never,
  Beside = undefined,
  View = undefined,
>(editor: Editor<T, Field, List, Beside, View>): Editor<T, Field, List, Beside, View> {
  return editor;
}

export function editorLoader<T extends Thing, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
) {
  return async (args: LoaderFunctionArgs) => openEditor(editor, args, await requireAccess(args, editor));
}

/** The form of the thing that the address names, with all that it needs; one round of calls. */
export async function openEditor<T extends Thing, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  args: RouteArgs,
  portal: Portal,
): Promise<{ readonly form: FormView; readonly id: string | undefined; readonly view: V }> {
  const { form } = editor;
  const source = await sourceOf(editor, args, portal);
  const { isNew, id, thing } = source;
  const { rules, fixed } = await judgingOf(editor, source, portal);
  const values = valuesOf(editor, source);
  const hidden = {
    ...(isNew || editor.appends ? { [FILLING_FIELD]: randomUUID() } : {}),
    ...(isNew ? {} : versionFields(form, values, thing.rowVersion)),
  };
  return {
    form: openForm(args, portal, form, { rules, fixed, values, hidden, isNew }),
    id,
    view: editor.view?.(source, args, portal) as V,
  };
}

/** The action that saves it, answers what is wrong with it, or takes a step. */
export function editorAction<T extends Thing, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
) {
  return async (args: ActionFunctionArgs) => {
    const portal = await requireAccess(args, editor);
    const body = await args.request.formData();
    requireSameAccount(portal, body, args.request);
    const step = await editor.step?.(args, portal, body);
    if (step) return stepReply(editor.form, body, step);
    let asked: Promise<Source<T, B>> | undefined;
    const source = () => (asked ??= sourceOf(editor, args, portal));
    const saved = async ({ values }: Accepted<FormValues<F, L>>, id?: string): Promise<Outcome> => {
      const current = await source();
      const done = { id: id ?? current.id ?? "", isNew: current.isNew, args, portal };
      return { kind: "saved", ...(await editor.saved(done, { source: current, values })) };
    };
    return submitForm(args, portal, editor.form, {
      body,
      judging: async () => judgingOf(editor, await source(), portal, body),
      save: async (accepted) => saved(accepted, await save(editor, args, portal, await source(), accepted)),
      comparing: {
        latest: async () => latestOf(editor, portal, await source()),
        together: editor.together,
        saved,
      },
    });
  };
}

async function judgingOf<T extends Thing, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  source: Source<T, B>,
  portal: Portal,
  body?: FormData,
): Promise<Judging> {
  const judging: Judging = (await editor.judging?.(source, portal, body)) ?? source;
  return { ...judging, rules: withRequired(editor.form, judging.rules ?? [], source.thing) };
}

/** The rules, with Required for what the form requires, and for numbers whose range excludes what an empty field is sent as. */
export function withRequired(
  { fields, required = [] }: Pick<FormDefinition, "fields" | "required">,
  rules: readonly ValidationRule[],
  thing: Readonly<Record<string, unknown>>,
): readonly ValidationRule[] {
  const added = Object.keys(fields).flatMap((name) => {
    const own = rules.filter(({ property }) => toField(property) === name);
    if (own.some(({ ruleName }) => ruleName === "Required")) return [];
    const range = own.find(({ ruleName, parameters: { min = -Infinity, max = Infinity } }) => {
      const nothing = emptied(thing[name]);
      return ruleName === "NumericRange" && typeof nothing === "number" && (nothing < min || nothing > max);
    });
    if (!range && !required.includes(name)) return [];
    const { description = "", severity = 0, parameters } = range ?? {};
    const property = name.slice(0, 1).toUpperCase() + name.slice(1);
    return [validationRule.parse({ property, ruleName: "Required", description, severity, parameters })];
  });
  return [...rules, ...added];
}

async function save<T extends Thing, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  { context }: RouteArgs,
  portal: Portal,
  source: Source<T, B>,
  accepted: Accepted<FormValues<F, L>>,
): Promise<string | undefined> {
  const { values, hidden } = accepted;
  const { create, update, idName = "" } = editor;
  const once = (call: Write, make: () => Promise<string>) => {
    const filled = { filling: hidden(FILLING_FIELD), content: [source.id, values], call };
    return oncePerForm(context.services.vault, portal, filled, make, { signal: context.signal });
  };
  const edited = editor.write?.(source, accepted) ?? written(source.thing, values);
  editor.saving?.(portal);
  if (source.isNew && create)
    return once(create, async () => {
      const answer = (await portal.api.call(create, { body: edited } as never)) as Thing | null | undefined;
      return String(answer?.[idName] ?? "");
    });
  const rowVersion = sameVersion(source.thing.rowVersion, hidden(VERSION_FIELD));
  await once(update, async () => {
    await portal.api.call(update, { body: { ...edited, rowVersion } } as never);
    return "";
  });
  return undefined;
}

async function latestOf<T extends Thing, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  portal: Portal,
  before: Source<T, B>,
): Promise<Latest | undefined> {
  if (before.isNew) return undefined;
  const source = { ...before, thing: await read(editor, portal, before.id) };
  return {
    values: valuesOf(editor, source),
    rowVersion: source.thing.rowVersion,
    inWords: (name, value) => editor.inWords?.(source, name, value),
  };
}

async function sourceOf<T extends Thing, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  { context, params: { id } }: RouteArgs,
  portal: Portal,
): Promise<Source<T, B>> {
  const { blank } = editor;
  const isNew = blank !== undefined && id === undefined;
  const [thing, rules, beside] = await Promise.all([
    isNew ? (portal.api.call(blank, {}) as Promise<T>) : read(editor, portal, id),
    formRules(context, portal, editor.rules),
    editor.beside?.(portal) as Promise<B>,
  ]);
  return { thing, isNew, id, rules, beside };
}

function read<T extends Thing>({ get }: { readonly get: Read<T> }, { api }: Portal, id: string | undefined) {
  const by = { ...(get.params && { params: { id } }), ...(get.query && { query: { id } }) };
  return api.call(get, by as never) as Promise<T>;
}

function valuesOf<T extends Thing, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  source: Source<T, B>,
): FormValues<F, L> {
  return editor.read?.(source) ?? fieldsOf(editor.form, source.thing);
}

/** The version that the person saw, in the API's type; undefined only where the API has no versions. */
export function sameVersion(current: Thing["rowVersion"], seen: string): Thing["rowVersion"] {
  if (seen === "" && (current === null || current === undefined)) return current;
  return typeof current === "number" ? Number(seen) : seen;
}

/** Each field of a form as the text of the thing's field of that name; true is 'on', an id of 0 or -1 is none. */
export function fieldsOf<F extends string, L extends string>(
  form: FormDefinition<F, L>,
  thing: Readonly<Record<string, unknown>>,
): FormValues<F, L> {
  const texts = Object.keys(form.fields).map((name) => [name, shownOf(name, thing[name])]);
  return readValues(form, Object.fromEntries(texts));
}

function shownOf(name: string, value: unknown): string {
  return name.endsWith("Id") && isNoId(value) ? "" : textOf(value).trim();
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The thing with its new values: the unchanged as it came, numbers as numbers (empty: 0), ids as they were `offered` for the field. */
export function written<T extends Thing>(
  thing: T,
  values: Readonly<Record<string, string | readonly string[]>>,
  offered: Readonly<Record<string, readonly OwnId[]>> = {},
): T {
  const pairs = Object.entries(values).map(([name, value]) => {
    const before = thing[name];
    const id = offered[name]?.find((one) => String(one) === value);
    if (value === shownOf(name, before)) return [name, before];
    if (id !== undefined) return [name, id];
    if (typeof before !== "number") return [name, value];
    if (value === "") return [name, emptied(before)];
    return [name, Number.isFinite(Number(value)) ? Number(value) : value];
  });
  return { ...thing, ...(Object.fromEntries(pairs) as Partial<T>) };
}

/** What goes back for a number that was emptied; undefined for what is no number. */
function emptied(before: unknown): number | undefined {
  return typeof before === "number" ? Math.min(before, 0) : undefined;
}
