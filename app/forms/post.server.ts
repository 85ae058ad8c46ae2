import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { dropDraft, textEntries, valuesByName } from "#app/request/draft.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireRole } from "#app/request/require.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import type { FlashTone } from "#server/session/portal-session.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import type { ValidationRule, validationRules } from "#shared/portal-api/rules.ts";
import {
  compareEdits,
  resolveChoices,
  textFields,
  withTheirChanges,
  type Comparison,
  type LatestSaved,
} from "./conflict.server.ts";
import {
  cleanValues,
  CONFLICT_FIELD,
  FORM_INSTANCE_FIELD,
  maySave,
  readValues,
  validateForm,
  type AnyForm,
  type FieldValues,
  type FormDefinition,
  type FormValues,
  type RuleContext,
} from "./define-form.ts";
import { filesNotSentText } from "./files-not-sent.ts";
import { loadFormRules } from "./form-rules.ts";
import { onBehalfOf, openForm, type OpenOptions } from "./open-form.server.ts";
import { parsePost } from "./parse-post.server.ts";
import { isPossiblePhone } from "./possible-phone.server.ts";
import { refusalOf, refuse, refuseAfterError, refusedBefore, type RefusedBefore } from "./refuse.server.ts";
import type { ButtonAnswer, ConflictReply, FormReply, FormView } from "./reply.ts";

/** A request from someone who's signed in and has the post's role. */
export interface PostRequest {
  readonly args: RouteArgs;
  readonly portal: Portal;
}

/** A post without errors. */
export interface Posted<Source = unknown, Values = FieldValues> extends PostRequest {
  readonly source: Source;
  /** Includes the conflict page's choices and the values they led to. */
  readonly body: FormData;
  readonly values: Values;
  /** The values before someone else's changes were merged into them. */
  readonly typed: Values;
  /** All texts in the body by name, including hidden fields and the pressed button. */
  readonly texts: Readonly<Record<string, string | undefined>>;
  /** Identifies equal posts of one rendered form; '' if the form doesn't create or add anything. */
  readonly formInstance: string;
}

/** Where a save leads, and what the next page says. */
export interface NextPage {
  readonly to: string;
  readonly flash?: string | { readonly tone: FlashTone; readonly text: string };
}

/** Saved an object, so `saved` says where to go next. */
export interface SavedObject {
  readonly id: string | undefined;
}

/** The answer to a button that doesn't save; `values` replace the form's. */
export interface ButtonContent<Data = unknown> {
  readonly data: Data;
  readonly values?: FieldValues;
}

/** The server's side of a form: a question, a choice, a step in a flow, or editing an object (docs/kits.md). */
export interface Post<Field extends string, List extends string, Source, View> {
  readonly form: FormDefinition<Field, List>;
  /** Default: everyone with a current account. */
  readonly role?: RoleName;
  readonly rules?: ReturnType<typeof validationRules>;
  /** Loads what the form is about; `body` is only given for a post. Throws PortalApiError, or a redirect if the form doesn't apply. */
  readonly source?: (request: PostRequest, body?: FormData) => Source | Promise<Source>;
  readonly fixed?: (source: Source, request: PostRequest) => FieldValues;
  /** `values` are only given for a post. */
  readonly ruleContext?: (
    source: Source,
    request: PostRequest & { readonly rules: readonly ValidationRule[] },
    values?: FormValues<Field, List>,
  ) => RuleContext | Promise<RuleContext>;
  /** A new form instance's id, so that it's only saved once; '' if every post is to be sent. */
  readonly formInstance?: (source: Source) => string;
  readonly openOptions?: (
    source: Source,
    request: PostRequest,
  ) => OpenOptions<Field, List> | Promise<OpenOptions<Field, List>>;
  /** An earlier save by this session that the API has refused since, shown on the form's fields. */
  readonly earlierRefusal?: (
    source: Source,
    request: PostRequest,
  ) => RefusedBefore | undefined | Promise<RefusedBefore | undefined>;
  readonly view?: (source: Source, request: PostRequest) => View | Promise<View>;
  /** Answers a button that doesn't save, or throws a redirect. Undefined if the body is to be saved; it may change the body. */
  readonly otherButton?: (request: PostRequest, body: FormData) => Promise<ButtonContent | undefined>;
  readonly save: (posted: Posted<Source, FormValues<Field, List>>) => Promise<NextPage | SavedObject>;
  /** Where to go after saving an object, or if someone else's save left nothing to change. */
  readonly saved?: (
    posted: Posted<Source, FormValues<Field, List>>,
    id: string,
  ) => NextPage | Promise<NextPage>;
  /** How to compare two edits if someone else saved first. `latest` is what's saved now (its `source` replaces the post's); undefined for something new. */
  readonly conflicts?: Comparison & {
    latest(
      posted: Posted<Source, FormValues<Field, List>>,
    ): Promise<(LatestSaved & { readonly source?: Source }) | undefined>;
  };
}

export function definePost<
  const Field extends string,
  const List extends string = never,
  Source = undefined,
  View = unknown,
>(post: Post<Field, List, Source, View>): Post<Field, List, Source, View> {
  return post;
}

/** The loader of the form's page: `view` with the form. */
export function postLoader<F extends string, L extends string, S, V>(post: Post<F, L, S, V>) {
  return async (args: LoaderFunctionArgs) =>
    openPost(post, { args, portal: await requireRole(args, post.role) });
}

/** {@link postLoader} after the role check. */
export async function openPost<F extends string, L extends string, S, V>(
  post: Post<F, L, S, V>,
  request: PostRequest,
): Promise<V & { readonly form: FormView }> {
  const { args, portal } = request;
  const [source, rules] = await Promise.all([
    post.source?.(request) as S | Promise<S>,
    loadFormRules(request, post.rules),
  ]);
  const earlier = await post.earlierRefusal?.(source, request);
  const [view, openOptions, ruleContext] = await Promise.all([
    post.view?.(source, request),
    post.openOptions?.(source, request),
    post.ruleContext?.(source, { ...request, rules }),
  ]);
  const formInstance = post.formInstance?.(source);
  const hidden = { ...openOptions?.hidden, ...(formInstance && { [FORM_INSTANCE_FIELD]: formInstance }) };
  const fixed = post.fixed?.(source, request);
  const form = openForm(args, portal, post.form, { rules, fixed, ...ruleContext, ...openOptions, hidden });
  const reply = earlier && refusedBefore(args, post.form, form.values, earlier);
  return { ...(view as V), form: { ...form, refused: form.refused || reply !== undefined, reply } };
}

export function postAction<F extends string, L extends string, S, V>(post: Post<F, L, S, V>) {
  return withFormsForDocs([post], async (args: ActionFunctionArgs) =>
    answerPost(post, { args, portal: await requireRole(args, post.role) }),
  );
}

/** {@link postAction} after the role check. The steps of a post, in order: each one answers it or passes it on. */
export async function answerPost<F extends string, L extends string, S, V>(
  post: Post<F, L, S, V>,
  request: PostRequest,
) {
  const { args, portal } = request;
  const form = post.form as unknown as AnyForm;
  // Read by hand, because other buttons and the conflict page's choices come before parsing.
  let body = await args.request.formData();
  requireSameAccount(portal, body, args.request);
  let isSaving = false;
  try {
    const button = await post.otherButton?.(request, body);
    if (button) return data<FormReply>(buttonAnswer(form, body, button));
    if (post.conflicts && body.has(CONFLICT_FIELD)) {
      const choices = resolveChoices(post.form, body, post.conflicts.linkedFields);
      if (choices.unresolved) return refuse(args, 409, conflictReply(form, choices.unresolved, body, true));
      body = choices.body;
    }
    const parsed = parsePost(form, body);
    if (parsed.status !== "success") return refuse(args, 400, refusalOf(form, body));
    const [source, rules] = await Promise.all([
      post.source?.(request, body) as S | Promise<S>,
      loadFormRules(request, post.rules),
    ]);
    const { payload } = parsed;
    const fixed = post.fixed?.(source, request);
    // These never come from the post.
    for (const name of Object.keys(fixed ?? {})) body.delete(name);
    const values = cleanValues(post.form, { ...payload, ...fixed });
    const context: RuleContext = {
      rules,
      ...(await post.ruleContext?.(source, { ...request, rules }, values)),
      onBehalfOf: onBehalfOf(post.form, portal),
      isPossiblePhone,
    };
    const findings = validateForm(form, context, payload, true, values);
    if (!maySave(findings, payload, form)) return refuse(args, 400, refusalOf(form, body, findings));
    const texts: Posted["texts"] = Object.fromEntries(textEntries(body));
    const formInstance = texts[FORM_INSTANCE_FIELD] || post.formInstance?.(source) || "";
    const posted = { ...request, source, body, texts, values, typed: values, formInstance };
    isSaving = true;
    const next = await saveOrCompare(post, posted);
    if ("conflict" in next) return refuse(args, 409, next);
    dropDraft(args, form.id, portal.account.clientId);
    const { to, flash } = next;
    if (flash) portal.session.flash(typeof flash === "string" ? { tone: "success", text: flash } : flash);
    // The conflict page and other pages in between post the file's name as text, because they can't post the file again.
    const unsentFile = texts[form.files ?? ""];
    if (unsentFile && !args.context.files)
      portal.session.flash({ tone: "warning", text: filesNotSentText(unsentFile) });
    return redirect(to, 303);
  } catch (error) {
    return refuseAfterError(args, form, { body, isSaving }, error);
  }
}

/** How many times we save again because someone else saved first. */
const MAX_MERGES = 5;

/** Saves. If someone else saved first, saves again if this post only adds something; otherwise compares the two edits. */
async function saveOrCompare<F extends string, L extends string, S, V>(
  post: Post<F, L, S, V>,
  posted: Posted<S, FormValues<F, L>>,
  mergesLeft = MAX_MERGES,
): Promise<NextPage | ConflictReply> {
  const { form, conflicts, saved = throwNoNextPage } = post;
  try {
    const outcome = await post.save(posted);
    return "id" in outcome ? await saved(posted, outcome.id ?? "") : outcome;
  } catch (error) {
    if (!conflicts || !isPortalApiError(error) || error.kind !== "conflict") throw error;
    const latest = await conflicts.latest(posted);
    const conflict = latest && compareEdits(form, posted, latest, conflicts, error);
    if (!conflict) throw error;
    const { differences } = conflict;
    const hasAppendedText = conflicts.appendedFields?.some((name) => posted.values[name as F] !== "");
    if (differences.length === 0 && !hasAppendedText) return saved(posted, posted.args.params["id"] ?? "");
    const isOnlyTheirs = differences.every(({ changedBy }) => changedBy === "them");
    if (!hasAppendedText || !isOnlyTheirs || mergesLeft === 0)
      return conflictReply(form, conflict, posted.body, false);
    const merged = { ...withTheirChanges(posted, conflict), source: latest.source ?? posted.source };
    return saveOrCompare(post, merged, mergesLeft - 1);
  }
}

const throwNoNextPage = (): never => {
  throw new Error("a post that saves an object needs `saved`");
};

const conflictReply = (
  { id }: Pick<AnyForm, "id">,
  conflict: ConflictReply["conflict"],
  body: FormData,
  isChoiceMissing: boolean,
): ConflictReply => ({ kind: "conflict", form: id, conflict, isChoiceMissing, fields: textFields(body) });

/** The reply to a button that doesn't save: its data and everything posted, with `values` on top. */
function buttonAnswer(form: AnyForm, body: FormData, { data: shown, values }: ButtonContent): ButtonAnswer {
  const sent = valuesByName(textEntries(body)) as FieldValues;
  const all = { ...sent, ...readValues(form, sent), ...values };
  return { kind: "button", form: form.id, data: shown, values: all, fields: textFields(body) };
}
