import { CHOICE_FIELD, LOOKUP_FIELD } from "./address-search-reply.ts";
import styles from "./locations.module.css";
import type { AddressSuggestion } from "../../portal-api/address-lookup.ts";
import { Button } from "../../ui/button.tsx";
import { RadioCards } from "../../ui/choice.tsx";

/** The addresses that a search by plain post has found, to choose one from. */
export function AddressChoices({ choices }: { choices: readonly AddressSuggestion[] }) {
  return (
    <div className={styles.choices}>
      <RadioCards
        id="address-choice"
        name={CHOICE_FIELD}
        label="Choose an address"
        options={choices.map(({ id, text }) => ({ value: id, label: text }))}
        defaultValue={choices.length === 1 ? choices[0]?.id : undefined}
      />
      <Button name={LOOKUP_FIELD} value="pick" icon="check" formAction="#address-search">
        Use this address
      </Button>
    </div>
  );
}
