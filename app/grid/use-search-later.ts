import { useLocation, useNavigation, useSubmit } from "@remix-run/react";
import { startTransition, useEffect, useState } from "react";
import { isTooShort, type ListDefinition, type ListState } from "./define-list.ts";

interface Typed {
  readonly form: HTMLFormElement;
  /** Key of the router's location, or of the one being loaded, at the last input. */
  readonly place: string;
  readonly isDue: boolean;
}

/** A function to call with each input of the search box: it searches after the list's delay, unless the page has changed by then. */
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
    // A transition, as the router's are, so that an earlier press is seen first.
    const end = () => startTransition(() => setTyped({ ...typed, isDue: true }));
    const timer = setTimeout(end, delayMs);
    return () => clearTimeout(timer);
  }, [typed, place, phase, submit, delayMs]);
  return (form: HTMLFormElement, text: string) =>
    setTyped(isWorthAsking(list, state.search, text.trim()) ? { form, place, isDue: false } : undefined);
}

/** False for an unchanged text, and for the first characters of one that is still too short to search for. */
export function isWorthAsking(list: ListDefinition, shown: string, typed: string): boolean {
  const isBeginning = isTooShort(list, typed) && (shown === "" || isTooShort(list, shown));
  return typed !== shown && !isBeginning;
}
