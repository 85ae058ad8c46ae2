import {
  unstable_usePrompt as usePrompt,
  useBeforeUnload,
  useLocation,
  useNavigation,
} from "@remix-run/react";
import { useCallback, useEffect, useRef, type MutableRefObject } from "react";
import { INTENT_FIELD } from "#app/request/hidden-fields.ts";

/** True from submitting the form with this id until its answer or the next page shows. */
export function useSending(intent: string): boolean {
  const { state, formData, location } = useNavigation();
  const currentLocation = useLocation();
  if (location === undefined || formData?.get(INTENT_FIELD) !== intent) return false;
  // An answer on the same page already shows while Remix still reloads the loaders' data.
  const leavesPage =
    location.pathname !== currentLocation.pathname || location.search !== currentLocation.search;
  return state === "submitting" || leavesPage;
}

export function sendingAttributes(isSending: boolean): object {
  // React 18 renders `inert` only if its value is a string.
  return isSending ? { "aria-busy": true, inert: "" } : {};
}

/** Announces the sending. Place it outside the form: a form being sent is inert, which screen readers skip. */
export function SendingStatus({ label }: { label: string | undefined }) {
  return (
    <p role="status" className="visually-hidden">
      {label === undefined ? "" : `${label} Please wait.`}
    </p>
  );
}

export const UNSAVED_CHANGES =
  "You have unsaved changes. Are you sure you want to navigate away from this page?";

interface UnsavedChangesProps {
  unsaved: boolean;
  /** While true, nothing is asked: the form is being sent or was given up. */
  leavingOnPurpose: MutableRefObject<boolean>;
  /** The path of a flow: leaving it is asked about even if nothing was typed on this page. */
  flowPath?: string | undefined;
}

export function UnsavedChanges({ unsaved, leavingOnPurpose, flowPath }: UnsavedChangesProps) {
  const staysIn = (pathname: string) => pathname === flowPath || pathname.startsWith(`${flowPath}/`);
  useQuestionOnLeaving(
    UNSAVED_CHANGES,
    (next) => !leavingOnPurpose.current && (unsaved || (flowPath !== undefined && !(next && staysIn(next)))),
  );
  return null;
}

/** Asks before the person leaves or reloads the page. `shouldAsk` gets the next path, undefined for another document. */
export function useQuestionOnLeaving(message: string, shouldAsk: (nextPath: string | undefined) => boolean) {
  usePrompt({
    message,
    when: ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && shouldAsk(nextLocation.pathname),
  });
  const latest = useRef(shouldAsk);
  useEffect(() => void (latest.current = shouldAsk));
  useBeforeUnload(
    useCallback((event) => {
      if (latest.current(undefined)) event.preventDefault();
    }, []),
  );
}

const ERROR_PREFIX = "Error: ";

/** Begins the page title with 'Error: ' while `refusals`, the number of posts refused for errors, is not undefined. */
export function useRefusedTitle(refusals: number | undefined): void {
  useEffect(() => {
    const { title } = document;
    if (refusals === undefined || title.startsWith(ERROR_PREFIX)) return;
    document.title = ERROR_PREFIX + title;
    return () => {
      if (document.title === ERROR_PREFIX + title) document.title = title;
    };
  }, [refusals]);
}
