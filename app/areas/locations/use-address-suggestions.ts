import { useEffect, useRef, useState } from "react";
import { paths } from "#shared/paths.ts";
import type { AddressSuggestion, Lookup } from "#shared/portal-api/address-lookup.ts";
import type { PostalAddress } from "#shared/portal-api/shapes.ts";

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
export function useAddressSuggestions(unavailableText: string) {
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
