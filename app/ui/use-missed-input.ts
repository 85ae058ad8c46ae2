import { useEffect, useState } from "react";

/**
 * Tells the scripts of a page, once they have come, what was typed, ticked or chosen before them: by the `input`
 * events that they missed. Call it once, in the document's layout.
 */
export function useMissedInput(): void {
  const [texts] = useState(readTextAreas);
  useEffect(() => {
    putBack(texts);
    const controls = document.querySelectorAll<Control>("input, select, textarea");
    for (const control of controls)
      if (isTouched(control)) control.dispatchEvent(new Event("input", { bubbles: true }));
  }, [texts]);
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function readTextAreas() {
  if (typeof document === "undefined") return [];
  return [...document.querySelectorAll("textarea")].map((area) => ({ area, text: area.value }));
}

/** While React 18 takes over a page it sets text areas to what the page said. */
function putBack(texts: ReturnType<typeof readTextAreas>): void {
  for (const { area, text } of texts) if (area.value === area.defaultValue) area.value = text;
}

/** Whether it holds something else than the page said. */
function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const initial = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(0, initial);
  }
  const isBox = control.type === "checkbox" || control.type === "radio";
  if (isBox && "checked" in control) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}
