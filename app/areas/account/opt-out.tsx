import { Form } from "@remix-run/react";
import { useRef, useState, type MouseEvent } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useFormField } from "#app/forms/form-context.ts";
import type { FieldEntries } from "#app/forms/reply.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/choice.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { OPT_OUT_ANSWER, OPT_OUT_CONFIRMED, OPT_OUT_FIELD, OPT_OUT_QUESTION } from "./account-form.ts";
import styles from "./account.module.css";

const OPT_OUT_HINT = "This clears every box above, including those under Service.";
const QUESTION_ID = "opt-out-question";
const CHECKBOX_ID = "opt-out";

/** Asks for confirmation in a dialog, then calls `onOptOut`. Without scripts the server asks on saving. */
export function OptOut({ onOptOut }: { onOptOut: () => void }) {
  const { initialValues } = useFormField(OPT_OUT_FIELD);
  const isHydrated = useHydrated();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isConfirmed, setConfirmed] = useState(initialValues.includes(OPT_OUT_CONFIRMED));
  const ask = (event: MouseEvent<HTMLInputElement>) => {
    if (!event.currentTarget.checked || !dialog.current) return;
    event.preventDefault();
    dialog.current.showModal();
  };
  const answer = (yes: boolean) => {
    dialog.current?.close();
    if (!yes) return;
    setConfirmed(true);
    setOptOutTicked(true);
    onOptOut();
  };
  return (
    <fieldset className={styles.section}>
      <legend>Unsubscribe from all</legend>
      <Checkbox
        id={CHECKBOX_ID}
        name={OPT_OUT_FIELD}
        value={isConfirmed ? OPT_OUT_CONFIRMED : "on"}
        label="Opt Out"
        hint={OPT_OUT_HINT}
        defaultChecked={initialValues.length > 0 && initialValues[0] !== ""}
        onClick={ask}
      />
      {isHydrated && (
        <dialog ref={dialog} className="dialog" aria-labelledby={QUESTION_ID}>
          <p id={QUESTION_ID}>{OPT_OUT_QUESTION}</p>
          <ButtonRow>
            <Button type="button" variant="primary" onClick={() => answer(true)}>
              Opt Out
            </Button>
            <Button type="button" onClick={() => answer(false)}>
              Cancel
            </Button>
          </ButtonRow>
        </dialog>
      )}
    </fieldset>
  );
}

/** Ticks or unticks the box and fires the `input` event that the form listens for. */
export function setOptOutTicked(checked: boolean): void {
  const box = document.getElementById(CHECKBOX_ID);
  if (!(box instanceof HTMLInputElement) || box.checked === checked) return;
  box.checked = checked;
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Asks for confirmation without scripts. Hidden inputs carry what the form sent. */
export function OptOutPage({ fields }: { fields: FieldEntries }) {
  return (
    <Form method="post" className={styles.question}>
      {fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Card heading="Unsubscribe from all" id="opt-out" icon="mail">
        <div className="stack">
          <p>{OPT_OUT_QUESTION}</p>
          <p>This clears every marketing preference, including those under Service.</p>
          <ButtonRow>
            <Button variant="primary" name={OPT_OUT_ANSWER} value="yes">
              Opt Out
            </Button>
            <Button name={OPT_OUT_ANSWER} value="no">
              Cancel
            </Button>
          </ButtonRow>
        </div>
      </Card>
    </Form>
  );
}
