import { FormProvider, parse, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useEffect, useRef, useState, type FormEvent, type MouseEvent, type ReactNode } from "react";
import { ACCOUNT_FIELD, INTENT_FIELD } from "#app/request/hidden-fields.ts";
import { SendingContext } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import { ConflictPage } from "./conflict.tsx";
import {
  buttonOf,
  CONFIRMED_FIELD,
  FINDINGS_SHOWN_FIELD,
  hasErrors,
  judgeForm,
  maySave,
  PERHAPS_SAVED,
  questionsOf,
  readValues,
  withoutStaleConsents,
  type SomeForm,
} from "./define-form.ts";
import { formContext } from "./form-context.ts";
import { SendingStatus, UnsavedChanges, useRefusedTitle, useSending, whileSending } from "./form-status.tsx";
import { FormSummary } from "./form-summary.tsx";
import { constraintsOf, type Finding, type Findings } from "./judge.ts";
import { replyTo, type FormView, type Refused } from "./reply.ts";

interface PortalFormProps {
  form: object;
  view: FormView;
  reply?: unknown;
  /** Sent by the browser itself, for an answer that is a page of its own. */
  reloadDocument?: boolean;
  children: ReactNode;
}

/** A form judged by the server's rules. Until its `key` changes it stays as it came up, whatever the page loads. */
export function PortalForm({ form: definition, view, reply, ...rest }: PortalFormProps) {
  const form = definition as SomeForm;
  const own = replyTo(form, reply);
  if (own?.kind === "conflict")
    return <ConflictPage reply={own} button={buttonOf(form, view.isNew)} files={form.files} />;
  const afterStep = own?.kind === "step" && { values: own.values, hidden: own.hidden };
  const shown = afterStep ? stepped(view, afterStep) : view;
  const refused = own?.kind === "refused" ? withCurrentConsents(form, view, own) : undefined;
  return <JudgedForm form={form} view={shown} own={refused} {...rest} />;
}

function withCurrentConsents(form: SomeForm, { current }: FormView, reply: Refused): Refused {
  const { initialValue } = reply.result;
  if (!initialValue) return reply;
  const kept = withoutStaleConsents(form, current, initialValue);
  return { ...reply, result: { ...reply.result, initialValue: kept } };
}

function stepped(view: FormView, { values, hidden }: Pick<FormView, "values" | "hidden">): FormView {
  const fixed = Object.keys(view.fixed).filter((name) => Object.hasOwn(values, name));
  const known = Object.fromEntries(fixed.map((name) => [name, view.values[name] ?? ""]));
  return { ...view, values: { ...values, ...known }, hidden: { ...view.hidden, ...hidden }, restored: false };
}

interface JudgedFormProps extends Omit<PortalFormProps, "form" | "reply"> {
  form: SomeForm;
  own: Refused | undefined;
}

function JudgedForm({ form, view: latest, own, children, ...target }: JudgedFormProps) {
  // A newer version beside older typing would save over what somebody else has changed.
  const [first] = useState(latest);
  const view = { ...first, current: latest.current };
  const { conform, refusal, standing, leaving, isSending, submit } = useJudgedForm(form, view, own);
  const unsaved = conform.dirty || view.restored || refusal !== undefined;
  return (
    <FormProvider context={conform.context}>
      <formContext.Provider value={{ form, view }}>
        <UnsavedChanges unsaved={unsaved} leaving={leaving} />
        <SendingContext.Provider value={isSending}>
          <Form
            {...target}
            {...whileSending(isSending)}
            method="post"
            encType={form.files === undefined ? undefined : "multipart/form-data"}
            id={conform.id}
            noValidate
            data-unsaved={unsaved}
            onMouseDown={form.checksOnBlur ? keepFocus : undefined}
            onSubmit={submit}
            className="stack-wide"
          >
            {/* Before the files: the server reads no field behind them. */}
            <HiddenFields form={form} view={view} reply={own} standing={standing} />
            {refusal && standing && (
              <FormSummary
                key={refusal.count}
                form={form}
                button={buttonOf(form, view.isNew)}
                found={standing}
                reply={refusal.fromServer}
              />
            )}
            {!refusal && view.restored && (
              <Message tone={view.perhapsSaved ? "warning" : "info"} heading="What you typed is back">
                <p>
                  {view.perhapsSaved
                    ? `It is not known whether it was saved. ${form.perhapsSaved ?? PERHAPS_SAVED}`
                    : "Please check it and send it again."}
                </p>
              </Message>
            )}
            {children}
          </Form>
        </SendingContext.Provider>
        <SendingStatus isSending={isSending} />
      </formContext.Provider>
    </FormProvider>
  );
}

/** A message that comes or goes as the field is left would move the pressed button away. */
function keepFocus(event: MouseEvent<HTMLElement>) {
  if ((event.target as Element).closest("button")) event.preventDefault();
}

interface HiddenFieldsProps {
  form: SomeForm;
  view: FormView;
  reply: Refused | undefined;
  standing: Findings | undefined;
}

function HiddenFields({ form, view, reply, standing }: HiddenFieldsProps) {
  // The banner asks for another press once no error is left.
  const questions = standing && !hasErrors(standing) ? questionsOf(standing) : [];
  const hidden = Object.entries(view.hidden).map(([name, value]) => [name, sentBefore(reply, name) ?? value]);
  const asked = [
    [CONFIRMED_FIELD, "true"],
    [FINDINGS_SHOWN_FIELD, questions.join(" ")],
  ];
  const all = [
    [ACCOUNT_FIELD, view.account],
    [INTENT_FIELD, form.id],
    ...hidden,
    ...Object.entries(view.current),
    ...(questions.length > 0 ? asked : []),
  ];
  return all.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** A refused form keeps the version that the person saw, whatever is current now. */
function sentBefore(reply: Refused | undefined, name: string): string | undefined {
  const value = reply?.result.initialValue?.[name];
  return typeof value === "string" ? value : undefined;
}

interface Refusal {
  readonly found: Findings;
  readonly fromServer?: Refused;
  /** Grows with each refusal: the key of its summary. */
  readonly count: number;
}

function useJudgedForm(form: SomeForm, view: FormView, own: Refused | undefined) {
  const attempted = useRef(own !== undefined);
  const leaving = useRef(false);
  const [refusal, setRefusal] = useState(own && refusalOf(own, 0));
  const isSending = useSending(form.id);
  const [conform] = useForm<Record<string, unknown>, Record<string, unknown>, readonly Finding[]>({
    id: form.id,
    lastResult: own?.result,
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
          const kept = intent === null ? {} : unmended(refusal?.fromServer, sent);
          return { error: { ...kept, ...found } as Record<string, readonly Finding[]> };
        },
      }),
  });
  useEffect(() => {
    if (!isSending) leaving.current = false;
  }, [isSending]);
  useLatestReply(own, (reply) => {
    attempted.current = true;
    setRefusal((before) => refusalOf(reply, (before?.count ?? 0) + 1));
  });
  const standing = refusal && standingOf(refusal, conform.allErrors);
  useRefusedTitle(standing && refusal.count);
  useSummaryFocus(form.id, refusal?.count);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    // conform judges by pressing a hidden button, and sends nothing then.
    const isUnjudged =
      submitter instanceof HTMLButtonElement && submitter.formNoValidate && !submitter.hidden;
    if (isSending) event.preventDefault();
    else if (isUnjudged) leaving.current = true;
    else conform.onSubmit(event);
  };
  return { conform, refusal, standing, leaving, isSending, submit };
}

/** What the server found in fields that are as they were sent: only a new post can tell whether it still holds. */
function unmended(reply: Refused | undefined, sent: Record<string, unknown>): Findings {
  const { error, initialValue } = reply?.result ?? {};
  const asSent = Object.entries((error ?? {}) as Findings).filter(
    ([name]) => JSON.stringify(sent[name]) === JSON.stringify(initialValue?.[name]),
  );
  return Object.fromEntries(asSent);
}

/** What the fields still say of a refusal; undefined once nothing is left of it. What is of no field stands. */
function standingOf({ found }: Refusal, errors: object): Findings | undefined {
  const now = errors as Findings;
  const left = Object.entries(found).flatMap(([name, all]) => {
    const standing = all.filter(({ text }) => name === "" || now[name]?.some((one) => one.text === text));
    return standing.length > 0 ? [[name, standing] as const] : [];
  });
  return left.length > 0 || Object.keys(found).length === 0 ? Object.fromEntries(left) : undefined;
}

function useLatestReply(own: Refused | undefined, take: (reply: Refused) => void) {
  const seen = useRef(own);
  useEffect(() => {
    if (own === seen.current) return;
    seen.current = own;
    if (own) take(own);
  });
}

/** The summary takes the focus with each refusal; on a page from the server it has it already. */
function useSummaryFocus(id: string, count: number | undefined) {
  const first = useRef(true);
  useEffect(() => {
    const wasServed = first.current;
    first.current = false;
    if (count === undefined || wasServed) return;
    document.getElementById(id)?.querySelector<HTMLElement>('[role="alert"]')?.focus();
  }, [id, count]);
}

function refusalOf(reply: Refused, count: number): Refusal {
  return { found: (reply.result.error ?? {}) as Findings, fromServer: reply, count };
}
