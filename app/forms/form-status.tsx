import { useBeforeUnload, useBlocker, useLocation, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useRef, type FormEvent, type MutableRefObject } from "react";
import { remixRouter } from "#app/document/remix-router.ts";
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

/** An `onSubmit` that ignores a second submit while the first one is under way. */
export function useOneSubmit(
  onSubmit: (event: FormEvent<HTMLFormElement>) => void,
  reloadDocument = false,
): (event: FormEvent<HTMLFormElement>) => void {
  // Straight away, since `useNavigation` tells of a submission a moment later, after a double click.
  const isUnderWay = useRef(false);
  const { formData } = useNavigation();
  const location = useLocation();
  useEffect(() => {
    // Each answer changes the location, also one so quick that no other state was rendered.
    if (!formData) isUnderWay.current = false;
  }, [formData, location]);
  return (event) => {
    if (isUnderWay.current) return event.preventDefault();
    onSubmit(event);
    // When a full-page post ends, only the browser knows.
    isUnderWay.current = !event.defaultPrevented && !reloadDocument;
  };
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

const STILL_SENDING =
  "What you entered is still being sent, and may not be saved if you leave now. Are you sure you want to navigate away from this page?";

interface UnsavedChangesProps {
  unsaved: boolean;
  /** A link followed meanwhile cancels the submission; the router never asks about the redirect of the answer. */
  isSending: boolean;
  /** While true, nothing else is asked: the form is about to be sent or was given up. */
  leavingOnPurpose: MutableRefObject<boolean>;
  /** The path of a flow: leaving it's asked about even if nothing was typed on this page. */
  flowPath?: string;
}

export function UnsavedChanges({ unsaved, isSending, leavingOnPurpose, flowPath }: UnsavedChangesProps) {
  const staysIn = (pathname: string) => pathname === flowPath || pathname.startsWith(`${flowPath}/`);
  // Once it was answered, leaving loses nothing: only the next page is still loading.
  const awaitsAnswer = useNavigation().state === "submitting" && isSending;
  useQuestionOnLeaving(awaitsAnswer ? STILL_SENDING : UNSAVED_CHANGES, (next) => {
    // Another document may be where the answer leads.
    if (leavingOnPurpose.current && !(awaitsAnswer && next !== undefined)) return false;
    return unsaved || (flowPath !== undefined && !(next && staysIn(next)));
  });
  return null;
}

/** Asks before the person leaves or reloads the page. `shouldAsk` gets the next path, undefined for another document. */
export function useQuestionOnLeaving(message: string, shouldAsk: (nextPath: string | undefined) => boolean) {
  const { state, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      shouldAsk(nextLocation.pathname) &&
      // Asked here, because the router would take this answer for the next link, too, where the page isn't left after all.
      !window.confirm(message),
  );
  useEffect(() => void (state === "blocked" && reset()), [state, reset]);
  const latest = useRef(shouldAsk);
  useEffect(() => void (latest.current = shouldAsk));
  useBeforeUnload(
    useCallback((event) => {
      if (isLeaving() || !latest.current(undefined)) return;
      event.preventDefault();
      // Chrome asked for it until version 118.
      event.returnValue = true;
    }, []),
  );
}

/** Once the next page loads, the question was answered, although that page may come as another document. */
function isLeaving(): boolean {
  // Not by a hook: the document may be replaced before React has rendered the router's state.
  const { navigation, location } = remixRouter()?.state ?? {};
  return navigation?.state === "loading" && navigation.location.pathname !== location?.pathname;
}

const ERROR_PREFIX = "Error: ";

/** Begins the page title with 'Error: ' while `refusals`, the number of posts refused for errors, isn't undefined. */
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
