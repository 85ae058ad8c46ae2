import { useEffect } from "react";

/** What was typed before scripts arrived is an edit like any other: the form hears of it as if it came now. */
export function useEarlyTyping(formId: string): void {
  useEffect(() => {
    const form = document.forms.namedItem(formId);
    const touched = [...(form?.elements ?? [])].find(isTouched);
    touched?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [formId]);
}

function isTouched(element: Element): boolean {
  if (element instanceof HTMLSelectElement) {
    const options = [...element.options];
    const initial = options.findIndex(({ defaultSelected }) => defaultSelected);
    return element.selectedIndex !== Math.max(0, initial);
  }
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  if (!(element instanceof HTMLInputElement) || element.type === "hidden" || element.name === "")
    return false;
  const isBox = element.type === "checkbox" || element.type === "radio";
  return isBox ? element.checked !== element.defaultChecked : element.value !== element.defaultValue;
}
