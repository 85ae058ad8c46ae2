import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { PortalApiError } from "#app/portal-api/errors.ts";
import type { validationRules } from "#app/portal-api/rules.ts";
import { inTurn } from "#app/request/across-instances.server.ts";
import { mayKeep } from "#app/request/draft.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireAccess } from "#app/request/require.ts";
import type { RoleName } from "#app/request/roles.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import type { FieldValues, FormDefinition, FormValues, Judging, SomeForm } from "./define-form.ts";
import { formRules } from "./form-rules.ts";
import type { Findings } from "./judge.ts";
import { FORM_INSTANCE_FIELD, oncePerForm } from "./once-per-form.server.ts";
import { openForm, type OpenOptions } from "./open-form.server.ts";
import type { FormView, Refused } from "./reply.ts";
import {
  brokenOn,
  stepReply,
  submitForm,
  type Accepted,
  type Comparing,
  type Outcome,
  type StepAnswer,
} from "./submit-form.server.ts";

/** Whoever asks for a page or posts its form, once they have proven that they may. */
export interface PostRequest {
  readonly args: RouteArgs;
  readonly portal: Portal;
}

type Call = Parameters<typeof oncePerForm>[2]["call"];

export interface Posted<About> extends PostRequest {
  readonly about: About;
  readonly body: FormData;
  /** {@link oncePerForm} for the rendered form that was sent. Returns what `make` answers, as text. */
  readonly once: (call: Call, content: unknown, make: () => Promise<unknown>) => Promise<string>;
}

/** A question before a save. `<QuestionPage>` asks it by a plain form, in which all that was typed travels along. */
export interface AsksFirst {
  /** Name of the buttons that answer 'yes' or 'no'. */
  readonly name: string;
  /** What the post says by itself; undefined where there is nothing to ask. */
  readonly asked: (body: FormData) => "yes" | "open" | undefined;
  /** Carries a yes out on what is saved. */
  readonly yes: (body: FormData) => void;
  /** What the form says after a no. */
  readonly no: FieldValues;
}

/** The server's side of a form that edits no object: a question, a choice, a step of a flow. */
interface Post<Field extends string, List extends string, About, View> {
  readonly form: FormDefinition<Field, List>;
  /** Who may see and send it. Default: everyone who works for an account. */
  readonly role?: RoleName;
  /** The server's rules, beside the form's own. */
  readonly rules?: ReturnType<typeof validationRules>;
  /** Where one post at a time is judged and saved over all instances: the name of its turn. */
  readonly turn?: (asked: PostRequest) => string;
  /** What it is about, as it is now; `body` where it was sent. Throws the redirect to where the way goes on, and PortalApiError. */
  readonly about?: (asked: PostRequest, body?: FormData) => About | Promise<About>;
  /** What else it is judged by; `body` where it was sent. */
  readonly judging?: (about: About, asked: PostRequest, body?: FormData) => Judging | Promise<Judging>;
  /** Where it makes something: names the rendered form. `true` for a random name. */
  readonly once?: true | ((about: About) => string);
  readonly opens?: (
    about: About,
    asked: PostRequest,
  ) => OpenOptions<Field, List> | Promise<OpenOptions<Field, List>>;
  /** What the API has refused since this session sent the form, to be told beside its fields. */
  readonly refused?: (
    about: About,
    asked: PostRequest,
  ) => RefusedBefore | undefined | Promise<RefusedBefore | undefined>;
  /** What the page shows beside the form. */
  readonly view?: (about: About, asked: PostRequest) => View | Promise<View>;
  /** What a button other than the form's own asks for; undefined where the post is to be saved. Or it throws the redirect. */
  readonly step?: (asked: PostRequest, body: FormData) => Promise<StepAnswer | undefined>;
  readonly asksFirst?: AsksFirst | undefined;
  readonly save: (accepted: Accepted<FormValues<Field, List>>, posted: Posted<About>) => Promise<Outcome>;
  readonly comparing?: (asked: PostRequest, about: () => Promise<About>) => Comparing<Field, List>;
}

interface RefusedBefore {
  readonly error: Pick<PortalApiError, "kind" | "message" | "serverText" | "brokenRules">;
  /** The API may have carried it out all the same. */
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

/** The loader of its page: `view` with the form, and with the `reply` where it was refused before. */
export function postLoader<F extends string, L extends string, A, V>(post: Post<F, L, A, V>) {
  return async (
    args: LoaderFunctionArgs,
  ): Promise<V & { readonly form: FormView; readonly reply: Refused | undefined }> => {
    const asked = { args, portal: await requireAccess(args, post) };
    const { about, rules } = await sourceOf(post, asked);
    const before = await post.refused?.(about, asked);
    const [view, opened, judged] = await Promise.all([
      post.view?.(about, asked),
      post.opens?.(about, asked),
      post.judging?.(about, asked),
    ]);
    const { once } = post;
    const hidden = {
      ...opened?.hidden,
      ...(once && { [FORM_INSTANCE_FIELD]: once === true ? randomUUID() : once(about) }),
    };
    const form = openForm(args, asked.portal, post.form, { rules, ...judged, ...opened, hidden });
    const { log, requestId } = args.context;
    const reply = before && replyTo(post.form, form.values, before, requestId);
    // So that the log has a line for the reference that is shown.
    if (reply?.failure)
      log.warn({ form: post.form.id, kind: before?.error.kind }, "told of an earlier failure");
    return { ...(view as V), form: { ...form, refused: form.refused || reply !== undefined }, reply };
  };
}

/** The action of its page: takes a step, or judges, saves and answers. */
export function postAction<F extends string, L extends string, A, V>(post: Post<F, L, A, V>) {
  return async (args: ActionFunctionArgs) =>
    submitPost(post, { args, portal: await requireAccess(args, post) });
}

/** {@link postAction} for who has proven that they may. */
export async function submitPost<F extends string, L extends string, A, V>(
  post: Post<F, L, A, V>,
  asked: PostRequest,
) {
  const { args, portal } = asked;
  const { services, signal } = args.context;
  const body = await args.request.formData();
  const shown = new FormData();
  for (const [name, value] of body) if (mayKeep(name)) shown.append(name, value);
  requireSameAccount(portal, shown, args.request);
  const step = (post.asksFirst && answerFirst(post.asksFirst, body)) ?? (await post.step?.(asked, body));
  if (step) return stepReply(post.form, body, step);
  let reading: ReturnType<typeof sourceOf<F, L, A, V>> | undefined;
  const source = () => (reading ??= sourceOf(post, asked, body));
  const submit = () =>
    submitForm(args, portal, post.form, {
      body,
      judging: async (sent) => {
        const { about, rules } = await source();
        return { rules, ...(await post.judging?.(about, asked, sent)) };
      },
      save: async (accepted) => {
        const { about } = await source();
        const ownName = typeof post.once === "function" ? post.once(about) : "";
        const formInstance = accepted.hidden(FORM_INSTANCE_FIELD) || ownName;
        const once: Posted<A>["once"] = (call, content, make) => {
          const filled = { formInstance, content, call };
          return oncePerForm(services.vault, portal, filled, async () => String(await make()), { signal });
        };
        return post.save(accepted, { ...asked, about, body, once });
      },
      comparing: post.comparing?.(asked, async () => (await source()).about),
    });
  return post.turn ? inTurn(services.vault, post.turn(asked), submit, { signal }) : submit();
}

/** The step that asks or takes back; undefined where the post may be saved. */
function answerFirst(
  { name, asked, yes, no }: AsksFirst,
  body: FormData,
): StepAnswer<"ask" | "cancelled"> | undefined {
  const said = asked(body);
  if (said === undefined) return undefined;
  const answer = said === "yes" ? said : body.get(name);
  body.delete(name);
  if (answer === "no") return { data: "cancelled", values: no };
  if (answer !== "yes") return { data: "ask" };
  yes(body);
  return undefined;
}

async function sourceOf<F extends string, L extends string, A, V>(
  post: Post<F, L, A, V>,
  asked: PostRequest,
  body?: FormData,
) {
  const [about, rules] = await Promise.all([
    post.about?.(asked, body) as A | Promise<A>,
    post.rules && formRules(asked.args.context, asked.portal, post.rules),
  ]);
  return { about, rules };
}

function replyTo(
  form: SomeForm,
  values: FieldValues,
  { error, perhapsSaved = false }: RefusedBefore,
  reference: string,
): Refused {
  const { kind, message: text } = error;
  const isAnswer = kind === "rejected" || kind === "conflict";
  const found: Findings = isAnswer
    ? brokenOn(form, error)
    : { "": [{ severity: "error", text, rule: "server" }] };
  const result = { status: "error", initialValue: { ...values }, error: { ...found } } as Refused["result"];
  return {
    kind: "refused",
    form: form.id,
    result,
    ...(!isAnswer && { failure: { text, perhapsSaved, reference } }),
  };
}
