import { useEffect, useState } from "react";

/** After hydration, dispatches `input` events for what was typed before. Call it once, in the document's layout. */
export function useMissedInput(): void {
  const [texts] = useState(readTextAreas);
  useEffect(() => {
    restoreTexts(texts);
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

/** React 18 resets text areas to their default text when it hydrates. */
function restoreTexts(texts: ReturnType<typeof readTextAreas>): void {
  for (const { area, text } of texts) if (area.value === area.defaultValue) area.value = text;
}

function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const initial = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(0, initial);
  }
  const isBox = control.type === "checkbox" || control.type === "radio";
  if (isBox && "checked" in control) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}
