import { useLocation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isTooShort, type ListDefinition, type ListState } from "./define-list.ts";

interface SearchLater {
  /** Call it with what the search box holds when somebody has typed into it. */
  searchLater(form: HTMLFormElement, typed: string): void;
  /** Call it when what was typed does not count any more. */
  cancel(): void;
}

/**
 * Searches while somebody types, after the list's delay (spec 1 §9). What they press or choose meanwhile goes first:
 * a search would take its place. After a form was sent it is not made by itself: it would take the answer away.
 */
export function useSearchLater(list: ListDefinition, state: ListState): SearchLater {
  const { delayMs = 300 } = list.search ?? {};
  const submit = useSubmit();
  const { key } = useLocation();
  const timer = useRef<number>();
  const waiting = useRef<{ form: HTMLFormElement; typed: string }>();
  const cancel = () => {
    window.clearTimeout(timer.current);
    waiting.current = undefined;
  };
  const searchLater = (form: HTMLFormElement, typed: string) => {
    cancel();
    if (!isWorthAsking(list, state.search, typed.trim())) return;
    waiting.current = { form, typed };
    timer.current = window.setTimeout(() => {
      waiting.current = undefined;
      submit(form, { replace: true, preventScrollReset: true });
    }, delayMs);
  };
  useEffect(() => {
    // After a link to another order or page, what was typed is searched for.
    if (waiting.current) searchLater(waiting.current.form, waiting.current.typed);
  }, [key]);
  useEffect(() => {
    const hold = ({ target }: Event) => {
      if (target instanceof Element && target.closest("a[href]")) window.clearTimeout(timer.current);
    };
    const giveWay = ({ target }: Event) => {
      if (!(target instanceof Node && waiting.current?.form.contains(target))) cancel();
    };
    document.addEventListener("click", hold, true);
    document.addEventListener("change", giveWay, true);
    document.addEventListener("submit", cancel, true);
    return () => {
      cancel();
      document.removeEventListener("click", hold, true);
      document.removeEventListener("change", giveWay, true);
      document.removeEventListener("submit", cancel, true);
    };
  }, []);
  return { searchLater, cancel };
}

/** Nobody is told off who has only begun to type; what is cut short leaves the rows of before and is told why. */
export function isWorthAsking(list: ListDefinition, shown: string, typed: string): boolean {
  const isBeginning = isTooShort(list, typed) && (shown === "" || isTooShort(list, shown));
  return typed !== shown && !isBeginning;
}
