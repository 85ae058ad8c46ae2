import { FormProvider, parse, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useEffect, useRef, useState, type FormEvent, type MouseEvent, type ReactNode } from "react";
import { ACCOUNT_FIELD, INTENT_FIELD } from "#app/request/hidden-fields.ts";
import { SendingContext } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import { ConflictPage } from "./conflict.tsx";
import {
  buttonLabel,
  CONFIRMED_FIELD,
  FINDINGS_SHOWN_FIELD,
  findingsToConfirm,
  hasErrors,
  judgeForm,
  maySave,
  PERHAPS_SAVED,
  readValues,
  sendingLabelOf,
  withoutStaleConsents,
  type AnyForm,
} from "./define-form.ts";
import { formContext } from "./form-context.ts";
import {
  sendingAttributes,
  SendingStatus,
  UnsavedChanges,
  useRefusedTitle,
  useSending,
} from "./form-status.tsx";
import { FormSummary } from "./form-summary.tsx";
import { constraintsOf, type Finding, type Findings } from "./judge.ts";
import { replyTo, type FormView, type Refused } from "./reply.ts";

interface PortalFormProps {
  form: object;
  view: FormView;
  reply?: unknown;
  /** Posts without fetch, so that the answer replaces the document. */
  reloadDocument?: boolean;
  /** The path of a flow whose earlier steps would be lost: leaving it asks, though nothing was typed here. */
  flow?: string | undefined;
  children: ReactNode;
}

/** A form checked by the server's rules. It ignores a reloaded `view`, except `current`, until its `key` changes. */
export function PortalForm({ form: definition, view, reply, ...rest }: PortalFormProps) {
  const form = definition as AnyForm;
  const ownReply = replyTo(form, reply);
  if (ownReply?.kind === "conflict")
    return <ConflictPage reply={ownReply} button={buttonLabel(form, view.isNew)} files={form.files} />;
  const afterStep = ownReply?.kind === "step" && { values: ownReply.values, hidden: ownReply.hidden };
  const shown = afterStep ? viewAfterStep(view, afterStep) : view;
  const refused = ownReply?.kind === "refused" ? withCurrentConsents(form, view, ownReply) : undefined;
  return <ValidatedForm form={form} view={shown} refused={refused} {...rest} />;
}

function withCurrentConsents(form: AnyForm, { current }: FormView, reply: Refused): Refused {
  const { initialValue } = reply.result;
  if (!initialValue) return reply;
  const validValues = withoutStaleConsents(form, current, initialValue);
  return { ...reply, result: { ...reply.result, initialValue: validValues } };
}

function viewAfterStep(view: FormView, { values, hidden }: Pick<FormView, "values" | "hidden">): FormView {
  const fixed = Object.keys(view.fixed).filter((name) => Object.hasOwn(values, name));
  const fixedValues = Object.fromEntries(fixed.map((name) => [name, view.values[name] ?? ""]));
  return {
    ...view,
    values: { ...values, ...fixedValues },
    hidden: { ...view.hidden, ...hidden },
    restored: false,
  };
}

interface ValidatedFormProps extends Omit<PortalFormProps, "form" | "reply"> {
  form: AnyForm;
  refused: Refused | undefined;
}

function ValidatedForm({ form, view: latest, refused, flow, children, ...formProps }: ValidatedFormProps) {
  // A newer row version with values typed before it would overwrite another user's changes.
  const [initial] = useState(latest);
  const view = { ...initial, current: latest.current };
  const { conform, refusal, remaining, leaving, isSending, submit } = useValidation(form, view, refused);
  const sending = isSending ? sendingLabelOf(form) : undefined;
  const unsaved = conform.dirty || view.restored || refusal !== undefined;
  return (
    <FormProvider context={conform.context}>
      <formContext.Provider value={{ form, view }}>
        <UnsavedChanges unsaved={unsaved} leaving={leaving} flow={flow} />
        <SendingContext.Provider value={sending}>
          <Form
            {...formProps}
            {...sendingAttributes(isSending)}
            method="post"
            encType={form.files === undefined ? undefined : "multipart/form-data"}
            id={conform.id}
            noValidate
            data-unsaved={unsaved}
            onMouseDown={form.checksOnBlur ? keepFocus : undefined}
            onSubmit={submit}
            className="stack-wide"
          >
            {/* The server reads no fields after the files, so these come first. */}
            <HiddenFields form={form} view={view} reply={refused} remaining={remaining} />
            {refusal && remaining && (
              <FormSummary
                key={refusal.count}
                form={form}
                button={buttonLabel(form, view.isNew)}
                found={remaining}
                reply={refusal.fromServer}
              />
            )}
            {!refusal && view.restored && (
              <Message tone={view.perhapsSaved ? "warning" : "info"} heading="What you typed is back">
                <p>
                  {view.perhapsSaved
                    ? `It is not known whether it was saved. ${form.perhapsSavedAdvice ?? PERHAPS_SAVED}`
                    : "Please check it and send it again."}
                </p>
              </Message>
            )}
            {children}
          </Form>
        </SendingContext.Provider>
        <SendingStatus sending={sending} />
      </formContext.Provider>
    </FormProvider>
  );
}

/** Otherwise the message that appears on blur would move the button before the click ends. */
function keepFocus(event: MouseEvent<HTMLElement>) {
  if ((event.target as Element).closest("button")) event.preventDefault();
}

interface HiddenFieldsProps {
  form: AnyForm;
  view: FormView;
  reply: Refused | undefined;
  remaining: Findings | undefined;
}

function HiddenFields({ form, view, reply, remaining }: HiddenFieldsProps) {
  const toConfirm = remaining && !hasErrors(remaining) ? findingsToConfirm(remaining) : [];
  const hidden = Object.entries(view.hidden).map(([name, value]) => [
    name,
    postedBefore(reply, name) ?? value,
  ]);
  const confirmation = [
    [CONFIRMED_FIELD, "true"],
    [FINDINGS_SHOWN_FIELD, toConfirm.join(" ")],
  ];
  const all = [
    [ACCOUNT_FIELD, view.account],
    [INTENT_FIELD, form.id],
    ...hidden,
    ...Object.entries(view.current),
    ...(toConfirm.length > 0 ? confirmation : []),
  ];
  return all.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** A refused form keeps its hidden fields, so its row version stays the one that the person saw. */
function postedBefore(reply: Refused | undefined, name: string): string | undefined {
  const value = reply?.result.initialValue?.[name];
  return typeof value === "string" ? value : undefined;
}

interface Refusal {
  readonly found: Findings;
  readonly fromServer?: Refused;
  readonly count: number;
}

function useValidation(form: AnyForm, view: FormView, refused: Refused | undefined) {
  const attempted = useRef(refused !== undefined);
  const leaving = useRef(false);
  const [refusal, setRefusal] = useState(refused && refusalOf(refused, 0));
  const isSending = useSending(form.id);
  const [conform] = useForm<Record<string, unknown>, Record<string, unknown>, readonly Finding[]>({
    id: form.id,
    lastResult: refused?.result,
    defaultValue: view.values as Record<string, string>,
    constraint: constraintsOf([...(form.rules ?? []), ...view.rules]),
    shouldValidate: form.checksOnBlur ? "onBlur" : "onInput",
    shouldDirtyConsider: (name) => name in readValues(form, {}),
    onValidate: ({ formData }) =>
      parse<Record<string, unknown>, readonly Finding[]>(formData, {
        resolve(sent, intent) {
          attempted.current ||= intent === null;
          const found = judgeForm(form, view, sent, attempted.current);
          if (intent === null) {
            leaving.current = maySave(found, sent, form);
            if (leaving.current) return { value: sent };
            setRefusal((before) => ({ found, count: (before?.count ?? 0) + 1 }));
          }
          const serverFindings = intent === null ? {} : unchangedServerFindings(refusal?.fromServer, sent);
          return { error: { ...serverFindings, ...found } as Record<string, readonly Finding[]> };
        },
      }),
  });
  useEffect(() => {
    if (!isSending) leaving.current = false;
  }, [isSending]);
  useLatestReply(refused, (reply) => {
    attempted.current = true;
    setRefusal((before) => refusalOf(reply, (before?.count ?? 0) + 1));
  });
  const remaining = refusal && remainingFindings(refusal, conform.allErrors);
  useRefusedTitle(remaining && refusal.count);
  useSummaryFocus(form.id, refusal?.count);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    // conform validates by clicking a hidden submit button that has formNoValidate.
    const skipsValidation =
      submitter instanceof HTMLButtonElement && submitter.formNoValidate && !submitter.hidden;
    if (isSending) event.preventDefault();
    else if (skipsValidation) leaving.current = true;
    else conform.onSubmit(event);
  };
  return { conform, refusal, remaining, leaving, isSending, submit };
}

/** The server's findings about fields that have not changed since: only the server can check them again. */
function unchangedServerFindings(reply: Refused | undefined, sent: Record<string, unknown>): Findings {
  const { error, initialValue } = reply?.result ?? {};
  const asSent = Object.entries((error ?? {}) as Findings).filter(
    ([name]) => JSON.stringify(sent[name]) === JSON.stringify(initialValue?.[name]),
  );
  return Object.fromEntries(asSent);
}

/** The findings of a refusal that still hold, undefined if none does. Findings about the whole form always hold. */
function remainingFindings({ found }: Refusal, errors: object): Findings | undefined {
  const current = errors as Findings;
  const remaining = Object.entries(found).flatMap(([name, all]) => {
    const kept = all.filter(({ text }) => name === "" || current[name]?.some((one) => one.text === text));
    return kept.length > 0 ? [[name, kept] as const] : [];
  });
  return remaining.length > 0 || Object.keys(found).length === 0 ? Object.fromEntries(remaining) : undefined;
}

function useLatestReply(reply: Refused | undefined, onReply: (latest: Refused) => void) {
  const seen = useRef(reply);
  useEffect(() => {
    if (reply === seen.current) return;
    seen.current = reply;
    if (reply) onReply(reply);
  });
}

/** Focuses the summary after each refusal; on the first render `autoFocus` has done so already. */
function useSummaryFocus(id: string, count: number | undefined) {
  const isFirstRender = useRef(true);
  useEffect(() => {
    const wasFirstRender = isFirstRender.current;
    isFirstRender.current = false;
    if (count === undefined || wasFirstRender) return;
    document.getElementById(id)?.querySelector<HTMLElement>('[role="alert"]')?.focus();
  }, [id, count]);
}

function refusalOf(reply: Refused, count: number): Refusal {
  return { found: (reply.result.error ?? {}) as Findings, fromServer: reply, count };
}
