import { useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useReducer, useRef, useState } from "react";
import { useIsWaiting } from "#app/document/page-context.ts";
import { newsLink, newsText, type News } from "./news.ts";
import { permissionWarning, shouldWarn } from "./permission.ts";
import { nextExpiry, noToasts, toastsReducer } from "./toasts.ts";

export interface UseLiveOptions {
  readonly enabled: boolean;
  readonly latest?: readonly {
    readonly to: string;
    readonly subject: string;
    /** The address that opens it and marks it read. */
    readonly opensBy?: string;
  }[];
}

export interface LiveView {
  readonly toasts: readonly { readonly id: string; readonly message: string; readonly to: string }[];
  readonly dismiss: (id: string) => void;
  readonly holding: {
    readonly onPointerMove: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
  readonly warning: string | undefined;
}

/** A reload would remove an action's answer from the page (ADR 0017). Remix offers no public access to it. */
function showsActionData(): boolean {
  const { __remixRouter: router } = window as Window & {
    __remixRouter?: { readonly state: { readonly actionData?: object | null } };
  };
  return Boolean(router?.state.actionData);
}

/** On live events, reloads the page's data unless unsaved input would be lost, and shows a toast or browser notification. */
export function useLive({ enabled, latest }: UseLiveOptions): LiveView {
  const [toasts, dispatch] = useReducer(toastsReducer, noToasts);
  const [warned, setWarned] = useState(false);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const inFlow = useIsWaiting();
  const isNavigating = useNavigation().state !== "idle";
  const page = useRef({ revalidate, navigate, inFlow, isNavigating });

  useEffect(() => {
    page.current = { revalidate, navigate, inFlow, isNavigating };
  });

  useEffect(() => {
    if (!enabled) return;
    const unmounted = new AbortController();
    const live = {
      inFlow: () => page.current.inFlow,
      toast: (news: News) => dispatch({ type: "add", news, now: Date.now() }),
      blocksReload: () => document.querySelector("form[data-unsaved]") !== null || showsActionData(),
      warn: () => shouldWarn() && setWarned(true),
      isNavigating: () => page.current.isNavigating,
      refresh: () => page.current.revalidate(),
      open: (path: string) => page.current.navigate(path),
    };
    import("./go-live.ts").then(({ goLive }) => goLive(live, unmounted.signal)).catch(() => undefined);
    return () => unmounted.abort();
  }, [enabled]);

  useEffect(() => {
    const wait = nextExpiry(toasts, Date.now());
    if (wait === undefined) return;
    const timer = setTimeout(() => dispatch({ type: "expire", now: Date.now() }), wait);
    return () => clearTimeout(timer);
  }, [toasts]);

  const hold = () => dispatch({ type: "hold", now: Date.now() });
  const release = () => dispatch({ type: "release", now: Date.now() });
  return {
    toasts: toasts.shown.map(({ id, news }) => {
      const target = newsLink(news);
      const notification = latest?.find((one) => one.to === target);
      return { id, to: notification?.opensBy ?? target, message: notification?.subject ?? newsText(news) };
    }),
    dismiss: (id) => dispatch({ type: "dismiss", id, now: Date.now() }),
    holding: { onPointerMove: hold, onPointerLeave: release, onFocus: hold, onBlur: release },
    warning: warned ? permissionWarning : undefined,
  };
}
