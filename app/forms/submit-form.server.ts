import { type Submission, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { describe } from "#app/errors/error-page.ts";
import { isPortalApiError, type FailureKind, type PortalApiError } from "#app/portal-api/errors.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import type { FlashTone } from "#server/session/portal-session.ts";
import { toField, type Values } from "./checks.ts";
import {
  CONFIRMED_FIELD,
  tidyValues,
  type FormDefinition,
  type FormValues,
  type Judging,
  type SomeForm,
} from "./define-form.ts";
import { dropDraft, keepDraft } from "./draft.ts";
import { severities, type Finding, type Findings } from "./judge.ts";
import { CONFLICT_ADVICE, type FormReply } from "./reply.ts";
import { findingOf, ruleSchema } from "./rule-schema.ts";

/** A form that its rules let pass. */
export interface Accepted<Values> {
  readonly values: Values;
  /** Warnings and infos were shown and confirmed: what the API calls `isSaveConfirmed`. */
  readonly confirmed: boolean;
  /** Text of a hidden field, e.g. `hidden("rowVersion")`; empty when it was not sent. */
  readonly hidden: (name: string) => string;
}

/** Where to go when it is saved, and what to say there. */
export interface Saved {
  readonly to: string;
  readonly flash?: string | { readonly tone: FlashTone; readonly text: string };
}

export interface SubmitOptions<Field extends string, List extends string> {
  /** What the form is judged by, asked for after the account was checked. */
  readonly judging: () => Judging | Promise<Judging>;
  /** The one API call. What it throws is told on the form where the person can act on it. */
  readonly save: (accepted: Accepted<FormValues<Field, List>>) => Promise<Saved | Response>;
  /** The body, where the action has read it already to tell its forms apart. */
  readonly body?: FormData;
}

type Refusal = ReturnType<typeof refuse>;
type Parsed = Submission<Values, readonly Finding[], Values>;

/**
 * The rungs of every action after `require…`: same account → rules → 400 with the form as typed
 * → second press for warnings and infos → one API call, its broken rules put on the fields → flash and 303. An API
 * that is down, forbids it or finds nothing answers with the form as typed, also where it failed before there was
 * anything to save, and keeps it; any other error flies.
 */
export async function submitForm<Field extends string, List extends string>(
  args: RouteArgs,
  portal: Portal,
  form: FormDefinition<Field, List>,
  options: SubmitOptions<Field, List>,
): Promise<Response | Refusal> {
  const { request } = args;
  const body = options.body ?? (await request.formData());
  requireSameAccount(portal, body, request);
  const some = form as unknown as SomeForm;
  const plain = withoutPaths(body);
  let parsed: Parsed | undefined;
  try {
    const judging = await options.judging();
    const schema = ruleSchema(some, judging);
    parsed = parseWithZod(plain, {
      schema,
      disableAutoCoercion: true,
      formatError: (issues: z.core.$ZodIssue[]): readonly Finding[] => issues.map(findingOf),
    }) as Parsed;
    if (parsed.status !== "success") return refuse(args, some, 400, { result: reply(some, parsed) });
    const saved = await options.save(accepted(form, judging, parsed.payload));
    dropDraft(args, form.id, portal.account.clientId);
    return saved instanceof Response ? saved : settled(portal, saved);
  } catch (error) {
    if (isFault(error)) keepDraft(args, body);
    if (!isPortalApiError(error) || error.kind === "unauthorised") throw error;
    return refuseFor(args, some, { parsed: parsed ?? asTyped(plain), wasSent: parsed !== undefined }, error);
  }
}

/** What was sent, where nobody could judge it. */
function asTyped(plain: FormData): Parsed {
  return parseWithZod(plain, {
    schema: z.record(z.string(), z.unknown()),
    disableAutoCoercion: true,
  }) as unknown as Parsed;
}

/**
 * The fields whose names are plain words. conform reads `a[1000000]` and `a.b` as paths into arrays and objects
 * and would build them; no form of the portal has such names.
 */
function withoutPaths(body: FormData): FormData {
  const plain = new FormData();
  for (const [name, value] of body) if (/^[\w-]{1,64}$/.test(name)) plain.append(name, value);
  return plain;
}

function accepted<Field extends string, List extends string>(
  form: FormDefinition<Field, List>,
  { fixed = {} }: Judging,
  sent: Values,
): Accepted<FormValues<Field, List>> {
  return {
    values: tidyValues(form, { ...sent, ...fixed }),
    confirmed: sent[CONFIRMED_FIELD] === "true",
    hidden: (name) => (typeof sent[name] === "string" ? sent[name] : ""),
  };
}

function settled(portal: Portal, { to, flash }: Saved): Response {
  if (flash) portal.session.flash(typeof flash === "string" ? { tone: "success", text: flash } : flash);
  return redirect(to, 303);
}

interface Attempt {
  readonly parsed: Parsed;
  /** False where it failed before the call that saves. */
  readonly wasSent: boolean;
}

function refuseFor(
  args: RouteArgs,
  form: SomeForm,
  { parsed, wasSent }: Attempt,
  error: PortalApiError,
): Refusal {
  const { log, requestId } = args.context;
  const { kind, message, serverText } = error;
  if (kind === "rejected") {
    return refuse(args, form, 400, { result: reply(form, parsed, brokenOn(form, error)) });
  }
  if (kind === "conflict") {
    const result = reply(form, parsed, { "": [problem(serverText ?? message)] });
    return refuse(args, form, 409, { result, conflict: CONFLICT_ADVICE });
  }
  const { status, text = message } = failures[kind];
  log[status < 500 ? "warn" : "error"](describe(error), "form could not be saved");
  const perhapsSaved = wasSent && status >= 500;
  return refuse(args, form, status, {
    result: reply(form, parsed, { "": [problem(text)] }),
    failure: { text, perhapsSaved, ...(status < 500 ? {} : { reference: requestId }) },
  });
}

type Failure = Exclude<FailureKind, "rejected" | "conflict">;

/** What a save that failed is answered with; the texts are of spec 1 §8, where none stands it is the call's own. */
const failures: Readonly<Record<Failure, { status: number; text?: string }>> = {
  network: { status: 503 },
  timeout: { status: 504 },
  failed: { status: 502 },
  malformed: { status: 502 },
  unauthorised: { status: 401, text: "Unauthorized user." },
  forbidden: { status: 403, text: "Requested action is forbidden." },
  notFound: { status: 404, text: "We couldn't find what you requested." },
};

/** After anything but an answer to what was typed a person would lose it through no fault of theirs. */
function isFault(error: unknown): boolean {
  if (!isPortalApiError(error)) return error instanceof Error;
  return error.kind !== "rejected" && error.kind !== "conflict";
}

function refuse(args: RouteArgs, form: SomeForm, status: number, answer: Omit<FormReply, "form">) {
  args.context.state.formRefused = true;
  return data<FormReply>({ form: form.id, ...answer }, { status });
}

function reply(form: SomeForm, parsed: Parsed, found: Findings = {}): SubmissionResult<readonly Finding[]> {
  const { "": formErrors, ...fieldErrors } = found;
  return parsed.reply({
    hideFields: [...(form.secrets ?? [])],
    ...(formErrors ? { formErrors } : {}),
    ...(Object.keys(fieldErrors).length > 0 ? { fieldErrors } : {}),
  });
}

/** The server's broken rules by the field that shows them; an unknown property goes to the summary (spec 1 §5). */
function brokenOn(form: SomeForm, { brokenRules, serverText, message }: PortalApiError): Findings {
  const found: Record<string, readonly Finding[]> = {};
  for (const { property, ruleName, description, severity } of brokenRules) {
    const field = form.showAt?.[toField(property)] ?? toField(property);
    const known = Object.hasOwn(form.fields, field) || Object.hasOwn(form.lists ?? {}, field);
    const isWarning = ruleName === "MarketingPreferencesWarning";
    const finding: Finding = {
      severity: isWarning ? "warning" : (severities[severity] ?? "error"),
      text: description.trim() || "Value is invalid",
      rule: ruleName,
    };
    const name = known ? field : "";
    found[name] = [...(found[name] ?? []), finding];
  }
  return brokenRules.length > 0 ? found : { "": [problem(serverText ?? message)] };
}

function problem(text: string): Finding {
  return { severity: "error", text, rule: "server" };
}
