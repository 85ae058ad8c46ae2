import { useCallback, useEffect, useState } from "react";

/**
 * Restores what was typed, ticked and focused before hydration, and dispatches `input` events for it. Call it once, in
 * the document's layout, and pass what it returns to `<html>`.
 */
export function useMissedInput(): (html: HTMLElement | null) => void {
  // Read while rendering, because React 18 resets text areas when it hydrates, and replaces the document if an extension has changed it.
  const [before] = useState(readInput);
  useEffect(() => {
    for (const control of controlsByKey().values())
      if (isTouched(control)) control.dispatchEvent(new Event("input", { bubbles: true }));
  }, []);
  // In a ref, which React attaches before anyone can see or press anything in a replaced document. Effects come later.
  return useCallback(
    (html) => {
      if (!html) return;
      const controls = controlsByKey();
      for (const { key, control, typed, hadFocus } of before) {
        const current = controls.get(key);
        if (current && typed && !isTouched(current)) Object.assign(current, typed);
        if (current !== control && hadFocus) current?.focus();
      }
    },
    [before],
  );
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Everything that can be typed into, pressed or followed, by a key that stays the same if the document is replaced. */
function controlsByKey(): Map<string, Control> {
  const controls = new Map<string, Control>();
  for (const control of document.querySelectorAll<Control>(
    "input, select, textarea, button, summary, a[href]",
  )) {
    const { localName, form, type, name, id } = control;
    const value = isBox(control) ? control.value : control.getAttribute("href");
    // Not `form.id`, which would be a field named id if there is one.
    const key = JSON.stringify([localName, form?.getAttribute("id"), type, name || id, value]);
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

/** Whether someone has typed into the control or changed it. */
function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const initial = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(0, initial);
  }
  if (isBox(control)) return control.checked !== control.defaultChecked;
  return control.defaultValue !== undefined && control.value !== control.defaultValue;
}
