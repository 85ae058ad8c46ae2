import { useEffect, useRef, useState } from "react";

/**
 * What a browser does by itself when it loads a page: the next key press goes on from its beginning, and a screen
 * reader says its title. For pages that scripts bring; also where what had the focus is gone, e.g. the button of a
 * row that was archived. Gives the title to announce.
 */
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
