import { type KeyboardEvent, useRef, useState } from "react";
import { SEARCH_FIELD } from "./address-search-reply.ts";
import { fillIn } from "./fill-in.ts";
import styles from "./locations.module.css";
import { useSuggestions } from "./use-suggestions.ts";
import { useScripts } from "../../grid/use-scripts.ts";
import type { AddressSuggestion } from "../../portal-api/address-lookup.ts";
import { TextInput } from "../../ui/text-input.tsx";

interface AddressComboboxProps {
  initialText: string;
  /** What went wrong with a search by plain post. */
  problem: string | undefined;
  unavailable: string;
}

const INPUT = "location-addressSearch";
const LIST = "location-addresses";
const optionId = (index: number) => `${LIST}-${index}`;

/**
 * The address search's box: a plain input, and with scripts an editable combobox with a list of suggestions, by the
 * pattern of the ARIA Authoring Practices. Nothing of it is saved.
 */
export function AddressCombobox({ initialText, problem, unavailable }: AddressComboboxProps) {
  const scripts = useScripts();
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const [asked, setAsked] = useState(false);
  const { suggested, suggestLater, choose, close } = useSuggestions(unavailable);
  const { choices } = suggested;
  const isOpen = choices.length > 0;

  const look = (text: string) => {
    setAsked(true);
    setActive(-1);
    suggestLater(text);
  };
  const take = async (choice: AddressSuggestion) => {
    setActive(-1);
    const found = await choose(choice);
    const form = box.current?.closest("form");
    if (!found || !form) return;
    const input = form.querySelector<HTMLInputElement>(`#${INPUT}`);
    if (input) input.value = choice.text;
    fillIn(form, found);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = choices[active];
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active < 0 ? -1 : active - 1 };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      if (isOpen) setActive((next + choices.length) % choices.length);
      else if (event.key === "ArrowDown") look(event.currentTarget.value);
    } else if (event.key === "Enter") {
      // The form is not sent from here: whoever presses Enter wants an address.
      event.preventDefault();
      if (chosen) void take(chosen);
      else if (!isOpen) look(event.currentTarget.value);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      close();
    }
  };

  return (
    <div className={styles.combobox} ref={box}>
      <TextInput
        id={INPUT}
        label="Search with autocomplete or type address manually"
        placeholder="Start typing to find address"
        autoComplete="off"
        maxLength={200}
        defaultValue={initialText}
        warnings={problem && !asked ? [problem] : undefined}
        {...(scripts
          ? {
              role: "combobox",
              "aria-autocomplete": "list",
              "aria-expanded": isOpen,
              "aria-controls": LIST,
              "aria-activedescendant": active < 0 ? undefined : optionId(active),
              onInput: (event) => look(event.currentTarget.value),
              onBlur: close,
              onKeyDown,
            }
          : { name: SEARCH_FIELD })}
      />
      {scripts && (
        <ul id={LIST} role="listbox" aria-label="Addresses" className={styles.options} hidden={!isOpen}>
          {choices.map((choice, index) => (
            // Keys work on the box, which keeps the focus.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={choice.id}
              id={optionId(index)}
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
      )}
      {scripts && (
        <p role="status" className={styles.status}>
          {suggested.text}
        </p>
      )}
    </div>
  );
}
