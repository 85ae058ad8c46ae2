import { randomUUID } from "node:crypto";
import { parse, type Submission, type SubmissionResult } from "@conform-to/react";
import { data, redirect } from "@remix-run/node";
import { errorLogFields, shortFailure } from "#app/errors/error-page.ts";
import { hadNoEffect, isPortalApiError, type PortalApiError } from "#app/portal-api/errors.ts";
import { dropDraft, keepDraft, mayKeepField } from "#app/request/draft.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import type { FlashTone } from "#server/session/portal-session.ts";
import { brokenRulesByField, serverError } from "./broken-rules.server.ts";
import {
  compareEdits,
  resolveChoices,
  textFields,
  withTheirChanges,
  type Comparison,
} from "./conflict.server.ts";
import {
  BASE_FIELD,
  cleanValues,
  CONFIRMED_FIELD,
  hasErrors,
  judgeForm,
  maySave,
  readValues,
  VERSION_FIELD,
  type AnyForm,
  type FieldValues,
  type FormDefinition,
  type FormValues,
  type RuleContext,
} from "./define-form.ts";
import { filesNotSentText } from "./files-not-sent.ts";
import type { Finding, Findings } from "./judge.ts";
import { FORM_INSTANCE_FIELD, OutcomeUnknown, PERHAPS_SAVED_FIELD } from "./once-per-form.server.ts";
import { onBehalfOf, valuesByName } from "./open-form.server.ts";
import { isPossiblePhone } from "./possible-phone.server.ts";
import { toFormData, unexpectedInput, withPlainNames } from "./posted-shape.server.ts";
import type { ButtonAnswer, ConflictReply, FormReply, RefusedReply } from "./reply.ts";
import type { Values } from "./rule-checks.ts";

/** The values of a form without errors; `confirmed` is what the API calls `isSaveConfirmed`. */
export interface Accepted<Values> {
  readonly values: Values;
  readonly confirmed: boolean;
  /** The posted text of a hidden field or button; '' if there is none. */
  readonly hiddenValue: (name: string) => string;
}

export interface Saved {
  readonly to: string;
  readonly flash?: string | { readonly tone: FlashTone; readonly text: string };
}

export type Outcome = Saved | ButtonAnswer;

interface SubmitOptions<Field extends string, List extends string> {
  /** Gets the body with the choices of the conflict page applied. */
  readonly ruleContext?: (sent: FormData) => RuleContext | Promise<RuleContext>;
  readonly save: (accepted: Accepted<FormValues<Field, List>>) => Promise<Outcome>;
  readonly body?: FormData;
  readonly conflictOptions?: ConflictOptions<Field, List>;
}

/** What to do if another user saved first: how the two edits are compared. */
export interface ConflictOptions<Field extends string, List extends string> extends Comparison {
  /** The outcome if the other save left nothing to change. */
  readonly whenAlreadySaved: (accepted: Accepted<FormValues<Field, List>>) => Promise<Outcome>;
}

/** The answer to a button that does not save; `values` replace those of the form. */
export interface ButtonContent<Data = unknown> {
  readonly data: Data;
  readonly values?: FieldValues;
}

type Parsed = Submission<Values, readonly Finding[], Values>;

/** Parses, checks and saves a post. Throws the API's 401 and all errors other than PortalApiError. */
export async function submitForm<Field extends string, List extends string>(
  args: RouteArgs,
  portal: Portal,
  form: FormDefinition<Field, List>,
  options: SubmitOptions<Field, List>,
): Promise<Response | Answer> {
  const { conflictOptions } = options;
  const sent = options.body ?? (await args.request.formData());
  requireSameAccount(portal, sent, args.request);
  const anyForm = form as unknown as AnyForm;
  const linkedFields = conflictOptions?.linkedFields;
  const { body, unresolved } = conflictOptions ? resolveChoices(form, sent, linkedFields) : { body: sent };
  if (unresolved) {
    const reply = { form: form.id, conflict: unresolved, isChoiceMissing: true, fields: textFields(sent) };
    return respondRefused(args, 409, { kind: "conflict", ...reply });
  }
  const flatBody = withPlainNames(body);
  const unexpectedFindings = unexpectedInput(anyForm, body);
  if (Object.keys(unexpectedFindings).length > 0)
    return respondRefused(
      args,
      400,
      refusalOf(anyForm, parseOnly(toFormData(textFields(flatBody))), unexpectedFindings),
    );
  let parsed: Parsed | undefined;
  try {
    const ruleContext: RuleContext = {
      ...(await options.ruleContext?.(flatBody)),
      onBehalfOf: onBehalfOf(form, portal),
      isPossiblePhone,
    };
    for (const name of Object.keys(ruleContext.serverValues ?? {})) flatBody.delete(name);
    parsed = parseAndJudge(anyForm, ruleContext, flatBody);
    if (parsed.status !== "success") return respondRefused(args, 400, refusalOf(anyForm, parsed));
    const outcome = await saveOrCompare(form, body, accepted(form, ruleContext, parsed.payload), options);
    if ("conflict" in outcome) return respondRefused(args, 409, outcome);
    dropDraft(args, form.id, portal.account.clientId);
    if ("kind" in outcome) return data<FormReply>(outcome);
    const { to, flash } = outcome;
    if (flash) portal.session.flash(typeof flash === "string" ? { tone: "success", text: flash } : flash);
    const unsentFileName = form.files && sent.get(form.files);
    // The conflict page and other pages in between post the file's name as text: they can't post the file itself again.
    if (typeof unsentFileName === "string" && unsentFileName !== "" && !args.context.files)
      portal.session.flash({ tone: "warning", text: filesNotSentText(unsentFileName) });
    return redirect(to, 303);
  } catch (caught) {
    const isOutcomeUnknown = caught instanceof OutcomeUnknown;
    const error = isOutcomeUnknown ? caught.apiError : caught;
    const newInstance = isOutcomeUnknown ? randomUUID() : undefined;
    if (keepsDraft(error)) keepDraft(args, newInstance ? withNewInstance(body, newInstance) : body);
    if (!isPortalApiError(error) || error.kind === "unauthorised") throw error;
    if (error.kind === "notFound") args.context.state.typedForNothing = typedTexts(anyForm, flatBody);
    const attempt = {
      parsed: parsed ?? parseOnly(flatBody),
      saveWasTried: parsed !== undefined,
      newInstance,
    };
    return refuseAfterError(args, anyForm, attempt, error);
  }
}

/** The reply to a button that does not save: its data and all fields as posted, overridden by `values`. */
export function buttonAnswer<Data>(
  form: Pick<FormDefinition, "id" | "fields" | "lists" | "files">,
  body: FormData,
  { data: shown, values, scripts }: { data: Data; values?: FieldValues } & Pick<ButtonAnswer, "scripts">,
): ButtonAnswer<Data> {
  const sent = valuesByName(body);
  const carriedFields = [VERSION_FIELD, BASE_FIELD, FORM_INSTANCE_FIELD].filter(
    (name) => typeof sent[name] === "string",
  );
  const unsentFileName = form.files === undefined ? null : body.get(form.files);
  return {
    kind: "button",
    form: form.id,
    data: shown,
    values: {
      ...readValues(form, sent),
      ...values,
      ...(form.files !== undefined && typeof unsentFileName === "string" && { [form.files]: unsentFileName }),
    },
    hidden: Object.fromEntries(carriedFields.map((name) => [name, String(sent[name])])),
    fields: textFields(body),
    scripts,
  };
}

/** How often a text is added again to what others have saved meanwhile. */
const MAX_MERGES = 5;

async function saveOrCompare<Field extends string, List extends string>(
  form: FormDefinition<Field, List>,
  body: FormData,
  accepted: Accepted<FormValues<Field, List>>,
  options: SubmitOptions<Field, List>,
  edit = accepted,
  mergesLeft = MAX_MERGES,
): Promise<Outcome | ConflictReply> {
  const { save, conflictOptions } = options;
  try {
    return await save(edit);
  } catch (error) {
    if (!conflictOptions || !isPortalApiError(error) || error.kind !== "conflict") throw error;
    const conflict = await compareEdits(form, body, accepted.values, conflictOptions, error);
    if (!conflict) throw error;
    const hasAppendedText = conflictOptions.appendedFields?.some(
      (name) => accepted.values[name as Field] !== "",
    );
    const isOnlyTheirs = conflict.differences.every(({ changedBy }) => changedBy === "them");
    if (hasAppendedText && isOnlyTheirs && mergesLeft > 0) {
      const merged = withTheirChanges(accepted, conflict);
      return saveOrCompare(form, body, accepted, options, merged, mergesLeft - 1);
    }
    if (conflict.differences.length === 0 && !hasAppendedText)
      return conflictOptions.whenAlreadySaved(accepted);
    return { kind: "conflict", form: form.id, conflict, isChoiceMissing: false, fields: textFields(body) };
  }
}

function parseAndJudge(form: AnyForm, ruleContext: RuleContext, body: FormData): Parsed {
  return parse<Values, readonly Finding[]>(body, {
    resolve(sent) {
      const findings = judgeForm(form, ruleContext, sent, true);
      return maySave(findings, sent, form)
        ? { value: sent }
        : { error: findings as Record<string, readonly Finding[]> };
    },
  });
}

function parseOnly(body: FormData): Parsed {
  return parse<Values, readonly Finding[]>(body, { resolve: (sent) => ({ value: sent }) });
}

function accepted<Field extends string, List extends string>(
  form: FormDefinition<Field, List>,
  { serverValues = {} }: RuleContext,
  sent: Values,
): Accepted<FormValues<Field, List>> {
  return {
    values: cleanValues(form, { ...sent, ...serverValues }),
    confirmed: sent[CONFIRMED_FIELD] === "true",
    hiddenValue: (name) => (typeof sent[name] === "string" ? sent[name] : ""),
  };
}

type Attempt = Readonly<{ parsed: Parsed; saveWasTried: boolean; newInstance: string | undefined }>;

function refuseAfterError(args: RouteArgs, form: AnyForm, attempt: Attempt, error: PortalApiError) {
  const { parsed, saveWasTried, newInstance } = attempt;
  const { log, requestId } = args.context;
  const { kind, message, serverText } = error;
  if (kind === "rejected")
    return respondRefused(args, 400, refusalOf(form, parsed, brokenRulesByField(form, error)));
  if (kind === "conflict") {
    const findings = { "": [serverError(serverText ?? message)] };
    return respondRefused(args, 409, { ...refusalOf(form, parsed, findings), isConflict: true });
  }
  const { status, text } = shortFailure(error);
  log[status < 500 ? "warn" : "error"](errorLogFields(error), "form could not be saved");
  const perhapsSaved = saveWasTried && !hadNoEffect(error);
  const { result, ...answer } = refusalOf(form, parsed, { "": [serverError(text)] });
  const initialValue = {
    ...result.initialValue,
    ...(newInstance !== undefined && { [FORM_INSTANCE_FIELD]: newInstance }),
  };
  return respondRefused(args, status, {
    ...answer,
    result: { ...result, initialValue },
    failure: { text, perhapsSaved, ...(status < 500 ? {} : { reference: requestId }) },
  });
}

/** A copy with a new idempotency key: a press after the warning about the unknown outcome saves again on purpose. */
function withNewInstance(body: FormData, formInstance: string): FormData {
  const copy = toFormData(body);
  copy.set(FORM_INSTANCE_FIELD, formInstance);
  copy.set(PERHAPS_SAVED_FIELD, "true");
  return copy;
}

/** What a person has written, without the ids and flags that are the values of choices. */
function typedTexts({ fields }: AnyForm, body: FormData): [string, string][] {
  return Object.entries(fields).flatMap(([name, label]): [string, string][] => {
    const value = body.get(name);
    const isText = typeof value === "string" && value !== "" && !/^(?:\d{1,9}|true|false|on)$/.test(value);
    return isText && mayKeepField(name) ? [[label, value]] : [];
  });
}

/** Every error except the API's refusal of the content, which the reply itself shows. */
const keepsDraft = (error: unknown) =>
  isPortalApiError(error) ? !["rejected", "conflict"].includes(error.kind) : error instanceof Error;

type Answer = ReturnType<typeof data<FormReply>>;

function respondRefused(args: RouteArgs, status: number, answer: RefusedReply | ConflictReply): Answer {
  const hasOnlyWarnings = answer.kind === "refused" && !hasErrors((answer.result.error ?? {}) as Findings);
  args.context.state.formRefused = hasOnlyWarnings ? "warning" : "error";
  return data<FormReply>(answer, { status });
}

function refusalOf(form: AnyForm, parsed: Parsed, findings: Findings = {}): RefusedReply {
  const { "": formErrors, ...fieldErrors } = findings;
  const result: SubmissionResult<readonly Finding[]> = parsed.reply({
    hideFields: [...(form.secrets ?? [])],
    ...(formErrors ? { formErrors } : {}),
    ...(Object.keys(fieldErrors).length > 0 ? { fieldErrors } : {}),
  });
  return { kind: "refused", form: form.id, result };
}
