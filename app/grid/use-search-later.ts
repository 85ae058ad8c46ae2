import { useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isTooShort, type ListDefinition, type ListState } from "./define-list.ts";

interface SearchLater {
  /** Call it with what the search box holds when somebody has typed into it. */
  searchLater(form: HTMLFormElement, typed: string): void;
  /** Call it when the form is sent otherwise. */
  cancel(): void;
}

/** Searches while somebody types, after the list's delay (spec 1 §9). */
export function useSearchLater(list: ListDefinition, state: ListState): SearchLater {
  const { delayMs = 300 } = list.search ?? {};
  const submit = useSubmit();
  const { state: doing } = useNavigation();
  const isSending = useRef(false);
  const timer = useRef<number>();
  const cancel = () => window.clearTimeout(timer.current);
  useEffect(() => cancel, []);
  useEffect(() => {
    isSending.current = doing === "submitting";
  }, [doing]);
  return {
    cancel,
    searchLater(form, typed) {
      cancel();
      if (!isWorthAsking(list, state.search, typed.trim())) return;
      const search = () => {
        // It would take the place of what is being saved, whose answer would be lost.
        if (isSending.current) timer.current = window.setTimeout(search, delayMs);
        else submit(form, { replace: true, preventScrollReset: true });
      };
      timer.current = window.setTimeout(search, delayMs);
    },
  };
}

/** Nobody is told off who has only begun to type; what is cut short leaves the rows of before and is told why. */
export function isWorthAsking(list: ListDefinition, shown: string, typed: string): boolean {
  const isBeginning = isTooShort(list, typed) && (shown === "" || isTooShort(list, shown));
  return typed !== shown && !isBeginning;
}
