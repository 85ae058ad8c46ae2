import { useLocation, useNavigation } from "@remix-run/react";
import { INTENT_FIELD } from "./define-form.ts";

/** True from the press of a form's button until its answer, or the page that it leads to, is there. */
export function useSending(intent: string): boolean {
  const { state, formData, location } = useNavigation();
  const here = useLocation();
  if (location === undefined || formData?.get(INTENT_FIELD) !== intent) return false;
  // An answer on the same page shows while the data around it is still loaded again.
  const leads = location.pathname !== here.pathname || location.search !== here.search;
  return state === "submitting" || leads;
}

/** Attributes of a form on its way: nothing in it can be typed or pressed, for the answer would not know of it. */
export function whileSending(isSending: boolean): object {
  // React 18 passes `inert` on only as text.
  return isSending ? { "aria-busy": true, inert: "" } : {};
}

/** Says it to who can't see the button: what is inert is silent. */
export function SendingStatus({ isSending }: { isSending: boolean }) {
  return (
    <p role="status" className="visually-hidden">
      {isSending ? "Saving, please wait." : ""}
    </p>
  );
}
