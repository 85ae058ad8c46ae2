import { useHydrated } from "remix-utils/use-hydrated";
import type { AddressSuggestion } from "#app/portal-api/address-lookup.ts";
import { FieldNotes } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { SEARCH_FIELD } from "./address-fields.ts";
import styles from "./locations.module.css";
import type { useCombobox } from "./use-combobox.ts";

interface AddressComboboxProps {
  initialText: string;
  problem: string | undefined;
  search: ReturnType<typeof useCombobox>;
}

export const ADDRESS_SEARCH = "location-addressSearch";
const LIST = "location-addresses";
const optionId = (index: number) => `${LIST}-${index}`;

/** The address search field: a plain input, or with scripts a combobox with suggestions. Its value is not saved. */
export function AddressCombobox({ initialText, problem, search }: AddressComboboxProps) {
  const scripts = useHydrated();
  const { active, isOpen, isAsked, text, isProblem } = search;
  const combobox = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": isOpen,
    "aria-controls": LIST,
    "aria-activedescendant": active < 0 ? undefined : optionId(active),
  } as const;
  return (
    <div className={styles.combobox}>
      <TextInput
        id={ADDRESS_SEARCH}
        label="Search with autocomplete or type address manually"
        placeholder="Start typing to find address"
        autoComplete="off"
        maxLength={200}
        defaultValue={initialText}
        warnings={problem && !isAsked ? [problem] : undefined}
        name={scripts ? undefined : SEARCH_FIELD}
        {...(scripts ? combobox : {})}
        onInput={(event) => search.look(event.currentTarget.value)}
        onBlur={search.close}
        onKeyDown={search.onKeyDown}
      />
      {scripts && (
        <>
          <Options {...search} />
          <div role="status" className={styles.status}>
            {isProblem ? <FieldNotes id={ADDRESS_SEARCH} warnings={[text]} /> : text}
          </div>
        </>
      )}
    </div>
  );
}

interface OptionsProps {
  choices: readonly AddressSuggestion[];
  active: number;
  isOpen: boolean;
  take: (choice: AddressSuggestion) => Promise<void>;
}

function Options({ choices, active, isOpen, take }: OptionsProps) {
  return (
    <ul id={LIST} role="listbox" aria-label="Addresses" className={styles.options} hidden={!isOpen}>
      {choices.map((choice, index) => (
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events
        <li
          key={choice.id}
          id={optionId(index)}
          ref={index === active ? intoView : undefined}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => void take(choice)}
        >
          {choice.text}
        </li>
      ))}
    </ul>
  );
}

function intoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}
