import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { paths } from "#shared/paths.ts";
import type { AddressSuggestion, Lookup } from "#shared/portal-api/address-lookup.ts";
import type { PostalAddress } from "#shared/portal-api/shapes.ts";

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

const DELAY_MS = 300;
const MIN_LETTERS = 3;

interface Suggestions {
  readonly choices: readonly AddressSuggestion[];
  /** Shown below the field, e.g. how many addresses were found. */
  readonly statusText: string;
  readonly isProblem?: boolean;
}

const noSuggestions: Suggestions = { choices: [], statusText: "" };
const problem = (statusText: string): Suggestions => ({ choices: [], statusText, isProblem: true });

/** Address suggestions while someone types. A new request aborts the previous one. */
function useAddressSuggestions(unavailableText: string) {
  const [suggestions, setSuggestions] = useState(noSuggestions);
  const timer = useRef<number>();
  const pendingRequest = useRef<AbortController>();
  const stop = () => {
    window.clearTimeout(timer.current);
    pendingRequest.current?.abort();
  };
  useEffect(() => stop, []);

  async function fetchLookup<Found>(query: Record<string, string>): Promise<Lookup<Found> | undefined> {
    stop();
    const { signal } = (pendingRequest.current = new AbortController());
    try {
      const url = `${paths.locationAddresses()}?${new URLSearchParams(query).toString()}`;
      const reply = await fetch(url, { signal, redirect: "error", headers: { accept: "application/json" } });
      if (!reply.ok) throw new Error(String(reply.status));
      return (await reply.json()) as Lookup<Found>;
    } catch {
      return signal.aborted ? undefined : { status: "unavailable", text: unavailableText };
    }
  }

  async function suggest(text: string): Promise<void> {
    const answer = await fetchLookup<readonly AddressSuggestion[]>({ text });
    if (!answer) return;
    if (answer.status !== "found") return setSuggestions(problem(answer.text));
    const { length } = answer.found;
    setSuggestions({
      choices: answer.found,
      statusText: length === 1 ? "1 address found" : `${length} addresses found`,
    });
  }

  return {
    suggestions,
    suggestLater(typed: string) {
      stop();
      setSuggestions(noSuggestions);
      const text = typed.trim();
      if (text.length >= MIN_LETTERS) timer.current = window.setTimeout(() => void suggest(text), DELAY_MS);
    },
    /** The address of a suggestion. If it can't be loaded, returns undefined and the status says so. */
    async loadAddress({ id }: AddressSuggestion): Promise<PostalAddress | undefined> {
      const answer = await fetchLookup<PostalAddress>({ id });
      if (answer?.status === "found") {
        setSuggestions({ choices: [], statusText: "The address is filled in below. Please check it." });
        return answer.found;
      }
      if (answer) setSuggestions(problem(answer.text));
      return undefined;
    },
    /** Keeps the status text: if it disappeared on blur, the button being clicked would move away. */
    close() {
      stop();
      setSuggestions((previous) => ({ ...previous, choices: [] }));
    },
  };
}
