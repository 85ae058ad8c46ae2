import { useEffect, useRef, useState } from "react";

/** Moves the focus to a page that scripts brought, as a browser does when it loads one. Gives the title to announce. */
export function useArrival(busy: boolean, pathname: string): string {
  const shown = useRef<string>(undefined);
  const [announced, announce] = useState("");
  useEffect(() => {
    if (busy) return;
    const before = shown.current;
    shown.current = pathname;
    if (before === undefined) return;
    const main = document.getElementById("main");
    const focused = document.activeElement ?? document.body;
    // A list that stays beside what it opened keeps the focus.
    const isAtPage = focused !== main && main?.contains(focused);
    if (!isAtPage && (before !== pathname || focused === document.body)) main?.focus({ preventScroll: true });
    if (before !== pathname) announce(document.title);
  }, [busy, pathname]);
  return announced;
}
