import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { PortalApiError } from "#app/portal-api/errors.ts";
import type { RoleName } from "#app/portal-api/role-names.ts";
import type { validationRules } from "#app/portal-api/rules.ts";
import { runExclusively } from "#app/request/across-instances.server.ts";
import { mayKeepField } from "#app/request/draft.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireAccess } from "#app/request/require.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { brokenRulesByField, serverError } from "./broken-rules.server.ts";
import type { AnyForm, FieldValues, FormDefinition, FormValues, RuleContext } from "./define-form.ts";
import { loadFormRules } from "./form-rules.ts";
import type { Findings } from "./judge.ts";
import { FORM_INSTANCE_FIELD, oncePerForm } from "./once-per-form.server.ts";
import { openForm, type OpenOptions } from "./open-form.server.ts";
import { toFormData } from "./posted-shape.server.ts";
import type { FormView, RefusedReply } from "./reply.ts";
import {
  buttonAnswer,
  submitForm,
  type Accepted,
  type ButtonContent,
  type ConflictOptions,
  type Outcome,
} from "./submit-form.server.ts";

/** The request of a signed-in person whose role has been checked. */
export interface PostRequest {
  readonly args: RouteArgs;
  readonly portal: Portal;
}

type Call = Parameters<typeof oncePerForm>[2]["call"];

export interface Posted<About> extends PostRequest {
  readonly about: About;
  readonly body: FormData;
  /** {@link oncePerForm} for the rendered form that was posted. Returns the answer of `make` as text. */
  readonly once: (call: Call, content: unknown, make: () => Promise<unknown>) => Promise<string>;
}

/** A question that must be answered before a save. `<QuestionPage>` asks it and carries all posted fields along. */
export interface AsksFirst {
  readonly name: string;
  /** "yes" if the post answers it already, "open" if it must be asked, undefined if there is nothing to ask. */
  readonly answerIn: (body: FormData) => "yes" | "open" | undefined;
  /** Applies a yes to the body before it is saved. */
  readonly applyYes: (body: FormData) => void;
  readonly valuesIfNo: FieldValues;
}

/** The server's side of a form that edits no object: a question, a choice, a step of a flow (docs/kits.md). */
interface Post<Field extends string, List extends string, About, View> {
  readonly form: FormDefinition<Field, List>;
  /** Default: everyone with a current account. */
  readonly role?: RoleName;
  readonly rules?: ReturnType<typeof validationRules>;
  /** Name of a lock across all instances: posts with the same name are checked and saved one at a time. */
  readonly lockName?: (request: PostRequest) => string;
  /** Loads what the form is about; `body` only for a post. Throws PortalApiError, or a redirect if the form does not apply. */
  readonly about?: (request: PostRequest, body?: FormData) => About | Promise<About>;
  readonly ruleContext?: (
    about: About,
    request: PostRequest,
    body?: FormData,
  ) => RuleContext | Promise<RuleContext>;
  /** For a form that creates something: its idempotency key, or `true` for a random one. */
  readonly once?: true | ((about: About) => string);
  readonly openOptions?: (
    about: About,
    request: PostRequest,
  ) => OpenOptions<Field, List> | Promise<OpenOptions<Field, List>>;
  /** An earlier save by this session that the API has refused since, shown on the form's fields. */
  readonly earlierRefusal?: (
    about: About,
    request: PostRequest,
  ) => RefusedBefore | undefined | Promise<RefusedBefore | undefined>;
  readonly view?: (about: About, request: PostRequest) => View | Promise<View>;
  /** Answers a button that does not save, or throws a redirect; undefined if the post is to be saved. */
  readonly otherButton?: (request: PostRequest, body: FormData) => Promise<ButtonContent | undefined>;
  readonly asksFirst?: AsksFirst;
  readonly save: (accepted: Accepted<FormValues<Field, List>>, posted: Posted<About>) => Promise<Outcome>;
  readonly conflictOptions?: (
    request: PostRequest,
    about: () => Promise<About>,
  ) => ConflictOptions<Field, List>;
}

interface RefusedBefore {
  readonly error: Pick<PortalApiError, "kind" | "message" | "serverText" | "brokenRules">;
  readonly perhapsSaved?: boolean;
}

export function definePost<
  const Field extends string,
  const List extends string = never,
  About = undefined,
  View = unknown,
>(post: Post<Field, List, About, View>): Post<Field, List, About, View> {
  return post;
}

/** The loader of the form's page: `view` with the form, and with `reply` if an earlier save was refused. */
export function postLoader<F extends string, L extends string, A, V>(post: Post<F, L, A, V>) {
  return async (
    args: LoaderFunctionArgs,
  ): Promise<V & { readonly form: FormView; readonly reply: RefusedReply | undefined }> => {
    const request = { args, portal: await requireAccess(args, post) };
    const { about, rules } = await loadSource(post, request);
    const earlierRefusal = await post.earlierRefusal?.(about, request);
    const [view, openOptions, ruleContext] = await Promise.all([
      post.view?.(about, request),
      post.openOptions?.(about, request),
      post.ruleContext?.(about, request),
    ]);
    const { once } = post;
    const hidden = {
      ...openOptions?.hidden,
      ...(once && { [FORM_INSTANCE_FIELD]: once === true ? randomUUID() : once(about) }),
    };
    const form = openForm(args, request.portal, post.form, { rules, ...ruleContext, ...openOptions, hidden });
    const { log, requestId } = args.context;
    const reply = earlierRefusal && refusedReply(post.form, form.values, earlierRefusal, requestId);
    // The page shows this request's id as the reference, so the log needs a line with it.
    if (reply?.failure)
      log.warn({ form: post.form.id, kind: earlierRefusal?.error.kind }, "told of an earlier failure");
    return { ...(view as V), form: { ...form, refused: form.refused || reply !== undefined }, reply };
  };
}

export function postAction<F extends string, L extends string, A, V>(post: Post<F, L, A, V>) {
  return async (args: ActionFunctionArgs) =>
    submitPost(post, { args, portal: await requireAccess(args, post) });
}

/** {@link postAction} after the role check. */
export async function submitPost<F extends string, L extends string, A, V>(
  post: Post<F, L, A, V>,
  request: PostRequest,
) {
  const { args, portal } = request;
  const { services, signal } = args.context;
  const body = await args.request.formData();
  // The page about another account repeats these fields, so secrets are left out.
  const repeatable = toFormData([...body].filter(([name]) => mayKeepField(name)));
  requireSameAccount(portal, repeatable, args.request);
  const answer =
    (post.asksFirst && askFirst(post.asksFirst, body)) ?? (await post.otherButton?.(request, body));
  if (answer) return buttonAnswer(post.form, body, answer);
  let loadingSource: ReturnType<typeof loadSource<F, L, A, V>> | undefined;
  let hasTriedSaving = false;
  let posted: unknown;
  const source = () => (loadingSource ??= loadSource(post, request, body));
  const submit = () =>
    submitForm(args, portal, post.form, {
      body,
      ruleContext: async (sent) => {
        const { about, rules } = await source();
        return { rules, ...(await post.ruleContext?.(about, request, sent)) };
      },
      save: async (accepted) => {
        // A second save follows a conflict, so what was loaded is out of date.
        if (hasTriedSaving) loadingSource = undefined;
        hasTriedSaving = true;
        const { about } = await source();
        const fallbackInstance = typeof post.once === "function" ? post.once(about) : "";
        const formInstance = accepted.hiddenValue(FORM_INSTANCE_FIELD) || fallbackInstance;
        const once: Posted<A>["once"] = (call, content, make) => {
          // What is merged with another's changes after a conflict is still the same post.
          posted ??= content;
          const formPost = { formInstance, content: posted, call };
          return oncePerForm(services.vault, portal, formPost, async () => String(await make()), { signal });
        };
        return post.save(accepted, { ...request, about, body, once });
      },
      conflictOptions: post.conflictOptions?.(request, async () => (await source()).about),
    });
  return post.lockName
    ? runExclusively(services.vault, post.lockName(request), submit, { signal })
    : submit();
}

function askFirst(
  { name, answerIn, applyYes, valuesIfNo }: AsksFirst,
  body: FormData,
): ButtonContent<"ask" | "cancelled"> | undefined {
  const state = answerIn(body);
  if (state === undefined) return undefined;
  const answer = state === "yes" ? state : body.get(name);
  body.delete(name);
  if (answer === "no") return { data: "cancelled", values: valuesIfNo };
  if (answer !== "yes") return { data: "ask" };
  applyYes(body);
  return undefined;
}

async function loadSource<F extends string, L extends string, A, V>(
  post: Post<F, L, A, V>,
  request: PostRequest,
  body?: FormData,
) {
  const [about, rules] = await Promise.all([
    post.about?.(request, body) as A | Promise<A>,
    post.rules && loadFormRules(request.args.context, request.portal, post.rules),
  ]);
  return { about, rules };
}

function refusedReply(
  form: AnyForm,
  values: FieldValues,
  { error, perhapsSaved = false }: RefusedBefore,
  reference: string,
): RefusedReply {
  const { kind, message: text } = error;
  const isAnswer = kind === "rejected" || kind === "conflict";
  const findings: Findings = isAnswer ? brokenRulesByField(form, error) : { "": [serverError(text)] };
  const result = {
    status: "error",
    initialValue: { ...values },
    error: { ...findings },
  } as RefusedReply["result"];
  return {
    kind: "refused",
    form: form.id,
    result,
    ...(!isAnswer && { failure: { text, perhapsSaved, reference } }),
  };
}
