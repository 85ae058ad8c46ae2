import { useLocation, useNavigation, useSubmit } from "@remix-run/react";
import { startTransition, useEffect, useState } from "react";
import { isTooShort, type ListDefinition, type ListState } from "./define-list.ts";

interface Typed {
  readonly form: HTMLFormElement;
  /** Where the person was, or was going, by then. */
  readonly place: string;
  /** The pause is over. */
  readonly isDue: boolean;
}

/**
 * Searches while somebody types, after the list's delay: call the result with what the search box holds. Whatever
 * is sent or followed meanwhile leads to another place, and the search is forgotten: it would take its place.
 */
export function useSearchLater(list: ListDefinition, state: ListState) {
  const { delayMs = 300 } = list.search ?? {};
  const submit = useSubmit();
  const here = useLocation();
  const { state: phase, location: { key: place } = here } = useNavigation();
  const [typed, setTyped] = useState<Typed>();
  useEffect(() => {
    if (typed?.place !== place) return;
    if (typed.isDue) {
      if (phase === "idle") submit(typed.form, { replace: true, preventScrollReset: true });
      return;
    }
    // A transition, as the router's are: what was pressed a moment before is seen before the pause is over.
    const end = () => startTransition(() => setTyped({ ...typed, isDue: true }));
    const timer = setTimeout(end, delayMs);
    return () => clearTimeout(timer);
  }, [typed, place, phase, submit, delayMs]);
  return (form: HTMLFormElement, text: string) =>
    setTyped(isWorthAsking(list, state.search, text.trim()) ? { form, place, isDue: false } : undefined);
}

/** Nobody is told off who has only begun to type; what is cut short leaves the rows of before and is told why. */
export function isWorthAsking(list: ListDefinition, shown: string, typed: string): boolean {
  const isBeginning = isTooShort(list, typed) && (shown === "" || isTooShort(list, shown));
  return typed !== shown && !isBeginning;
}
