import type { News } from "./news.ts";
import { keepStream } from "./stream.ts";

export type TabMessage =
  | { readonly type: "news"; readonly news: News }
  /** The stream is open, or open again; events from before are not repeated. */
  | { readonly type: "ready" }
  /** A tab that has the focus shows the event itself. */
  | { readonly type: "seen"; readonly news: News };

export interface Tabs {
  tell(message: TabMessage): void;
  stop(): void;
}

export interface TabSettings {
  readonly url: string;
  /** `leading`: this tab holds the stream, and alone does what is done once for all tabs. */
  readonly onMessage: (message: TabMessage, leading: boolean) => void;
}

/** Returns whether the browser supports live events; without them a page is up to date after a reload. */
export function canBeLive(): boolean {
  return "EventSource" in globalThis && "BroadcastChannel" in globalThis && "locks" in navigator;
}

/** Shares one stream among all tabs, since browsers open only six connections to a host: the tab with the lock holds it. */
export function joinTabs({ url, onMessage }: TabSettings, open: typeof keepStream = keepStream): Tabs {
  const channel = new BroadcastChannel("live");
  const left = new AbortController();
  let leading = false;

  const tell = (message: TabMessage) => channel.postMessage(message);
  const pass = (message: TabMessage) => {
    tell(message);
    onMessage(message, leading);
  };
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data, leading);

  const lead = () =>
    new Promise<void>((release) => {
      if (left.signal.aborted) return release();
      leading = true;
      const close = open(url, {
        onReady: () => pass({ type: "ready" }),
        onNews: (news) => pass({ type: "news", news }),
      });
      left.signal.addEventListener("abort", () => {
        close();
        release();
      });
    });
  // If another tab's stream is already open, this page gets no `ready` message.
  onMessage({ type: "ready" }, leading);
  navigator.locks
    .request("live", { signal: left.signal }, lead)
    // Aborted while it waited for the lock.
    .catch(() => undefined);

  return {
    tell,
    stop() {
      left.abort();
      channel.close();
    },
  };
}
