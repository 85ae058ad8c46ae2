import {
  unstable_usePrompt as usePrompt,
  useBeforeUnload,
  useLocation,
  useNavigation,
} from "@remix-run/react";
import { useCallback, useEffect, type MutableRefObject } from "react";
import { INTENT_FIELD } from "#app/request/hidden-fields.ts";

/** True from the press of a form's button until its answer or the next page is there. */
export function useSending(intent: string): boolean {
  const { state, formData, location } = useNavigation();
  const here = useLocation();
  if (location === undefined || formData?.get(INTENT_FIELD) !== intent) return false;
  // An answer on the same page shows while the data around it is still loaded again.
  const leads = location.pathname !== here.pathname || location.search !== here.search;
  return state === "submitting" || leads;
}

export function whileSending(isSending: boolean): object {
  // React 18 passes `inert` on only as text.
  return isSending ? { "aria-busy": true, inert: "" } : {};
}

/** Says 'Saving' outside of the form, since screen readers pass over what is inert. */
export function SendingStatus({ isSending }: { isSending: boolean }) {
  return (
    <p role="status" className="visually-hidden">
      {isSending ? "Saving, please wait." : ""}
    </p>
  );
}

export const UNSAVED_CHANGES =
  "You have unsaved changes. Are you sure you want to navigate away from this page?";

interface UnsavedChangesProps {
  unsaved: boolean;
  leaving: MutableRefObject<boolean>;
}

export function UnsavedChanges({ unsaved, leaving }: UnsavedChangesProps) {
  usePrompt({
    message: UNSAVED_CHANGES,
    when: ({ currentLocation, nextLocation }) =>
      unsaved && !leaving.current && currentLocation.pathname !== nextLocation.pathname,
  });
  useBeforeUnload(
    useCallback(
      (event) => {
        if (unsaved && !leaving.current) event.preventDefault();
      },
      [unsaved, leaving],
    ),
  );
  return null;
}

const MARK = "Error: ";

/** Begins the title with 'Error: ' while `times` says how often the form was refused. */
export function useRefusedTitle(times: number | undefined): void {
  useEffect(() => {
    const { title } = document;
    if (times === undefined || title.startsWith(MARK)) return;
    document.title = MARK + title;
    return () => {
      if (document.title === MARK + title) document.title = title;
    };
  }, [times]);
}
