import type { News } from "./news.ts";
import { keepStream } from "./stream.ts";

/** What tabs tell each other. */
export type TabMessage =
  | { readonly type: "news"; readonly news: News }
  /** The stream has come, or come back: what happened before it is not told. */
  | { readonly type: "ready" }
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
  // Another tab's open stream says no `ready` to this page.
  onMessage({ type: "ready" }, leading);
  navigator.locks
    .request("live", { signal: left.signal }, lead)
    // The tab left before it was its turn.
    .catch(() => undefined);

  return {
    tell,
    stop() {
      left.abort();
      channel.close();
    },
  };
}
