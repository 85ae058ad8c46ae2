import { useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { RadioCards } from "#app/ui/choice.tsx";
import type { AddressSuggestion } from "#shared/portal-api/address-lookup.ts";
import { CHOICE_FIELD, LOOKUP_FIELD } from "./address-fields.ts";
import styles from "./locations.module.css";

interface AddressChoicesProps {
  choices: readonly AddressSuggestion[];
  /** Undefined without scripts, when the button posts the form. */
  onChoose: ((choice: AddressSuggestion) => Promise<void>) | undefined;
}

export function AddressChoices({ choices, onChoose }: AddressChoicesProps) {
  const container = useRef<HTMLDivElement>(null);
  const submitChoice = () => {
    const radios = [...(container.current?.querySelectorAll<HTMLInputElement>("input") ?? [])];
    const chosen = choices[radios.findIndex(({ checked }) => checked)];
    if (chosen) void onChoose?.(chosen);
    else radios[0]?.focus();
  };
  const buttonProps = onChoose ? ({ type: "button", onClick: submitChoice } as const) : undefined;
  return (
    <div className={styles.choices} ref={container}>
      <RadioCards
        id="address-choice"
        name={CHOICE_FIELD}
        label="Choose an address"
        options={choices.map(({ id, text }) => ({ value: id, label: text }))}
        defaultValue={choices.length === 1 ? choices[0]?.id : undefined}
      />
      <Button name={LOOKUP_FIELD} value="pick" icon="check" formAction="#address-search" {...buttonProps}>
        Use this address
      </Button>
    </div>
  );
}
