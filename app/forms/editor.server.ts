import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { formRules } from "#app/forms/form-rules.ts";
import type { Operation } from "#app/portal-api/operation.ts";
import { sameVersion } from "#app/portal-api/row-version.ts";
import type { ValidationRule, validationRules } from "#app/portal-api/rules.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireAccount, requireRole } from "#app/request/require.ts";
import type { RoleName } from "#app/request/roles.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { remembered } from "./conflict.server.ts";
import { VERSION_FIELD, type FieldValues } from "./conflict.ts";
import { readValues, type FormDefinition, type FormValues, type Judging } from "./define-form.ts";
import { newOnce, ONCE_FIELD, onlyOnce } from "./only-once.server.ts";
import { openForm } from "./open-form.server.ts";
import type { FormView } from "./reply.ts";
import { stepReply, submitForm, type Accepted, type Outcome, type Saved } from "./submit-form.server.ts";

type Thing = Readonly<Record<string, unknown>> & { readonly rowVersion?: string | number | null };
type Read<T> =
  | Operation<undefined, undefined, undefined, z.ZodType<T>>
  | Operation<z.ZodType<unknown, { id: string }>, undefined, undefined, z.ZodType<T>>;
type Write = Operation<undefined, undefined, z.ZodType, z.ZodType>;

/** What an editor works on: the thing as the API holds it, with what was asked for beside it. */
export interface Source<T, Beside> {
  readonly thing: T;
  readonly isNew: boolean;
  /** Undefined for a new thing, and where there is only one. */
  readonly id: string | undefined;
  readonly rules: readonly ValidationRule[];
  readonly beside: Beside;
}

/** A form that edits one thing of the API, or makes a new one: everything from the call that reads it to the one that saves it. */
export interface Editor<T extends Thing, Field extends string, List extends string, Beside, View> {
  readonly form: FormDefinition<Field, List>;
  /** Who may use it. Default: everyone who works for an account. */
  readonly role?: RoleName;
  readonly rules: ReturnType<typeof validationRules>;
  /** The thing as it is now; with its id where the route has one. */
  readonly get: Read<T>;
  readonly update: Write;
  /** A thing with nothing typed, and the call that adds it. */
  readonly blank?: Operation<undefined, undefined, undefined, z.ZodType<T>>;
  readonly create?: Write;
  /** Which field of its answer is the new thing's id. */
  readonly idName?: string;
  /** What else the form needs, e.g. the choices of a select; asked for together with the thing. */
  readonly beside?: (portal: Portal) => Promise<Beside>;
  /** The thing as the form's fields hold it. Default: each field by its name. */
  readonly read?: (source: Source<T, Beside>) => FormValues<Field, List>;
  /** The thing that goes back: whole, fields that the portal does not know included. Default: each field by its name. */
  readonly write?: (source: Source<T, Beside>, accepted: Accepted<FormValues<Field, List>>) => object;
  /** What the form is judged by. Default: the rules alone. */
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
  /** Fields that go with another and are no choice of their own: `{ confirmEmail: "email" }`. */
  readonly together?: Readonly<Record<string, string>>;
  /** What the page shows beside the form. It reaches the browser. */
  readonly view?: (source: Source<T, Beside>, args: RouteArgs, portal: Portal) => View;
  /** Something else than saving that a button of the form asks for. Undefined: it is to be saved. */
  readonly step?: (args: RouteArgs, portal: Portal, body: FormData) => Promise<StepAnswer | undefined>;
  /** Called before the call that saves, e.g. to forget what the session remembers of the thing. */
  readonly saving?: (portal: Portal) => void;
  /** Where the way goes when it is saved. */
  readonly saved: (
    done: { readonly id: string; readonly isNew: boolean; readonly args: RouteArgs; readonly portal: Portal },
    change: { readonly source: Source<T, Beside>; readonly values: FormValues<Field, List> },
  ) => Saved | Promise<Saved>;
}

/** What a step answers: what the page shows of it, and other values for the fields, if any. */
export interface StepAnswer<Data = unknown> {
  readonly data: Data;
  readonly values?: FieldValues;
}

/** Describes an editor; see {@link Editor}. */
export function defineEditor<
  T extends Thing,
  const Field extends string,
  const List extends string = never,
  Beside = undefined,
  View = undefined,
>(editor: Editor<T, Field, List, Beside, View>): Editor<T, Field, List, Beside, View> {
  return editor;
}

/** What a page of an editor is made of. */
interface Opened<View> {
  readonly form: FormView;
  /** Undefined for a new thing. */
  readonly id: string | undefined;
  readonly view: View;
}

/** The loader of a page that shows the form. */
export function editorLoader<T extends Thing, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
) {
  return async (args: LoaderFunctionArgs) => openEditor(editor, args, await requireEditor(editor, args));
}

/** The action that saves it, answers what is wrong with it, or takes a step. */
export function editorAction<T extends Thing, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
) {
  return async (args: ActionFunctionArgs) => submitEditor(editor, args, await requireEditor(editor, args));
}

function requireEditor({ role }: { readonly role?: RoleName }, args: RouteArgs): Promise<Portal> {
  return role === undefined ? requireAccount(args) : requireRole(args, role);
}

/** The form with the thing, its rules and what stands beside it: one round of calls. */
export async function openEditor<T extends Thing, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  args: RouteArgs,
  portal: Portal,
): Promise<Opened<V>> {
  const { form } = editor;
  const source = await sourceOf(editor, args, portal);
  const { isNew, id, thing } = source;
  const { rules, fixed }: Judging = (await editor.judging?.(source, portal)) ?? source;
  const values = valuesOf(editor, source);
  const hidden = isNew ? { [ONCE_FIELD]: newOnce() } : remembered(form, values, thing.rowVersion);
  return {
    form: openForm(args, portal, form, { rules, fixed, values, hidden, isNew }),
    id,
    view: editor.view?.(source, args, portal) as V,
  };
}

/** Saves what was posted, once however often it is sent, or answers what the page says in place of that. */
export async function submitEditor<T extends Thing, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  args: RouteArgs,
  portal: Portal,
) {
  const { form, create, update, saved, together } = editor;
  const body = await args.request.formData();
  requireSameAccount(portal, body, args.request);
  const step = await editor.step?.(args, portal, body);
  if (step) return stepReply(form, body, step);
  let asked: Promise<Source<T, B>> | undefined;
  const source = () => (asked ??= sourceOf(editor, args, portal));
  const done = async (id: string, values: FormValues<F, L>): Promise<Outcome> => {
    const current = await source();
    const to = await saved({ id, isNew: current.isNew, args, portal }, { source: current, values });
    return { kind: "saved", ...to };
  };
  return submitForm(args, portal, form, {
    body,
    judging: async () => (await editor.judging?.(await source(), portal, body)) ?? (await source()),
    async save(accepted) {
      const { values, hidden } = accepted;
      const current = await source();
      const edited = editor.write?.(current, accepted) ?? written(current.thing, values);
      editor.saving?.(portal);
      if (!current.isNew || !create) {
        const rowVersion = sameVersion(current.thing.rowVersion, hidden(VERSION_FIELD));
        await portal.api.call(update, { body: { ...edited, rowVersion } } as never);
        return done(current.id ?? "", values);
      }
      const made = await onlyOnce(portal.session, hidden(ONCE_FIELD), values, async () => {
        const answer: unknown = await portal.api.call(create, { body: edited } as never);
        return String((answer as Thing | null | undefined)?.[editor.idName ?? ""] ?? "");
      });
      return done(made, values);
    },
    comparing: {
      latest: async () => {
        const current = await source();
        const thing = await read(editor, portal, current.id);
        const values = valuesOf(editor, { ...current, thing });
        const inWords = (name: string, value: string | readonly string[]) =>
          editor.inWords?.({ ...current, thing }, name, value);
        return { values, rowVersion: thing.rowVersion, inWords };
      },
      together,
      saved: async ({ values }) => done((await source()).id ?? "", values),
    },
  });
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

async function read<T extends Thing>(
  { get }: { readonly get: Read<T> },
  { api }: Portal,
  id: string | undefined,
) {
  return (await api.call(get, (get.params ? { params: { id } } : {}) as never)) as T;
}

function valuesOf<T extends Thing, F extends string, L extends string, B, V>(
  editor: Editor<T, F, L, B, V>,
  source: Source<T, B>,
): FormValues<F, L> {
  return editor.read?.(source) ?? fieldsOf(editor.form, source.thing);
}

/** Each field of a form as the text that the thing's own field holds; a ticked box is 'on'. */
export function fieldsOf<F extends string, L extends string>(
  form: FormDefinition<F, L>,
  thing: Readonly<Record<string, unknown>>,
): FormValues<F, L> {
  return readValues(
    form,
    Object.fromEntries(Object.keys(form.fields).map((name) => [name, textOf(thing[name])])),
  );
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/**
 * The thing with each value under its own name. A field that was nothing and is still empty stays nothing, a number
 * goes back as one, and 0 is the API's word for a number that was taken away.
 */
export function written<T extends Thing>(
  thing: T,
  values: Readonly<Record<string, string | readonly string[]>>,
): T {
  const pairs = Object.entries(values).map(([name, value]) => {
    const before = thing[name];
    if (value === "" && (before === null || before === undefined)) return [name, before];
    if (typeof before !== "number") return [name, value];
    if (value === "") return [name, Math.min(before, 0)];
    return [name, Number.isFinite(Number(value)) ? Number(value) : value];
  });
  return { ...thing, ...(Object.fromEntries(pairs) as Partial<T>) };
}
