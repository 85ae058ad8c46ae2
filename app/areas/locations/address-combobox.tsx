import { useHydrated } from "remix-utils/use-hydrated";
import { FieldNotes } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { AddressSuggestion } from "#shared/portal-api/address-lookup.ts";
import { SEARCH_FIELD } from "./address-fields.ts";
import styles from "./locations.module.css";
import type { useCombobox } from "./use-combobox.ts";

interface AddressComboboxProps {
  initialText: string;
  problem: string | undefined;
  combobox: ReturnType<typeof useCombobox>;
}

export const ADDRESS_SEARCH_ID = "location-addressSearch";
const LIST_ID = "location-addresses";
const optionId = (index: number) => `${LIST_ID}-${index}`;

/** The address search field: a plain input or, with scripts, a combobox with suggestions. Its value isn't saved. */
export function AddressCombobox({ initialText, problem, combobox }: AddressComboboxProps) {
  const isHydrated = useHydrated();
  const { activeIndex, isOpen, hasSearched, statusText, isProblem } = combobox;
  const comboboxAttributes = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": isOpen,
    "aria-controls": LIST_ID,
    "aria-activedescendant": activeIndex < 0 ? undefined : optionId(activeIndex),
  } as const;
  return (
    <div className={styles.combobox}>
      <TextInput
        id={ADDRESS_SEARCH_ID}
        label="Search with autocomplete or type address manually"
        placeholder="Start typing to find address"
        autoComplete="off"
        defaultValue={initialText}
        warnings={problem && !hasSearched ? [problem] : undefined}
        name={isHydrated ? undefined : SEARCH_FIELD}
        {...(isHydrated ? comboboxAttributes : {})}
        onInput={(event) => combobox.search(event.currentTarget.value)}
        onBlur={combobox.close}
        onKeyDown={combobox.onKeyDown}
      />
      {isHydrated && (
        <>
          <Options {...combobox} />
          <div role="status" className={styles.status}>
            {isProblem ? <FieldNotes id={ADDRESS_SEARCH_ID} warnings={[statusText]} /> : statusText}
          </div>
        </>
      )}
    </div>
  );
}

interface OptionsProps {
  choices: readonly AddressSuggestion[];
  activeIndex: number;
  isOpen: boolean;
  choose: (choice: AddressSuggestion) => Promise<void>;
}

function Options({ choices, activeIndex, isOpen, choose }: OptionsProps) {
  return (
    <ul id={LIST_ID} role="listbox" aria-label="Addresses" className={styles.options} hidden={!isOpen}>
      {choices.map((choice, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input handles the keys
        <li
          key={choice.id}
          id={optionId(index)}
          ref={index === activeIndex ? scrollIntoView : undefined}
          role="option"
          aria-selected={index === activeIndex}
          className={styles.option}
          // Keeps the focus in the input, because the list closes on blur.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => void choose(choice)}
        >
          {choice.text}
        </li>
      ))}
    </ul>
  );
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}
