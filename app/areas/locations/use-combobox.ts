import { useState, type KeyboardEvent } from "react";
import type { AddressSuggestion } from "#app/portal-api/address-lookup.ts";
import type { PostalAddress } from "#app/portal-api/shapes.ts";
import { useSuggestions } from "./use-suggestions.ts";

/** Keys and presses of an editable combobox (ARIA Authoring Practices). `onFound` gets the chosen address. */
export function useCombobox(
  unavailable: string,
  onFound: (found: PostalAddress, choice: AddressSuggestion) => void,
) {
  const [active, setActive] = useState(-1);
  const [isAsked, setAsked] = useState(false);
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
    if (found) onFound(found, choice);
  };
  const move = (by: 1 | -1, text: string) => {
    if (!isOpen) return by === 1 ? look(text) : undefined;
    const from = active < 0 && by === -1 ? 0 : active;
    setActive((from + by + choices.length) % choices.length);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    const chosen = choices[active];
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(1, value),
      ArrowUp: () => move(-1, value),
      // Enter in this field means the search, not sending the form.
      Enter: () => (chosen ? void take(chosen) : isOpen ? undefined : look(value)),
      ...(isOpen ? { Escape: close } : {}),
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  };
  return { ...suggested, active, isOpen, isAsked, look, take, close, onKeyDown };
}
