import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { errorLogFields, shortFailure } from "#app/errors/error-page.ts";
import { keepDraft, mayKeepField } from "#app/request/draft.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { hadNoEffect, isPortalApiError, type PortalApiError } from "#shared/portal-api/errors.ts";
import {
  FORM_INSTANCE_FIELD,
  hasErrors,
  PERHAPS_SAVED_FIELD,
  type AnyForm,
  type FieldValues,
} from "./define-form.ts";
import { OutcomeUnknown } from "./once-per-form.server.ts";
import { parsePost, toFormData } from "./parse-post.server.ts";
import type { ConflictReply, FormReply, RefusedReply } from "./reply.ts";
import { toField } from "./rule-checks.ts";
import { severities, type Finding, type Findings } from "./validate.ts";

/** Answers a post that didn't save anything. The page's title says that there's an error. */
export function refuse(args: RouteArgs, status: number, reply: RefusedReply | ConflictReply) {
  const hasOnlyWarnings = reply.kind === "refused" && !hasErrors((reply.result.error ?? {}) as Findings);
  args.context.state.formRefused = hasOnlyWarnings ? "warning" : "error";
  return data<FormReply>(reply, { status });
}

/** The reply with the findings about the body's shape and any others given. */
export function refusalOf(form: AnyForm, body: FormData, findings: Findings = {}): RefusedReply {
  const { "": formErrors, ...fieldErrors } = findings as Record<string, Finding[]>;
  const result = parsePost(form, body).reply({
    ...(formErrors && { formErrors }),
    ...(Object.keys(fieldErrors).length > 0 && { fieldErrors }),
  });
  return { kind: "refused", form: form.id, result };
}

/**
 * Answers a post that couldn't be saved, and keeps its input as a draft. Throws the API's 401 and any error other than
 * PortalApiError.
 */
export function refuseAfterError(
  args: RouteArgs,
  form: AnyForm,
  { body, isSaving }: { readonly body: FormData; readonly isSaving: boolean },
  caught: unknown,
) {
  const isOutcomeUnknown = caught instanceof OutcomeUnknown;
  const error = isOutcomeUnknown ? caught.apiError : caught;
  // Pressing again after being warned about the unknown outcome saves again on purpose.
  const newInstance: Readonly<Record<string, string>> = isOutcomeUnknown
    ? { [FORM_INSTANCE_FIELD]: randomUUID() }
    : {};
  const isApiError = isPortalApiError(error);
  const isRefused = isApiError && (error.kind === "rejected" || error.kind === "conflict");
  if (!isRefused && error instanceof Error) {
    const draft = toFormData(body);
    for (const [name, value] of Object.entries(newInstance)) draft.set(name, value);
    if (isOutcomeUnknown) draft.set(PERHAPS_SAVED_FIELD, "true");
    keepDraft(args, draft);
  }
  if (!isApiError || error.kind === "unauthorised") throw error;
  const { kind, message, serverText } = error;
  if (kind === "rejected") return refuse(args, 400, refusalOf(form, body, brokenRulesByField(form, error)));
  if (kind === "conflict") {
    const findings = { "": [serverError(serverText ?? message)] };
    return refuse(args, 409, { ...refusalOf(form, body, findings), isConflict: true });
  }
  const { log, requestId, state } = args.context;
  if (kind === "notFound") state.typedForNothing = typedTexts(form, body);
  const { status, text } = shortFailure(error);
  log[status < 500 ? "warn" : "error"](errorLogFields(error), "form could not be saved");
  const { result, ...reply } = refusalOf(form, body, { "": [serverError(text)] });
  const perhapsSaved = isSaving && !hadNoEffect(error);
  return refuse(args, status, {
    ...reply,
    result: { ...result, initialValue: { ...result.initialValue, ...newInstance } },
    failure: { text, perhapsSaved, ...(status < 500 ? {} : { reference: requestId }) },
  });
}

/** A save by this session that the API has refused since. */
export interface RefusedBefore {
  readonly error: Pick<PortalApiError, "kind" | "message" | "serverText" | "brokenRules">;
  readonly perhapsSaved?: boolean;
}

/** The reply that shows an earlier refusal on the form's fields. */
export function refusedBefore(
  { context: { log, requestId: reference } }: RouteArgs,
  form: AnyForm,
  values: FieldValues,
  { error, perhapsSaved = false }: RefusedBefore,
): RefusedReply {
  const { kind, message: text } = error;
  const isAnswer = kind === "rejected" || kind === "conflict";
  const findings: Findings = isAnswer ? brokenRulesByField(form, error) : { "": [serverError(text)] };
  const result = { status: "error", initialValue: { ...values }, error: { ...findings } };
  // The page gives this request's id as the reference, so the log needs a line with it.
  if (!isAnswer) log.warn({ form: form.id, kind }, "the page says that an earlier attempt failed");
  const failure = isAnswer ? {} : { failure: { text, perhapsSaved, reference } };
  return { kind: "refused", form: form.id, result: result as RefusedReply["result"], ...failure };
}

/** What someone has typed, without the ids and flags that choices post. */
function typedTexts({ fields }: AnyForm, body: FormData): [string, string][] {
  return Object.entries(fields).flatMap(([name, label]): [string, string][] => {
    const value = body.get(name);
    const isText = typeof value === "string" && value !== "" && !/^(?:\d{1,9}|true|false|on)$/.test(value);
    return isText && mayKeepField(name) ? [[label, value]] : [];
  });
}

/** The API's broken rules by the field that shows them; "" if the form doesn't have such a field. */
function brokenRulesByField(form: AnyForm, { brokenRules, serverText, message }: RefusedBefore["error"]) {
  if (brokenRules.length === 0) return { "": [serverError(serverText ?? message)] };
  const findings: Record<string, Finding[]> = {};
  for (const { property, ruleName, description, severity } of brokenRules) {
    const field = form.showAt?.[toField(property)] ?? toField(property);
    const isFieldOfForm = Object.hasOwn({ ...form.fields, ...form.lists }, field);
    const isWarning = ruleName === "MarketingPreferencesWarning";
    (findings[isFieldOfForm ? field : ""] ??= []).push({
      severity: isWarning ? "warning" : (severities[severity] ?? "error"),
      text: description.trim() || "Value is invalid",
      rule: ruleName,
    });
  }
  return findings;
}

/** A finding about the whole form. */
const serverError = (text: string): Finding => ({ severity: "error", text, rule: "server" });
