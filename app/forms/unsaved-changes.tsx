import { unstable_usePrompt as usePrompt, useBeforeUnload } from "@remix-run/react";
import { useCallback, type MutableRefObject } from "react";

/** Spec 1 §2 and 2 §5, word for word. */
const UNSAVED_CHANGES = "You have unsaved changes. Are you sure you want to navigate away from this page?";

interface UnsavedChangesProps {
  unsaved: boolean;
  /** True while the form itself is on its way, or the person has said that it may go. */
  leaving: MutableRefObject<boolean>;
}

/** Asks before a half-typed form is left; where scripts run. Browsers word it themselves when the tab is closed. */
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
