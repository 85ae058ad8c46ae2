import { useEffect, useRef, useState } from "react";

/** Moves the focus to the content after a client-side navigation, as a page load would. Returns the title to announce. */
export function useNavigationFocus(busy: boolean, pathname: string): string {
  const shownPath = useRef<string>(undefined);
  const pressed = useRef<readonly HTMLElement[]>([]);
  const [announcement, setAnnouncement] = useState("");
  const [wasBusy, setWasBusy] = useState(busy);
  if (busy !== wasBusy) {
    setWasBusy(busy);
    // A sort keeps the title, which mustn't be announced again.
    if (busy) setAnnouncement("");
  }
  useEffect(() => {
    if (busy) return void (pressed.current = sameButtonInNeighbours(document.activeElement));
    const previousPath = shownPath.current;
    shownPath.current = pathname;
    if (previousPath === undefined) return;
    const main = document.getElementById("main");
    const focused = document.activeElement ?? document.body;
    // The focus stays if its element is still there, e.g. in a list beside the opened item.
    const isInContent = focused !== main && main?.contains(focused);
    const next = pressed.current.find(({ isConnected }) => isConnected);
    if (!isInContent && (previousPath !== pathname || focused === document.body))
      (previousPath === pathname && next ? next : main)?.focus({ preventScroll: true });
    if (previousPath !== pathname) setAnnouncement(document.title);
  }, [busy, pathname]);
  return announcement;
}

/** The same button in the next and previous rows, for when this one disappears with its row. */
function sameButtonInNeighbours(button: Element | null): readonly HTMLElement[] {
  const row = button?.closest("tr");
  return [row?.nextElementSibling, row?.previousElementSibling].flatMap(
    (neighbour) =>
      neighbour?.querySelector<HTMLElement>(`button[title="${button?.getAttribute("title")}"]`) ?? [],
  );
}
