import type { LiveEvent } from "#shared/live-kinds.ts";
import { openReconnectingStream, type StreamMessage } from "./stream.ts";

export type TabMessage =
  | StreamMessage
  /** A focused tab shows the event, so no browser notification is needed. */
  | { readonly type: "seen"; readonly event: LiveEvent }
  /** A page has opened for this account, or has heard that the person has switched to it since. */
  | { readonly type: "account"; readonly account: TabAccount };

export interface TabAccount {
  readonly id: string;
  readonly name: string;
  readonly chosenAt: number;
}

export type Tabs = ReturnType<typeof joinTabs>;

export function canBeLive(): boolean {
  return "EventSource" in globalThis && "BroadcastChannel" in globalThis && "locks" in navigator;
}

/**
 * Shares one stream among all tabs, because browsers only open six connections to a host. The tab with the lock leads: it
 * opens the stream, and does whatever must only be done once for all tabs.
 */
export function joinTabs(
  url: string,
  onMessage: (message: TabMessage, isLeading: boolean) => void,
  open = openReconnectingStream,
) {
  const channel = new BroadcastChannel("live");
  const stopped = new AbortController();
  let isLeading = false;

  const send = (message: TabMessage) => channel.postMessage(message);
  const broadcast = (message: TabMessage) => {
    send(message);
    onMessage(message, isLeading);
  };
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data, isLeading);

  const lead = () =>
    new Promise<void>((release) => {
      if (stopped.signal.aborted) return release();
      isLeading = true;
      const close = open(url, broadcast);
      stopped.signal.addEventListener("abort", () => {
        close();
        release();
      });
    });
  // If another tab's stream is already open, this page doesn't get a `ready` message.
  onMessage({ type: "ready" }, isLeading);
  navigator.locks
    .request("live", { signal: stopped.signal }, lead)
    // Rejects if it's aborted while waiting for the lock.
    .catch(() => undefined);

  return {
    send,
    stop() {
      stopped.abort();
      channel.close();
    },
  };
}
