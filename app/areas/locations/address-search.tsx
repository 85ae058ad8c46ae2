import { AddressChoices } from "./address-choices.tsx";
import { AddressCombobox } from "./address-combobox.tsx";
import { type AddressSearchReply, LOOKUP_FIELD, SEARCHED_FIELD } from "./address-search-reply.ts";
import styles from "./locations.module.css";
import { useScripts } from "../../grid/use-scripts.ts";
import { Button } from "../../ui/button.tsx";
import { Message } from "../../ui/message.tsx";

interface AddressSearchProps {
  /** What a search by plain post answered. */
  reply: AddressSearchReply | undefined;
  unavailable: string;
}

/** Finds an address and fills the form with it: suggestions while typing, or without scripts a button and a list. */
export function AddressSearch({ reply, unavailable }: AddressSearchProps) {
  const scripts = useScripts();
  const { text = "", choices = [], problem, filled = false } = reply?.addressSearch ?? {};
  return (
    <div className={styles.search} id="address-search">
      {/* Enter in any field of a form presses its first button: this one, which nobody sees. */}
      {!scripts && (
        <button type="submit" name={LOOKUP_FIELD} value="enter" className={styles.enter} tabIndex={-1}>
          Continue
        </button>
      )}
      <div className={styles.searchRow}>
        <AddressCombobox initialText={text} problem={problem} unavailable={unavailable} />
        {!scripts && (
          <Button name={LOOKUP_FIELD} value="search" icon="search" formAction="#address-search">
            Find address
          </Button>
        )}
      </div>
      {!scripts && <input type="hidden" name={SEARCHED_FIELD} value={text} />}
      {choices.length > 0 && !scripts && <AddressChoices choices={choices} />}
      {filled && (
        <Message tone="success">
          <p>The address is filled in below. Please check it.</p>
        </Message>
      )}
    </div>
  );
}
