import type { MouseEvent } from "react";

const OWN_PRESS = "a, button, input, select, label, summary, [role='separator']";

/** Presses the row's link, wherever in the row a mouse was pressed; not while text is being marked. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  if (!(event.target instanceof Element) || event.target.closest(OWN_PRESS)) return;
  if (window.getSelection()?.toString()) return;
  const link = event.target.closest("tr")?.querySelector<HTMLElement>("[data-row-link]");
  // The same keys as on the link itself: a new tab stays a new tab.
  const { ctrlKey, metaKey, shiftKey } = event;
  link?.dispatchEvent(
    new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}
