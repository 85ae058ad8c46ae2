import { Form, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button, ButtonLink, SendingContext } from "#app/ui/button.tsx";
import { RadioCards } from "#app/ui/choice.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Message } from "#app/ui/message.tsx";
import type { Difference } from "./conflict.server.ts";
import { CONFLICT_FIELD, conflictChoiceField, SAVING, type AnyForm } from "./define-form.ts";
import { filesNotSentText } from "./files-not-sent.ts";
import {
  sendingAttributes,
  SendingStatus,
  UnsavedChanges,
  useOneSubmit,
  useRefusedTitle,
  useSending,
} from "./form-status.tsx";
import type { ConflictReply, FormReply } from "./reply.ts";

/** The conflict, kept until its form is answered, because going back after a broken connection drops the reply with the input. */
export function useConflict(reply: FormReply | undefined): ConflictReply | undefined {
  const [latest, setLatest] = useState(reply);
  const [isAnswered, setIsAnswered] = useState(false);
  const { state, formMethod } = useNavigation();
  // Remix loads the page's data after an action has answered.
  const isAnsweredNow = state === "loading" && formMethod === "POST";
  if (isAnsweredNow ? !isAnswered : state === "submitting" && isAnswered) setIsAnswered(isAnsweredNow);
  if (reply && reply !== latest) setLatest(reply);
  const current = reply ?? (isAnswered ? undefined : latest);
  return current?.kind === "conflict" ? current : undefined;
}

export function ConflictPage({ form, reply }: { form: AnyForm; reply: ConflictReply }) {
  const { conflict, isChoiceMissing, fields } = reply;
  const [, unsentFile] = fields.find(([name]) => name === form.files) ?? [];
  const { pathname, search } = useLocation();
  const isSending = useSending(form.id);
  const sendingLabel = isSending ? SAVING : undefined;
  const leavingOnPurpose = useRef(false);
  useEffect(() => void (leavingOnPurpose.current = isSending), [isSending]);
  const onSubmit = useOneSubmit(() => (leavingOnPurpose.current = true));
  useRefusedTitle(1);
  return (
    <SendingContext.Provider value={sendingLabel}>
      <UnsavedChanges unsaved isSending={isSending} leavingOnPurpose={leavingOnPurpose} />
      <Form
        {...sendingAttributes(isSending)}
        method="post"
        className="stack-wide prose"
        noValidate
        data-unsaved
        onSubmit={onSubmit}
      >
        <ConflictSummary {...reply} />
        {unsentFile && <Message tone="warning">{filesNotSentText(unsentFile)}</Message>}
        {fields.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name={CONFLICT_FIELD} value={JSON.stringify(conflict)} />
        {conflict.differences.map((difference) => (
          <ConflictChoice key={difference.name} {...difference} isChoiceMissing={isChoiceMissing} />
        ))}
        <div className="cluster">
          <Button variant="primary">{form.button}</Button>
          <ButtonLink to={pathname + search} onClick={() => (leavingOnPurpose.current = true)} reloadDocument>
            Discard my changes
          </ButtonLink>
        </div>
      </Form>
      <SendingStatus label={sendingLabel} />
    </SendingContext.Provider>
  );
}

function ConflictSummary({ conflict, isChoiceMissing }: ConflictReply) {
  if (!isChoiceMissing) {
    const text =
      "Your changes aren't saved yet. For each field, choose which value to keep, then save again.";
    return <ErrorSummary heading={conflict.text} items={[{ text }]} />;
  }
  const unresolved = conflict.differences.filter(({ chosen }) => chosen === undefined);
  return (
    <ErrorSummary
      key="unchosen"
      items={unresolved.map(({ name, label }) => ({ text: chooseText(label), href: `#${choiceId(name)}` }))}
    />
  );
}

function ConflictChoice({ isChoiceMissing, ...difference }: Difference & { isChoiceMissing: boolean }) {
  const { name, label, theirs, yours, changedBy, chosen } = difference;
  return (
    <RadioCards
      id={choiceId(name)}
      name={conflictChoiceField(name)}
      inline
      label={label}
      errors={isChoiceMissing && chosen === undefined ? [chooseText(label)] : undefined}
      defaultValue={chosen}
      options={[
        {
          value: "theirs",
          label: theirs,
          hint: changedBy === "you" ? unchangedHint : "Saved by someone else",
        },
        { value: "yours", label: yours, hint: changedBy === "them" ? unchangedHint : "What you entered" },
      ]}
    />
  );
}

const unchangedHint = "As it was before";
const chooseText = (label: string) => `Choose a value for ${label}`;
const choiceId = (name: string) => `choice-${name}`;
