import { useBeforeUnload, useBlocker, useLocation, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useRef, type FormEvent, type MutableRefObject } from "react";
import { remixRouter } from "#app/document/remix-router.ts";
import { INTENT_FIELD } from "#app/request/hidden-fields.ts";

/** True from submitting the form with this id until its answer or the next page appears. */
export function useSending(intent: string): boolean {
  const { state, formData, location } = useNavigation();
  const currentLocation = useLocation();
  if (location === undefined || formData?.get(INTENT_FIELD) !== intent) return false;
  // An answer on the same page shows while Remix is still reloading the loaders' data.
  const leavesPage =
    location.pathname !== currentLocation.pathname || location.search !== currentLocation.search;
  return state === "submitting" || leavesPage;
}

/** An `onSubmit` that ignores a second submit while the first is in progress. */
export function useOneSubmit(
  onSubmit: (event: FormEvent<HTMLFormElement>) => void,
  reloadDocument = false,
): (event: FormEvent<HTMLFormElement>) => void {
  // Set straight away, because after a double click `useNavigation` is a moment too late.
  const isUnderWay = useRef(false);
  const { formData } = useNavigation();
  const location = useLocation();
  useEffect(() => {
    // Every answer changes the location, even one so quick that no other state was rendered.
    if (!formData) isUnderWay.current = false;
  }, [formData, location]);
  return (event) => {
    if (isUnderWay.current) return event.preventDefault();
    onSubmit(event);
    // Only the browser knows when a full-page post ends.
    isUnderWay.current = !event.defaultPrevented && !reloadDocument;
  };
}

export function sendingAttributes(isSending: boolean): object {
  // React 18 only renders `inert` if its value is a string.
  return isSending ? { "aria-busy": true, inert: "" } : {};
}

/** Announces that the form is being sent. Put it outside the form, because screen readers skip a form while it's inert. */
export function SendingStatus({ label }: { label: string | undefined }) {
  return (
    <p role="status" className="visually-hidden">
      {label === undefined ? "" : `${label} Please wait.`}
    </p>
  );
}

export const UNSAVED_CHANGES =
  "You have unsaved changes. Are you sure you want to navigate away from this page?";

const STILL_SENDING =
  "What you entered is still being sent, and may not be saved if you leave now. Are you sure you want to navigate away from this page?";

interface UnsavedChangesProps {
  unsaved: boolean;
  /** Following a link cancels the submission, but the router never asks about the redirect that answers it. */
  isSending: boolean;
  /** While true, we don't ask: the form is about to be sent or has been given up. */
  leavingOnPurpose: MutableRefObject<boolean>;
  /** The flow's path. Leaving it asks first even if nothing was typed on this page. */
  flowPath?: string;
}

export function UnsavedChanges({ unsaved, isSending, leavingOnPurpose, flowPath }: UnsavedChangesProps) {
  const staysIn = (pathname: string) => pathname === flowPath || pathname.startsWith(`${flowPath}/`);
  // Once there's an answer, leaving doesn't lose anything, because only the next page is still loading.
  const awaitsAnswer = useNavigation().state === "submitting" && isSending;
  useQuestionOnLeaving(awaitsAnswer ? STILL_SENDING : UNSAVED_CHANGES, (next) => {
    // Leaving for another document may be where the answer leads.
    if (leavingOnPurpose.current && !(awaitsAnswer && next !== undefined)) return false;
    return unsaved || (flowPath !== undefined && !(next && staysIn(next)));
  });
  return null;
}

/** Asks before someone leaves or reloads the page. `shouldAsk` gets the next path; undefined for another document. */
export function useQuestionOnLeaving(message: string, shouldAsk: (nextPath: string | undefined) => boolean) {
  const { state, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      shouldAsk(nextLocation.pathname) &&
      // Asked here, because otherwise the router would apply the answer to the next link too, even if the person stays.
      !window.confirm(message),
  );
  useEffect(() => {
    if (state === "blocked") reset();
  }, [state, reset]);
  const latest = useRef(shouldAsk);
  useEffect(() => void (latest.current = shouldAsk));
  useBeforeUnload(
    useCallback((event) => {
      if (isLeaving() || !latest.current(undefined)) return;
      event.preventDefault();
      // Chrome needed it until version 118.
      event.returnValue = true;
    }, []),
  );
}

/** Whether the page is already being left. Once the next page is loading, the question has been answered, even if that page comes as another document. */
function isLeaving(): boolean {
  // Not with a hook, because the document may be replaced before React renders the router's state.
  const { navigation, location } = remixRouter()?.state ?? {};
  return navigation?.state === "loading" && navigation.location.pathname !== location?.pathname;
}

const ERROR_PREFIX = "Error: ";

/** Starts the page title with 'Error: ' unless `refusals`, the number of posts refused for errors, is undefined. */
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
