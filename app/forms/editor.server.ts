import { randomUUID } from "node:crypto";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import type { RoleName } from "#app/portal-api/role-names.ts";
import { recordCompleted, wasCompleted, type CompletedAction } from "#app/request/completed-actions.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireAccess } from "#app/request/require.ts";
import { changesNothing, versionFields, type LatestSaved } from "./conflict.server.ts";
import { VERSION_FIELD, type FormValues } from "./define-form.ts";
import {
  editedObject,
  initialValuesOf,
  ruleContextOf,
  selectOptionsOf,
  type Editor,
  type Read,
  type Source,
} from "./editor-values.server.ts";
import { loadFormRules } from "./form-rules.ts";
import { toApiVersion, type ApiObject } from "./object-fields.ts";
import { FORM_INSTANCE_FIELD } from "./once-per-form.server.ts";
import { openForm } from "./open-form.server.ts";
import { definePost, submitPost, type Posted } from "./post.server.ts";
import type { FormView } from "./reply.ts";
import type { Accepted } from "./submit-form.server.ts";

export function defineEditor<
  T extends ApiObject,
  const Field extends string,
  const List extends string = never,
  Related = undefined,
  View = undefined,
>(editor: Editor<T, Field, List, Related, View>): Editor<T, Field, List, Related, View> {
  return editor;
}

export function editorLoader<T extends ApiObject, F extends string, L extends string, R, V>(
  editor: Editor<T, F, L, R, V>,
) {
  return async (args: LoaderFunctionArgs) => openEditor(editor, args, await requireAccess(args, editor));
}

/** Loads the form of the object that the URL names. Its calls run in parallel. Throws PortalApiError. */
export async function openEditor<T extends ApiObject, F extends string, L extends string, R, V>(
  editor: Editor<T, F, L, R, V>,
  args: RouteArgs,
  portal: Portal,
): Promise<{ readonly form: FormView; readonly id: string | undefined; readonly view: V }> {
  const { form } = editor;
  const source = await loadSource(editor, args, portal);
  const { isNew, id, item } = source;
  const { rules, serverValues } = await ruleContextOf(editor, source, portal);
  const values = initialValuesOf(editor, source);
  const hidden = {
    ...(isNew || editor.appendedFields ? { [FORM_INSTANCE_FIELD]: randomUUID() } : {}),
    ...(isNew ? {} : versionFields(form, values, item.rowVersion)),
  };
  return {
    form: {
      ...openForm(args, portal, form, { rules, serverValues, values, hidden, isNew }),
      choices: selectOptionsOf(editor, source),
    },
    id,
    view: editor.view?.(source, args, portal) as V,
  };
}

export function editorAction<T extends ApiObject, F extends string, L extends string, R, V>(
  editor: Editor<T, F, L, R, V>,
) {
  return async (args: ActionFunctionArgs) => {
    const portal = await requireAccess(args, editor);
    const saved = async (source: Source<T, R>, values: FormValues<F, L>, id: string) => {
      if (editor.confirmation) await recordCompleted(portal, editor.confirmation, id);
      return editor.saved({ id, isNew: source.isNew, args, portal }, { source, values });
    };
    const post = definePost({
      form: editor.form,
      about: () => loadSource(editor, args, portal),
      ruleContext: (source, _request, body) => ruleContextOf(editor, source, portal, body),
      otherButton: (_request, body) => Promise.resolve(editor.otherButton?.(args, portal, body)),
      asksFirst: editor.asksFirst,
      save: async (accepted, posted) => {
        const { about: source } = posted;
        if (editor.whenUnchanged && changesNothing(editor.form, accepted))
          return editor.whenUnchanged(args, source.id ?? "");
        return saved(source, accepted.values, await save(editor, accepted, posted));
      },
      conflictOptions: (_request, source) => ({
        latest: async () => loadLatest(editor, portal, await source()),
        linkedFields: editor.linkedFields,
        appendedFields: editor.appendedFields,
        whenAlreadySaved: async ({ values }) => saved(await source(), values, (await source()).id ?? ""),
      }),
    });
    return submitPost(post, { args, portal });
  };
}

/** Throws a redirect to the form unless this session has just saved `id` by the editor. */
export async function requireJustSaved(
  editor: { readonly role?: RoleName; readonly confirmation?: CompletedAction },
  args: RouteArgs,
  { id, form }: { readonly id: string; readonly form: string },
): Promise<Portal> {
  const portal = await requireAccess(args, editor);
  if (!editor.confirmation || !(await wasCompleted(portal, editor.confirmation, id)))
    throw redirect(form, 303);
  return portal;
}

async function save<T extends ApiObject, F extends string, L extends string, R, V>(
  editor: Editor<T, F, L, R, V>,
  accepted: Accepted<FormValues<F, L>>,
  { about: source, args, portal, once }: Posted<Source<T, R>>,
): Promise<string> {
  const { values, hiddenValue } = accepted;
  const { create, update, idName = "" } = editor;
  const content = [source.id, values];
  const edited = await editedObject(editor, source, accepted, portal);
  await editor.beforeSave?.(portal, args, source);
  if (source.isNew && create)
    return once(create, content, async () => {
      const answer = (await portal.api.call(create, { body: edited } as never)) as
        ApiObject | null | undefined;
      return answer?.[idName] ?? "";
    });
  const rowVersion = toApiVersion(source.item.rowVersion, hiddenValue(VERSION_FIELD));
  await once(update, content, () => portal.api.call(update, { body: { ...edited, rowVersion } } as never));
  return source.id ?? "";
}

async function loadLatest<T extends ApiObject, F extends string, L extends string, R, V>(
  editor: Editor<T, F, L, R, V>,
  portal: Portal,
  openedSource: Source<T, R>,
): Promise<LatestSaved | undefined> {
  if (openedSource.isNew) return undefined;
  const source = { ...openedSource, item: await getItem(editor, portal, openedSource.id) };
  return {
    values: initialValuesOf(editor, source),
    rowVersion: source.item.rowVersion,
    describe: (name, value) =>
      editor.describeValue?.(source, name, value) ??
      editor
        .choices?.(source)
        [name]?.filter((choice) => [value].flat().includes(choice.value))
        .map(({ label }) => label)
        .join(", "),
  };
}

async function loadSource<T extends ApiObject, F extends string, L extends string, R, V>(
  editor: Editor<T, F, L, R, V>,
  { context, params: { id } }: RouteArgs,
  portal: Portal,
): Promise<Source<T, R>> {
  const { blank } = editor;
  const isNew = blank !== undefined && id === undefined;
  const [item, rules, related] = await Promise.all([
    isNew ? (portal.api.call(blank, {}) as Promise<T>) : getItem(editor, portal, id),
    loadFormRules(context, portal, editor.rules),
    editor.related?.(portal) as Promise<R>,
  ]);
  return { item, isNew, id, rules, related };
}

function getItem<T extends ApiObject>(
  { get }: { readonly get: Read<T> },
  { api }: Portal,
  id: string | undefined,
) {
  const input = { ...(get.params && { params: { id } }), ...(get.query && { query: { id } }) };
  return api.call(get, input as never) as Promise<T>;
}
