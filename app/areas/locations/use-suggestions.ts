import { useEffect, useRef, useState } from "react";
import { paths } from "#app/paths.ts";
import type { AddressSuggestion, Lookup } from "#app/portal-api/address-lookup.ts";
import type { PostalAddress } from "#app/portal-api/shapes.ts";

const DELAY_MS = 300;
const MIN_LETTERS = 3;

interface Suggested {
  readonly choices: readonly AddressSuggestion[];
  readonly text: string;
  readonly isProblem?: boolean;
}

const nothing: Suggested = { choices: [], text: "" };
const problem = (text: string): Suggested => ({ choices: [], text, isProblem: true });

/** Suggestions while somebody types; only the latest question is answered. */
export function useSuggestions(unavailable: string) {
  const [suggested, setSuggested] = useState(nothing);
  const timer = useRef<number>();
  const asking = useRef<AbortController>();
  const stop = () => {
    window.clearTimeout(timer.current);
    asking.current?.abort();
  };
  useEffect(() => stop, []);

  async function ask<Found>(query: Record<string, string>): Promise<Lookup<Found> | undefined> {
    stop();
    const { signal } = (asking.current = new AbortController());
    try {
      const address = `${paths.locationAddresses()}?${new URLSearchParams(query).toString()}`;
      const reply = await fetch(address, {
        signal,
        redirect: "error",
        headers: { accept: "application/json" },
      });
      if (!reply.ok) throw new Error(String(reply.status));
      return (await reply.json()) as Lookup<Found>;
    } catch {
      return signal.aborted ? undefined : { status: "unavailable", text: unavailable };
    }
  }

  async function suggest(text: string): Promise<void> {
    const answer = await ask<readonly AddressSuggestion[]>({ text });
    if (!answer) return;
    if (answer.status !== "found") return setSuggested(problem(answer.text));
    const { length } = answer.found;
    setSuggested({
      choices: answer.found,
      text: length === 1 ? "1 address found" : `${length} addresses found`,
    });
  }

  return {
    suggested,
    suggestLater(typed: string) {
      stop();
      setSuggested(nothing);
      const text = typed.trim();
      if (text.length >= MIN_LETTERS) timer.current = window.setTimeout(() => void suggest(text), DELAY_MS);
    },
    /** The address of a suggestion; undefined if it can't be had, which the text below the field says. */
    async choose({ id }: AddressSuggestion): Promise<PostalAddress | undefined> {
      const answer = await ask<PostalAddress>({ id });
      if (answer?.status === "found") {
        setSuggested({ choices: [], text: "The address is filled in below. Please check it." });
        return answer.found;
      }
      if (answer) setSuggested(problem(answer.text));
      return undefined;
    },
    /** Keeps the text below the field: if the page moved on leaving the field, a click on a button would miss it. */
    close() {
      stop();
      setSuggested((before) => ({ ...before, choices: [] }));
    },
  };
}
