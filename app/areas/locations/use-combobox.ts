import { useState, type KeyboardEvent } from "react";
import type { AddressSuggestion } from "#shared/portal-api/address-lookup.ts";
import type { PostalAddress } from "#shared/portal-api/shapes.ts";
import { useAddressSuggestions } from "./use-address-suggestions.ts";

/** Keyboard and pointer handling for an editable combobox (ARIA Authoring Practices). `onFound` gets the chosen address. */
export function useCombobox(
  unavailableText: string,
  onFound: (address: PostalAddress, choice: AddressSuggestion) => void,
) {
  const [activeIndex, setActiveIndex] = useState(-1);
  const [hasSearched, setHasSearched] = useState(false);
  const { suggestions, suggestLater, loadAddress, close } = useAddressSuggestions(unavailableText);
  const { choices } = suggestions;
  const isOpen = choices.length > 0;

  const search = (text: string) => {
    setHasSearched(true);
    setActiveIndex(-1);
    suggestLater(text);
  };
  const choose = async (choice: AddressSuggestion) => {
    setActiveIndex(-1);
    const address = await loadAddress(choice);
    if (address) onFound(address, choice);
  };
  const moveActive = (step: 1 | -1, text: string) => {
    if (!isOpen) return step === 1 ? search(text) : undefined;
    // Without an active option, Arrow Up goes to the last one.
    const from = activeIndex < 0 && step === -1 ? 0 : activeIndex;
    setActiveIndex((from + step + choices.length) % choices.length);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    const chosen = choices[activeIndex];
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveActive(1, value),
      ArrowUp: () => moveActive(-1, value),
      // Enter in this field searches rather than sending the form.
      Enter: () => (chosen ? void choose(chosen) : isOpen ? undefined : search(value)),
      ...(isOpen ? { Escape: close } : {}),
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  };
  return { ...suggestions, activeIndex, isOpen, hasSearched, search, choose, close, onKeyDown };
}
