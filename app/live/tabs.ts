import type { News } from "./news.ts";
import { keepStream, type StreamHandlers } from "./stream.ts";

/** What tabs tell each other. `id` is the stream's, so that another tab can go on where the leader stopped. */
export type TabMessage =
  | { readonly type: "news"; readonly news: News; readonly id: string }
  | { readonly type: "resync"; readonly id: string }
  | { readonly type: "ready"; readonly id: string }
  /** A tab that has the focus shows the event itself. */
  | { readonly type: "seen"; readonly news: News };

export interface Tabs {
  tell(message: TabMessage): void;
  stop(): void;
}

export interface TabSettings {
  readonly url: string;
  /** `leading`: this tab holds the stream; it alone does what may be done once for all tabs. */
  readonly onMessage: (message: TabMessage, leading: boolean) => void;
}

/** Whether the browser has what live events need. Without, every page is right after a reload. */
export function canBeLive(): boolean {
  return "EventSource" in globalThis && "BroadcastChannel" in globalThis && "locks" in navigator;
}

/** One stream for all tabs, since browsers keep six connections to a host: the tab with the lock holds it and passes on what comes. */
export function joinTabs({ url, onMessage }: TabSettings, open: typeof keepStream = keepStream): Tabs {
  const channel = new BroadcastChannel("live");
  const left = new AbortController();
  let last: string | undefined;
  let leading = false;

  const receive = (message: TabMessage) => {
    if ("id" in message) last = message.id;
    onMessage(message, leading);
  };
  const tell = (message: TabMessage) => channel.postMessage(message);
  const pass = (message: TabMessage) => {
    tell(message);
    receive(message);
  };
  const handlers: StreamHandlers = {
    onReady: (id) => pass({ type: "ready", id }),
    onNews: (news, id) => pass({ type: "news", news, id }),
    onResync: (id) => pass({ type: "resync", id }),
  };
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data);

  const lead = () =>
    new Promise<void>((release) => {
      if (left.signal.aborted) return release();
      leading = true;
      const close = open(url, last, handlers);
      left.signal.addEventListener("abort", () => {
        close();
        release();
      });
    });
  // Rejects when the tab leaves before it was its turn.
  navigator.locks.request("live", { signal: left.signal }, lead).catch(() => undefined);

  return {
    tell,
    stop() {
      left.abort();
      channel.close();
    },
  };
}
