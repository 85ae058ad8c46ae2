import { Form, useLocation } from "@remix-run/react";
import { Button, ButtonLink } from "../ui/button.tsx";
import { RadioCards } from "../ui/choice.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { CONFLICT_ADVICE } from "./reply.ts";
import { choiceField, type Conflict, CONFLICT_FIELD, type Difference } from "./conflict.ts";

/** What `submitOrCompare` answers when somebody else saved first. */
export interface ConflictReply {
  readonly conflict: Conflict;
  /** The page was sent with a choice still to make. */
  readonly unchosen: boolean;
  /** The form as typed, to be sent again. */
  readonly fields: readonly (readonly [string, string])[];
}

/** The conflict in an action's answer, if it is one. */
export function conflictIn(reply: unknown): ConflictReply | undefined {
  const isOne = typeof reply === "object" && reply !== null && "conflict" in reply && "unchosen" in reply;
  return isOne ? (reply as ConflictReply) : undefined;
}

/** Their value and yours, field by field, to choose from and save: a plain form (architecture §6). */
export function ConflictPage({ reply, button }: { reply: ConflictReply; button: string }) {
  const { conflict, unchosen, fields } = reply;
  const { pathname, search } = useLocation();
  const open = conflict.differences.filter(({ chosen }) => chosen === undefined);
  return (
    <Form method="post" className="stack-wide prose" noValidate>
      <ErrorSummary
        key={String(unchosen)}
        tone={unchosen ? "error" : "warning"}
        heading={unchosen ? "Please choose for each field below before saving." : conflict.text}
        items={
          unchosen
            ? open.map(({ name, label }) => ({ text: `Choose a value for ${label}`, href: `#${idOf(name)}` }))
            : [
                { text: "Nothing of yours was saved yet. Choose below what to keep, and save again." },
                { text: CONFLICT_ADVICE },
              ]
        }
      />
      {fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name={CONFLICT_FIELD} value={JSON.stringify(conflict)} />
      {conflict.differences.map((difference) => (
        <Choice key={difference.name} difference={difference} />
      ))}
      <div className="cluster">
        <Button variant="primary">{button}</Button>
        <ButtonLink to={pathname + search} reloadDocument>
          Discard my changes
        </ButtonLink>
      </div>
    </Form>
  );
}

function Choice({ difference }: { difference: Difference }) {
  const { name, label, theirs, yours, changedBy, chosen } = difference;
  return (
    <RadioCards
      id={idOf(name)}
      name={choiceField(name)}
      inline
      label={label}
      defaultValue={chosen}
      options={[
        {
          value: "theirs",
          label: theirs,
          hint: changedBy === "you" ? "As it was before" : "Saved by the other user",
        },
        {
          value: "yours",
          label: yours,
          hint: changedBy === "them" ? "As it was before" : "What you entered",
        },
      ]}
    />
  );
}

const idOf = (name: string) => `choice-${name}`;
