import { useLocation, useNavigation, useSubmit } from "@remix-run/react";
import { startTransition, useEffect, useState } from "react";
import { isTooShort, SEARCH_DELAY_MS, type ListDefinition, type ListState } from "./list-state.ts";

interface PendingSearch {
  readonly form: HTMLFormElement;
  /** The router's key for the current or loading location at the last input. */
  readonly locationKey: string;
  readonly isDue: boolean;
}

/** Returns a handler for the search box's input events. It searches after the list's delay unless the page has changed. */
export function useDebouncedSearch(list: ListDefinition, state: ListState) {
  const { delayMs = SEARCH_DELAY_MS } = list.search ?? {};
  const submit = useSubmit();
  const currentLocation = useLocation();
  const { state: navigationState, location: { key: locationKey } = currentLocation } = useNavigation();
  const [pending, setPending] = useState<PendingSearch>();
  useEffect(() => {
    if (pending?.locationKey !== locationKey) return;
    if (pending.isDue) {
      if (navigationState === "idle") submit(pending.form, { replace: true, preventScrollReset: true });
      return;
    }
    // A transition, like the router's updates, so that we notice an earlier navigation first.
    const markDue = () => startTransition(() => setPending({ ...pending, isDue: true }));
    const timer = setTimeout(markDue, delayMs);
    return () => clearTimeout(timer);
  }, [pending, locationKey, navigationState, submit, delayMs]);
  return (form: HTMLFormElement, text: string) =>
    setPending(
      isWorthSearching(list, state.search, text.trim()) ? { form, locationKey, isDue: false } : undefined,
    );
}

/** Whether the text has changed, and it or the current search is long enough to search for. */
export function isWorthSearching(list: ListDefinition, current: string, typed: string): boolean {
  const { minLength } = list.search ?? {};
  const areBothTooShort = isTooShort(typed, minLength) && (current === "" || isTooShort(current, minLength));
  return typed !== current && !areBothTooShort;
}
