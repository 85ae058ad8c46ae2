import { FormProvider, parse, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { ACCOUNT_FIELD } from "../request/account-field.ts";
import { Message } from "../ui/message.tsx";
import {
  CONFIRMED_FIELD,
  hasErrors,
  INTENT_FIELD,
  judgeForm,
  maySave,
  questionsOf,
  readValues,
  SHOWN_FIELD,
  type SomeForm,
} from "./define-form.ts";
import { formContext } from "./form-context.ts";
import { FormSummary } from "./form-summary.tsx";
import { type Finding, type Findings, requiredFields } from "./judge.ts";
import type { FormReply, FormView } from "./reply.ts";
import { UnsavedChanges } from "./unsaved-changes.tsx";

interface PortalFormProps {
  /** What `defineForm` gave. */
  form: object;
  /** What `openForm` gave the loader. */
  view: FormView;
  /** What the action answered, if anything: `useActionData()` as it is. */
  reply?: unknown;
  /** Where it is sent to. Default: the page itself. */
  action?: string;
  /** Sent by the browser itself, for an answer that is a page of its own (the card provider's form). */
  reloadDocument?: boolean;
  /** Fields of the kit and the form's button, in any layout. */
  children: ReactNode;
}

/**
 * A form that is judged by the server's rules (architecture §6): complete without scripts; with them it re-checks
 * on each edit, spares refused posts their way to the server and asks before unsaved changes are left.
 */
export function PortalForm({
  form: definition,
  view,
  reply,
  action,
  reloadDocument,
  children,
}: PortalFormProps) {
  const form = definition as SomeForm;
  const own = replyTo(form, reply);
  const { conform, refusal, sending, isSending } = useJudgedForm(form, view, own);
  const required = useMemo(
    () => requiredFields([...(form.rules ?? []), ...view.rules]),
    [form.rules, view.rules],
  );
  const questions = refusal && !hasErrors(refusal.found) ? questionsOf(refusal.found) : [];
  return (
    <FormProvider context={conform.context}>
      <formContext.Provider value={{ form, required }}>
        <UnsavedChanges unsaved={conform.dirty || view.restored || refusal !== undefined} sending={sending} />
        <Form
          method="post"
          action={action}
          reloadDocument={reloadDocument}
          id={conform.id}
          noValidate
          onSubmit={(event) => (isSending ? event.preventDefault() : conform.onSubmit(event))}
          className="stack-wide"
        >
          {refusal ? (
            <FormSummary key={refusal.count} form={form} found={refusal.found} reply={refusal.fromServer} />
          ) : (
            view.restored && <Restored />
          )}
          {children}
          <Hidden name={ACCOUNT_FIELD} value={view.account} />
          <Hidden name={INTENT_FIELD} value={form.id} />
          {Object.entries(view.hidden).map(([name, value]) => (
            <Hidden key={name} name={name} value={sentBefore(own, name) ?? value} />
          ))}
          {Object.entries(view.current).map(([name, value]) => (
            <Hidden key={name} name={name} value={value} />
          ))}
          {questions.length > 0 && (
            <>
              <Hidden name={CONFIRMED_FIELD} value="true" />
              <Hidden name={SHOWN_FIELD} value={questions.join(" ")} />
            </>
          )}
        </Form>
      </formContext.Provider>
    </FormProvider>
  );
}

const Hidden = (props: { name: string; value: string }) => <input type="hidden" {...props} />;

/** A refused form stays what it was: with the version that the person saw, not with the one that is current now. */
function sentBefore(reply: FormReply | undefined, name: string): string | undefined {
  const value = reply?.result.initialValue?.[name];
  return typeof value === "string" ? value : undefined;
}

function Restored() {
  return (
    <Message tone="info" heading="What you typed is back">
      <p>Please check it and send it again.</p>
    </Message>
  );
}

interface Refusal {
  readonly found: Findings;
  readonly fromServer?: FormReply;
  /** Grows with each refusal, so that the summary is new each time. */
  readonly count: number;
}

function useJudgedForm(form: SomeForm, view: FormView, own: FormReply | undefined) {
  const attempted = useRef(own !== undefined);
  const sending = useRef(false);
  const [refusal, setRefusal] = useState(own && refusalOf(own, 0));
  const isSending = useNavigation().state === "submitting";
  const [conform] = useForm<Record<string, unknown>, Record<string, unknown>, readonly Finding[]>({
    id: form.id,
    lastResult: own?.result,
    defaultValue: view.values as Record<string, string>,
    shouldValidate: "onInput",
    shouldDirtyConsider: (name) => name in readValues(form, {}),
    onValidate: ({ formData }) =>
      parse<Record<string, unknown>, readonly Finding[]>(formData, {
        resolve(sent, intent) {
          attempted.current ||= intent === null;
          const found = judgeForm(form, view, sent, attempted.current);
          if (intent === null) {
            sending.current = maySave(found, sent);
            if (sending.current) return { value: sent };
            setRefusal((before) => ({ found, count: (before?.count ?? 0) + 1 }));
          }
          return { error: found as Record<string, readonly Finding[]> };
        },
      }),
  });
  useLatestReply(own, (reply) => {
    sending.current = false;
    attempted.current = true;
    setRefusal((before) => refusalOf(reply, (before?.count ?? 0) + 1));
  });
  useRefusedPage(form.id, refusal?.count);
  return { conform, refusal, sending, isSending };
}

/** Takes over an answer that came by script, after the first render. */
function useLatestReply(own: FormReply | undefined, take: (reply: FormReply) => void) {
  const seen = useRef(own);
  useEffect(() => {
    if (own === seen.current) return;
    seen.current = own;
    if (own) take(own);
  });
}

/** What the server does for a page without scripts: the summary takes the focus, the title says 'Error: '. */
function useRefusedPage(id: string, count: number | undefined) {
  const first = useRef(true);
  useEffect(() => {
    const wasServed = first.current;
    first.current = false;
    if (count === undefined || wasServed) return;
    document.getElementById(id)?.querySelector<HTMLElement>('[role="alert"]')?.focus();
    const { title } = document;
    if (title.startsWith("Error: ")) return;
    document.title = `Error: ${title}`;
    return () => {
      if (document.title === `Error: ${title}`) document.title = title;
    };
  }, [id, count]);
}

function refusalOf(reply: FormReply, count: number): Refusal {
  return { found: (reply.result.error ?? {}) as Findings, fromServer: reply, count };
}

function replyTo(form: SomeForm, reply: unknown): FormReply | undefined {
  const isOurs = typeof reply === "object" && reply !== null && "form" in reply && reply.form === form.id;
  return isOurs ? (reply as FormReply) : undefined;
}
