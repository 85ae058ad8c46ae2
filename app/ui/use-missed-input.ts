import { useEffect, useState } from "react";

/** After hydration, dispatches `input` events for what was typed before, and brings back what is lost. Call it once, in the document's layout. */
export function useMissedInput(): void {
  // Read while rendering. React 18 resets text areas when it hydrates, and replaces the document if an extension has changed it.
  const [before] = useState(readInput);
  useEffect(() => {
    const controls = controlsByKey();
    for (const { key, control, typed, hadFocus } of before) {
      const current = controls.get(key);
      if (current && typed && !isTouched(current)) Object.assign(current, typed);
      if (current !== control && hadFocus) current?.focus();
    }
    for (const control of controls.values())
      if (isTouched(control)) control.dispatchEvent(new Event("input", { bubbles: true }));
  }, [before]);
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** All controls of the document, by a name that the same control of a replaced document has, too. */
function controlsByKey(): Map<string, Control> {
  const controls = new Map<string, Control>();
  for (const control of document.querySelectorAll<Control>("input, select, textarea")) {
    const { form, type, name, id } = control;
    // Not `form.id`, which a field named id would be.
    const key = JSON.stringify([form?.getAttribute("id"), type, name || id, isBox(control) && control.value]);
    let count = 0;
    while (controls.has(key + count)) count += 1;
    controls.set(key + count, control);
  }
  return controls;
}

function readInput() {
  if (typeof document === "undefined") return [];
  return [...controlsByKey()].map(([key, control]) => ({
    key,
    control,
    typed: isTouched(control) && inputOf(control),
    hadFocus: control === document.activeElement,
  }));
}

function inputOf(control: Control) {
  if (control.type === "file") return { files: (control as HTMLInputElement).files };
  return isBox(control) ? { checked: control.checked } : { value: control.value };
}

const isBox = (control: Control): control is HTMLInputElement => ["checkbox", "radio"].includes(control.type);

function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const initial = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(0, initial);
  }
  return isBox(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
}
