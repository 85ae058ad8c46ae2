import { useEffect, useRef, useState } from "react";

/** Focuses the content after a client-side navigation, as a page load would. Returns the title to announce. */
export function useNavigationFocus(busy: boolean, pathname: string): string {
  const shownPath = useRef<string>(undefined);
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    if (busy) return;
    const previousPath = shownPath.current;
    shownPath.current = pathname;
    if (previousPath === undefined) return;
    const main = document.getElementById("main");
    const focused = document.activeElement ?? document.body;
    // The focus stays where it is if its element is still shown, e.g. in a list next to its opened item.
    const isInContent = focused !== main && main?.contains(focused);
    if (!isInContent && (previousPath !== pathname || focused === document.body))
      main?.focus({ preventScroll: true });
    if (previousPath !== pathname) setAnnouncement(document.title);
  }, [busy, pathname]);
  return announcement;
}
