import { useActionData } from "@remix-run/react";
import { useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { buttonAnswerOf } from "#app/forms/reply.ts";
import { Button } from "#app/ui/button.tsx";
import { RadioCards } from "#app/ui/choice.tsx";
import { DefaultSubmit } from "#app/ui/default-submit.tsx";
import { Message } from "#app/ui/message.tsx";
import type { AddressSuggestion } from "#shared/portal-api/address-lookup.ts";
import type { PostalAddress } from "#shared/portal-api/shapes.ts";
import { ADDRESS_SEARCH_ID, AddressCombobox } from "./address-combobox.tsx";
import { CHOICE_FIELD, LOOKUP_FIELD, SEARCHED_FIELD } from "./address-fields.ts";
import styles from "./locations.module.css";
import type { AddressSearchResult } from "./search-address.server.ts";
import { useCombobox } from "./use-combobox.ts";

interface AddressSearchProps {
  form: { readonly id: string };
  unavailableText: string;
}

/** Finds an address and fills in the form, from suggestions or, without scripts, with a button and a list. */
export function AddressSearch({ form: definition, unavailableText }: AddressSearchProps) {
  const isHydrated = useHydrated();
  const result = buttonAnswerOf<AddressSearchResult>(definition, useActionData())?.data;
  const { text = "", choices = [], problem, isFilledIn = false } = result ?? {};
  const container = useRef<HTMLDivElement>(null);
  const combobox = useCombobox(unavailableText, (address, choice) => {
    const form = container.current?.closest("form");
    const input = container.current?.querySelector<HTMLInputElement>(`#${ADDRESS_SEARCH_ID}`);
    if (input) input.value = choice.text;
    if (form) fillIn(form, address);
    input?.focus();
  });
  // Choices found without scripts are outdated once scripts have searched or chosen.
  const hasNewerResult = combobox.hasSearched || (combobox.statusText !== "" && !combobox.isProblem);
  return (
    <div className={styles.search} id="address-search" ref={container}>
      {!isHydrated && <DefaultSubmit name={LOOKUP_FIELD} value="enter" />}
      <div className={styles.searchRow}>
        <AddressCombobox initialText={text} problem={problem} combobox={combobox} />
        {!isHydrated && (
          <Button name={LOOKUP_FIELD} value="search" icon="search" formAction="#address-search">
            Find address
          </Button>
        )}
      </div>
      {!isHydrated && <input type="hidden" name={SEARCHED_FIELD} value={text} />}
      {choices.length > 0 && !hasNewerResult && (
        <AddressChoices choices={choices} onChoose={isHydrated ? combobox.choose : undefined} />
      )}
      {isFilledIn && <Message tone="success">The address is filled in below. Please check it.</Message>}
    </div>
  );
}

interface AddressChoicesProps {
  choices: readonly AddressSuggestion[];
  /** Undefined without scripts, when the button posts the form. */
  onChoose: ((choice: AddressSuggestion) => Promise<void>) | undefined;
}

function AddressChoices({ choices, onChoose }: AddressChoicesProps) {
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

/** Fires input events, so that the form checks the address and knows it's unsaved. */
function fillIn(form: HTMLFormElement, address: PostalAddress): void {
  for (const [name, value] of Object.entries(address)) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement) || field.value === value) continue;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
