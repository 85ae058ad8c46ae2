import { useRef } from "react";
import type { AddressSuggestion } from "#app/portal-api/address-lookup.ts";
import { Button } from "#app/ui/button.tsx";
import { RadioCards } from "#app/ui/choice.tsx";
import { CHOICE_FIELD, LOOKUP_FIELD } from "./address-fields.ts";
import styles from "./locations.module.css";

interface AddressChoicesProps {
  choices: readonly AddressSuggestion[];
  onUse: ((choice: AddressSuggestion) => Promise<void>) | undefined;
}

export function AddressChoices({ choices, onUse }: AddressChoicesProps) {
  const part = useRef<HTMLDivElement>(null);
  const use = () => {
    const radios = [...(part.current?.querySelectorAll<HTMLInputElement>("input") ?? [])];
    const chosen = choices[radios.findIndex(({ checked }) => checked)];
    if (chosen) void onUse?.(chosen);
    else radios[0]?.focus();
  };
  const press = onUse ? ({ type: "button", onClick: use } as const) : undefined;
  return (
    <div className={styles.choices} ref={part}>
      <RadioCards
        id="address-choice"
        name={CHOICE_FIELD}
        label="Choose an address"
        options={choices.map(({ id, text }) => ({ value: id, label: text }))}
        defaultValue={choices.length === 1 ? choices[0]?.id : undefined}
      />
      <Button name={LOOKUP_FIELD} value="pick" icon="check" formAction="#address-search" {...press}>
        Use this address
      </Button>
    </div>
  );
}
