import { useRef } from "react";
import { OPT_OUT_ANSWER, OPT_OUT_FIELD, OPT_OUT_QUESTION } from "./account-form.ts";
import styles from "./account.module.css";
import { useScripts } from "../../grid/use-scripts.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { ButtonRow } from "../../ui/form-layout.tsx";

interface OptOutProps {
  optedOut: boolean;
  /** The question was answered with yes. */
  onOptOut: () => void;
  onUndo: () => void;
}

const QUESTION = "opt-out-question";

/** 'Unsubscribe from all': with scripts a dialog asks at once, without them the server asks on saving. */
export function OptOut({ optedOut, onOptOut, onUndo }: OptOutProps) {
  const scripts = useScripts();
  const dialog = useRef<HTMLDialogElement>(null);
  const state = scripts
    ? {
        checked: optedOut,
        onChange: () => (optedOut ? onUndo() : dialog.current?.showModal()),
      }
    : {};
  const answer = (yes: boolean) => {
    dialog.current?.close();
    if (yes) onOptOut();
  };
  return (
    <fieldset className={styles.section}>
      <legend>Unsubscribe from all</legend>
      <Checkbox id="opt-out" name={OPT_OUT_FIELD} label="Opt Out" {...state} />
      {optedOut && <input type="hidden" name={OPT_OUT_ANSWER} value="yes" />}
      {scripts && (
        <dialog ref={dialog} className={styles.dialog} aria-labelledby={QUESTION}>
          <p id={QUESTION}>{OPT_OUT_QUESTION}</p>
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
