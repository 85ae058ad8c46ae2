import { FormProvider, parse, useForm } from "@conform-to/react";
import { Form, useActionData } from "@remix-run/react";
import { useEffect, useRef, useState, type FormEvent, type MouseEvent, type ReactNode } from "react";
import { ACCOUNT_FIELD, INTENT_FIELD, PERSON_FIELD } from "#app/request/hidden-fields.ts";
import { SendingContext } from "#app/ui/button.tsx";
import { ConflictPage, useConflict } from "./conflict.tsx";
import {
  CONFIRMED_FIELD,
  FINDINGS_SHOWN_FIELD,
  findingsToConfirm,
  hasErrors,
  maySave,
  readValues,
  SAVING,
  validateForm,
  withoutStaleAgreements,
  type AnyForm,
} from "./define-form.ts";
import { formContext } from "./form-context.ts";
import {
  sendingAttributes,
  SendingStatus,
  UnsavedChanges,
  useOneSubmit,
  useRefusedTitle,
  useSending,
} from "./form-status.tsx";
import { DraftNotice, FormSummary } from "./form-summary.tsx";
import { replyTo, type FormView, type RefusedReply } from "./reply.ts";
import { constraintsOf, type Finding, type Findings } from "./validate.ts";

interface PortalFormProps {
  form: object;
  view: FormView;
  /** Posts without fetch, so that the answer replaces the document. */
  reloadDocument?: boolean;
  /** The flow's path. Leaving it asks first even if nothing was typed here, because earlier steps would be lost. */
  flowPath?: string;
  children: ReactNode;
}

/** A form checked by the server's rules, with its action's answer. Until its `key` changes, it ignores a reloaded `view` except for `shownNow`. */
export function PortalForm({ form: definition, view, ...rest }: PortalFormProps) {
  const form = definition as AnyForm;
  const formReply = replyTo(form, useActionData() ?? view.reply);
  const conflict = useConflict(formReply);
  if (conflict) return <ConflictPage form={form} reply={conflict} />;
  const shown = formReply?.kind === "button" ? viewAfterButton(view, formReply) : view;
  const refused = formReply?.kind === "refused" ? withCurrentAgreements(form, view, formReply) : undefined;
  return <ValidatedForm form={form} view={shown} refused={refused} {...rest} />;
}

/** Unticks the agreements in a refused form if what they agreed to (`shownNow`, e.g. a price) has changed since. */
function withCurrentAgreements(form: AnyForm, { shownNow }: FormView, reply: RefusedReply): RefusedReply {
  const { initialValue } = reply.result;
  if (!initialValue) return reply;
  const valuesNow = withoutStaleAgreements(form, shownNow, initialValue);
  return { ...reply, result: { ...reply.result, initialValue: valuesNow } };
}

/** The view after a button that doesn't save: values as posted, but fixed fields from the server. */
function viewAfterButton(view: FormView, { values }: Pick<FormView, "values">): FormView {
  const fixed = Object.keys(view.fixed).filter((name) => Object.hasOwn(values, name));
  const fixedValues = Object.fromEntries(fixed.map((name) => [name, view.values[name] ?? ""]));
  const hidden = hiddenAsPosted(view, values);
  return { ...view, values: { ...values, ...fixedValues }, hidden, restored: false };
}

interface ValidatedFormProps extends Omit<PortalFormProps, "form"> {
  form: AnyForm;
  refused: RefusedReply | undefined;
}

function ValidatedForm({
  form,
  view: latest,
  refused,
  flowPath,
  children,
  ...formProps
}: ValidatedFormProps) {
  // A newer row version with older input would overwrite other people's changes.
  const [initial] = useState({ ...latest, hidden: hiddenAsPosted(latest, refused?.result.initialValue) });
  const view = { ...initial, shownNow: latest.shownNow };
  const validation = useValidation(form, view, refused);
  const { conform, refusal, remaining, leavingOnPurpose, isSending } = validation;
  const onSubmit = useOneSubmit(validation.submit, formProps.reloadDocument);
  const sendingLabel = isSending ? sendingLabelOf(form) : undefined;
  const unsaved = conform.dirty || view.restored || refusal !== undefined;
  return (
    <FormProvider context={conform.context}>
      <formContext.Provider value={{ form, view }}>
        <UnsavedChanges
          unsaved={unsaved || (isSending && form.files !== undefined)}
          {...{ isSending, leavingOnPurpose, flowPath }}
        />
        <SendingContext.Provider value={sendingLabel}>
          <Form
            {...formProps}
            {...sendingAttributes(isSending)}
            method="post"
            encType={form.files === undefined ? undefined : "multipart/form-data"}
            id={conform.id}
            noValidate
            data-unsaved={unsaved}
            onMouseDown={form.checksOnBlur ? keepFocus : undefined}
            onSubmit={onSubmit}
            className="stack-wide"
          >
            {/* The server doesn't read fields after the files, so these come first. */}
            <HiddenFields form={form} view={view} reply={refused} remaining={remaining} />
            {refusal && remaining && (
              <FormSummary key={refusal.count} form={form} findings={remaining} reply={refusal.fromServer} />
            )}
            {!refusal && view.restored && <DraftNotice form={form} view={view} />}
            {children}
          </Form>
        </SendingContext.Provider>
        <SendingStatus label={sendingLabel} />
      </formContext.Provider>
    </FormProvider>
  );
}

const sendingLabelOf = ({ sendingLabel, bannerVerb }: AnyForm) =>
  sendingLabel ?? (bannerVerb === "submitting" ? "Sending…" : SAVING);

/** Keeps the focus in the field, because a message that appears on blur would move the button before the click ends. */
function keepFocus(event: MouseEvent<HTMLElement>) {
  if ((event.target as Element).closest("button")) event.preventDefault();
}

interface HiddenFieldsProps {
  form: AnyForm;
  view: FormView;
  reply: RefusedReply | undefined;
  remaining: Findings | undefined;
}

function HiddenFields({ form, view, reply, remaining }: HiddenFieldsProps) {
  const toConfirm = remaining && !hasErrors(remaining) ? findingsToConfirm(remaining) : [];
  const confirmation = [
    [CONFIRMED_FIELD, "true"],
    [FINDINGS_SHOWN_FIELD, toConfirm.join(" ")],
  ];
  const inputs = [
    [ACCOUNT_FIELD, view.account],
    [PERSON_FIELD, view.person],
    [INTENT_FIELD, form.id],
    ...Object.entries(hiddenAsPosted(view, reply?.result.initialValue)),
    ...Object.entries(view.shownNow),
    ...(toConfirm.length > 0 ? confirmation : []),
  ];
  return inputs.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** A form that came back keeps its hidden fields, so its row version is still the one that the person saw. */
function hiddenAsPosted({ hidden }: FormView, posted?: Readonly<Record<string, unknown>> | null) {
  const withPosted = Object.entries(hidden).map(([name, value]): [string, string] => {
    const sent = posted?.[name];
    return [name, typeof sent === "string" ? sent : value];
  });
  return Object.fromEntries(withPosted);
}

interface Refusal {
  readonly findings: Findings;
  readonly fromServer?: RefusedReply;
  /** How many times it's been refused. A new number moves the focus to the summary again. */
  readonly count: number;
}

function useValidation(form: AnyForm, view: FormView, refused: RefusedReply | undefined) {
  const attempted = useRef(refused !== undefined);
  const leavingOnPurpose = useRef(false);
  const [refusal, setRefusal] = useState(refused && refusalOf(refused, 0));
  // The warnings that this post confirms. They stay in `remaining`, because the hidden fields that confirm them are made
  // from it, and a full-page post only reads those after the form has rendered again.
  const [confirmed, setConfirmed] = useState<Findings>();
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
        resolve(sent, conformIntent) {
          // Conform's intent is null when the form is submitted, and says what else it's checking otherwise.
          const isSubmit = conformIntent === null;
          attempted.current ||= isSubmit;
          const findings = validateForm(form, view, sent, attempted.current);
          const willSend = isSubmit && maySave(findings, sent, form);
          setConfirmed(willSend && remaining && !hasErrors(remaining) ? remaining : undefined);
          if (!isSubmit)
            return { error: { ...unchangedServerFindings(refusal?.fromServer, sent), ...findings } };
          leavingOnPurpose.current = willSend;
          if (willSend) return { value: sent };
          setRefusal((before) => ({ findings, count: (before?.count ?? 0) + 1 }));
          return { error: findings };
        },
      }),
  });
  useEffect(() => {
    if (!isSending) leavingOnPurpose.current = false;
  }, [isSending]);
  useLatestReply(refused, (reply) => {
    attempted.current = true;
    setConfirmed(undefined);
    setRefusal((before) => refusalOf(reply, (before?.count ?? 0) + 1));
  });
  const remaining = confirmed ?? (refusal && remainingFindings(refusal, conform.allErrors));
  useRefusedTitle(remaining && hasErrors(remaining) ? refusal?.count : undefined);
  useSummaryFocus(form.id, refusal?.count);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    // conform validates by clicking a hidden submit button that has formNoValidate.
    const skipsValidation =
      submitter instanceof HTMLButtonElement && submitter.formNoValidate && !submitter.hidden;
    if (skipsValidation) leavingOnPurpose.current = true;
    else conform.onSubmit(event);
  };
  return { conform, refusal, remaining, leavingOnPurpose, isSending, submit };
}

/** The server's findings about fields that haven't changed since, because only the server can check them again. */
function unchangedServerFindings(reply: RefusedReply | undefined, sent: Record<string, unknown>): Findings {
  const { error, initialValue } = reply?.result ?? {};
  const unchanged = Object.entries((error ?? {}) as Findings).filter(
    ([name]) => JSON.stringify(sent[name]) === JSON.stringify(initialValue?.[name]),
  );
  return Object.fromEntries(unchanged);
}

/** A refusal's findings that still apply; undefined once all are resolved. Those about the whole form always apply. */
function remainingFindings({ findings }: Refusal, errors: object): Findings | undefined {
  const current = errors as Findings;
  const remaining = Object.entries(findings).flatMap(([name, list]) => {
    const lasting = list.filter(
      ({ text }) => name === "" || current[name]?.some((finding) => finding.text === text),
    );
    return lasting.length > 0 ? [[name, lasting] as const] : [];
  });
  return remaining.length > 0 ? Object.fromEntries(remaining) : undefined;
}

function useLatestReply(reply: RefusedReply | undefined, onReply: (latest: RefusedReply) => void) {
  const latestReply = useRef(reply);
  useEffect(() => {
    if (reply === latestReply.current) return;
    latestReply.current = reply;
    if (reply) onReply(reply);
  });
}

/** Focuses the summary after each refusal; on the first render `autoFocus` has already done it. */
function useSummaryFocus(id: string, count: number | undefined) {
  const isFirstRender = useRef(true);
  useEffect(() => {
    const wasFirstRender = isFirstRender.current;
    isFirstRender.current = false;
    if (count === undefined || wasFirstRender) return;
    // Conform has focused the first refused field, and Firefox scrolls to its caret before the next frame.
    requestAnimationFrame(() =>
      document.getElementById(id)?.querySelector<HTMLElement>('[role="alert"]')?.focus(),
    );
  }, [id, count]);
}

function refusalOf(reply: RefusedReply, count: number): Refusal {
  return { findings: (reply.result.error ?? {}) as Findings, fromServer: reply, count };
}
