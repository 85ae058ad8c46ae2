import type { News } from "./news.ts";

/** How long a toast is shown, in milliseconds. */
export const toastLife = 60_000;
/** More would cover the page; the oldest is removed. */
const mostToasts = 4;

interface Toast {
  readonly id: string;
  readonly news: News;
  readonly until: number;
}

export interface Toasts {
  readonly shown: readonly Toast[];
  /** When the pointer or focus entered the toasts, which pauses their expiry. */
  readonly heldAt?: number;
}

export type ToastAction =
  | { readonly type: "add"; readonly news: News; readonly now: number }
  | { readonly type: "dismiss"; readonly id: string; readonly now: number }
  | { readonly type: "hold" | "release" | "expire"; readonly now: number };

export const noToasts: Toasts = { shown: [] };

/** The queue of toasts; all times are in milliseconds, of the clock that sets `now`. */
export function toastsReducer(state: Toasts, action: ToastAction): Toasts {
  const { now } = action;
  switch (action.type) {
    case "add": {
      const id = `${action.news.kind}:${action.news.id}`;
      const others = state.shown.filter((toast) => toast.id !== id);
      const until = (state.heldAt ?? now) + toastLife;
      return { ...state, shown: [...others, { id, news: action.news, until }].slice(-mostToasts) };
    }
    case "dismiss":
      // Removing the toast under the pointer fires no `pointerleave`.
      return release({ ...state, shown: state.shown.filter((toast) => toast.id !== action.id) }, now);
    case "hold":
      return state.heldAt === undefined ? { ...state, heldAt: now } : state;
    case "release":
      return release(state, now);
    case "expire":
      if (state.heldAt !== undefined) return state;
      return { shown: state.shown.filter((toast) => toast.until > now) };
  }
}

/** Returns the milliseconds until the next toast expires; undefined when there is none or expiry is paused. */
export function nextExpiry({ shown, heldAt }: Toasts, now: number): number | undefined {
  if (shown.length === 0 || heldAt !== undefined) return undefined;
  return Math.max(0, Math.min(...shown.map((toast) => toast.until)) - now);
}

function release({ shown, heldAt }: Toasts, now: number): Toasts {
  const held = heldAt === undefined ? 0 : now - heldAt;
  return { shown: shown.map((toast) => ({ ...toast, until: toast.until + held })) };
}
