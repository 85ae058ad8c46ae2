import { useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useReducer, useRef, useState } from "react";
import { useIsWaiting } from "#app/document/page-context.ts";
import { remixRouter } from "#app/document/remix-router.ts";
import { useRootData } from "#app/document/root-data.ts";
import { liveKinds, type LiveEvent } from "#shared/live-kinds.ts";
import { goLive } from "./go-live.ts";
import { liveEventLink, liveEventText } from "./live-event.ts";
import { warnOncePerTab } from "./permission.ts";
import type { TabAccount } from "./tabs.ts";
import { nextExpiry, noToasts, toastsReducer } from "./toasts.ts";

export interface UseLiveOptions {
  readonly accountName: string;
  readonly latest?: readonly {
    readonly to: string;
    readonly title: string;
    /** The address that opens it and marks it as read. */
    readonly openingUrl?: string;
  }[];
  /** Shows a lasting warning above the page. Must be the same function on every render. */
  readonly warn: (text: string) => void;
}

/** A reload would remove an action's answer from the page, including one that refuses a form with an error page (ADR 0017). */
const showsAnswer = () => Boolean(remixRouter()?.state.actionData ?? remixRouter()?.state.errors);

/** On a live event, reloads the page's data unless a form on it has unsaved input, and shows a toast or a browser notification. */
export function useLive({ accountName, latest, warn }: UseLiveOptions) {
  const [toasts, dispatch] = useReducer(toastsReducer, noToasts);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const inFlow = useIsWaiting();
  const { opened, switchedTo, switched } = useAccounts(accountName);
  const page = useRef({ revalidate, navigate, inFlow, switchedTo });

  useEffect(() => {
    page.current = { revalidate, navigate, inFlow, switchedTo };
  });

  useEffect(() => {
    const unmounted = new AbortController();
    const live = {
      account: opened,
      switched,
      inFlow: () => page.current.inFlow,
      toast: (event: LiveEvent) => dispatch({ type: "add", event, now: performance.now() }),
      // A page about one account may not exist in another, so it mustn't reload there.
      blocksReload: () =>
        Boolean(page.current.switchedTo) ||
        document.querySelector("form[data-unsaved=true]") !== null ||
        showsAnswer(),
      warn: () => warnOncePerTab(warn),
      isNavigating: () => remixRouter()?.state.navigation.state !== "idle",
      refresh: () => page.current.revalidate(),
      open: (path: string) => page.current.navigate(path),
    };
    goLive(live, unmounted.signal);
    return () => unmounted.abort();
  }, [warn, opened, switched]);

  useEffect(() => {
    const wait = nextExpiry(toasts, performance.now());
    if (wait === undefined) return;
    const timer = setTimeout(() => dispatch({ type: "expire", now: performance.now() }), wait);
    return () => clearTimeout(timer);
  }, [toasts]);

  const pause = () => dispatch({ type: "pause", now: performance.now() });
  const resume = () => dispatch({ type: "resume", now: performance.now() });
  return {
    switchedTo,
    toasts: toasts.shown.map(({ id, event }) => {
      const target = liveEventLink(event);
      const notification = latest?.find(({ to }) => to === target);
      return {
        id,
        to: notification?.openingUrl ?? target,
        // A toast isn't reworded once it's been announced. Only an unknown kind of event takes its text from the notification.
        message: liveKinds.has(event.kind)
          ? liveEventText(event)
          : (notification?.title ?? liveEventText(event)),
      };
    }),
    dismiss: (id: string) => dispatch({ type: "dismiss", id, now: performance.now() }),
    pauseHandlers: { onPointerMove: pause, onPointerLeave: resume, onFocus: pause, onBlur: resume },
  };
}

/** The account that this page was opened for and, if the person has switched since, the other one. */
function useAccounts(name: string) {
  const { account: id = "", accountChosenAt: chosenAt = 0 } = useRootData() ?? {};
  const loaded: TabAccount = { id, name, chosenAt };
  const [opened] = useState(loaded);
  const [chosenElsewhere, switched] = useState(loaded);
  const current = chosenElsewhere.chosenAt > chosenAt ? chosenElsewhere : loaded;
  return { opened, switched, switchedTo: current.id === opened.id ? undefined : current };
}
