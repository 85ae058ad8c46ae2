import type { LiveEvent } from "#shared/live-kinds.ts";

export const TOAST_LIFETIME_MS = 60_000;
/** More would cover the page. Beyond it, the oldest is removed. */
const MAX_TOASTS = 4;

export interface Toasts {
  readonly shown: readonly { readonly id: string; readonly event: LiveEvent; readonly until: number }[];
  /** When the pointer or focus entered the toasts, which pauses their expiry. */
  readonly pausedAt?: number;
}

export type ToastAction =
  | { readonly type: "add"; readonly event: LiveEvent; readonly now: number }
  | { readonly type: "dismiss"; readonly id: string; readonly now: number }
  | { readonly type: "pause" | "resume" | "expire"; readonly now: number };

export const noToasts: Toasts = { shown: [] };

export function toastsReducer(state: Toasts, action: ToastAction): Toasts {
  const { now } = action;
  switch (action.type) {
    case "add": {
      const id = `${action.event.kind}:${action.event.id}`;
      const others = state.shown.filter((toast) => toast.id !== id);
      const until = (state.pausedAt ?? now) + TOAST_LIFETIME_MS;
      return { ...state, shown: [...others, { id, event: action.event, until }].slice(-MAX_TOASTS) };
    }
    case "dismiss":
      // Removing the toast under the pointer doesn't fire `pointerleave`.
      return resume({ ...state, shown: state.shown.filter((toast) => toast.id !== action.id) }, now);
    case "pause":
      return state.pausedAt === undefined ? { ...state, pausedAt: now } : state;
    case "resume":
      return resume(state, now);
    case "expire":
      if (state.pausedAt !== undefined) return state;
      return { shown: state.shown.filter((toast) => toast.until > now) };
  }
}

/** Milliseconds until the next toast expires; undefined if there's none or expiry is paused. */
export function nextExpiry({ shown, pausedAt }: Toasts, now: number): number | undefined {
  if (shown.length === 0 || pausedAt !== undefined) return undefined;
  return Math.max(0, Math.min(...shown.map((toast) => toast.until)) - now);
}

function resume({ shown, pausedAt }: Toasts, now: number): Toasts {
  const pausedFor = pausedAt === undefined ? 0 : now - pausedAt;
  return { shown: shown.map((toast) => ({ ...toast, until: toast.until + pausedFor })) };
}
