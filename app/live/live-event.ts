import { liveKindOf, type LiveEvent } from "#shared/live-kinds.ts";
import type { MessageWay } from "./message-ways.ts";

export function parseLiveEvent(data: unknown): LiveEvent | undefined {
  try {
    const { kind, id } = JSON.parse(String(data)) as Partial<Record<keyof LiveEvent, unknown>>;
    return typeof kind === "string" && typeof id === "string" ? { kind, id } : undefined;
  } catch {
    return undefined;
  }
}

export const liveEventLink = ({ kind, id }: LiveEvent): string => liveKindOf(kind).link(id);

export const liveEventText = ({ kind, id }: LiveEvent): string => liveKindOf(kind).text(id);

interface LiveSituation {
  readonly focused: boolean;
  readonly permission: NotificationPermission | undefined;
  readonly inFlow: boolean;
  /** How the person wants to be notified of this kind of event. Default: by the browser. */
  readonly way?: MessageWay;
  /** The event's kind: a line-fault flow shows the outcome of its line test, but no ticket updates. */
  readonly kind?: string;
}

export function deliveryFor(situation: LiveSituation, isLeading: boolean) {
  const { focused, permission, inFlow, kind, way = "browser" } = situation;
  const mayNotify = !focused && permission === "granted" && way === "browser";
  const isToastWanted = way !== "silent" && !(inFlow && liveKindOf(kind).group !== "tickets");
  return {
    toast: isToastWanted && !mayNotify,
    /** Tells the other tabs that the person has seen the event. */
    seen: focused,
    /** Shows a browser notification instead of a toast, unless another tab has seen it. */
    notify: mayNotify && isLeading,
    warn: isToastWanted && way === "browser" && permission === "denied",
  };
}
