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
  const here = useLocation();
  if (location === undefined || formData?.get(INTENT_FIELD) !== intent) return false;
  // An answer on the same page already shows while Remix still reloads the loaders' data.
  const leavesPage = location.pathname !== here.pathname || location.search !== here.search;
  return state === "submitting" || leavesPage;
}

export function sendingAttributes(isSending: boolean): object {
  // React 18 renders `inert` only if its value is a string.
  return isSending ? { "aria-busy": true, inert: "" } : {};
}

/** Belongs outside the form: a form being sent is inert, and screen readers skip inert content. */
export function SendingStatus({ sending }: { sending: string | undefined }) {
  return (
    <p role="status" className="visually-hidden">
      {sending === undefined ? "" : `${sending} Please wait.`}
    </p>
  );
}

export const UNSAVED_CHANGES =
  "You have unsaved changes. Are you sure you want to navigate away from this page?";

interface UnsavedChangesProps {
  unsaved: boolean;
  leaving: MutableRefObject<boolean>;
  /** Asks even if nothing was typed on this page, unless the next page is under this path. */
  flow?: string | undefined;
}

export function UnsavedChanges({ unsaved, leaving, flow }: UnsavedChangesProps) {
  const staysIn = (pathname: string) => pathname === flow || pathname.startsWith(`${flow}/`);
  useQuestionOnLeaving(
    UNSAVED_CHANGES,
    (next) => !leaving.current && (unsaved || (flow !== undefined && !(next && staysIn(next)))),
  );
  return null;
}

/** Asks before another page, or a reload, takes this page's place. `asks` gets the next path, undefined for another document. */
export function useQuestionOnLeaving(message: string, asks: (nextPath: string | undefined) => boolean) {
  usePrompt({
    message,
    when: ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && asks(nextLocation.pathname),
  });
  const latest = useRef(asks);
  useEffect(() => void (latest.current = asks));
  useBeforeUnload(
    useCallback((event) => {
      if (latest.current(undefined)) event.preventDefault();
    }, []),
  );
}

const ERROR_PREFIX = "Error: ";

/** Prefixes the page title with 'Error: ' while `refusals`, the number of refused posts, is given. */
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
