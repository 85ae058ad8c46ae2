import { useEffect } from "react";
import { isTouched } from "#app/ui/is-touched.ts";

/** What was typed before scripts arrived is an edit like any other: the form hears of it as if it came now. */
export function useEarlyTyping(formId: string): void {
  useEffect(() => {
    const form = document.forms.namedItem(formId);
    const touched = [...(form?.elements ?? [])].find(isTouched);
    touched?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [formId]);
}
