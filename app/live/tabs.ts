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
  /** From when on this page is to be told, as the stream takes it. */
  readonly since?: string;
  /** `leading`: this tab holds the stream; it alone does what may be done once for all tabs. */
  readonly onMessage: (message: TabMessage, leading: boolean) => void;
}

/** Whether the browser has what live events need. Without, every page is right after a reload. */
export function canBeLive(): boolean {
  return "EventSource" in globalThis && "BroadcastChannel" in globalThis && "locks" in navigator;
}

/** One stream for all tabs, since browsers keep six connections to a host: the tab with the lock holds it and passes on what comes. */
export function joinTabs({ url, since, onMessage }: TabSettings, open: typeof keepStream = keepStream): Tabs {
  const channel = new BroadcastChannel("live");
  const left = new AbortController();
  let last = since;
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
  const handlersFor = (take: (message: TabMessage) => void): StreamHandlers => ({
    onReady: (id) => take({ type: "ready", id }),
    onNews: (news, id) => take({ type: "news", news, id }),
    onResync: (id) => take({ type: "resync", id }),
  });
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data);

  const lead = () =>
    new Promise<void>((release) => {
      if (left.signal.aborted) return release();
      leading = true;
      const close = open(url, last, handlersFor(pass));
      left.signal.addEventListener("abort", () => {
        close();
        release();
      });
    });
  /** Another tab holds the stream, and may not have been told what came before this tab joined. */
  const catchUp = () => {
    const close = open(
      `${url}/missed`,
      since,
      handlersFor((message) => {
        receive(message);
        if (message.type === "ready") close();
      }),
    );
    left.signal.addEventListener("abort", close);
  };
  const { locks } = navigator;
  locks
    .request("live", { ifAvailable: true }, (lock) => (lock ? lead() : since && catchUp()))
    .then(() => locks.request("live", { signal: left.signal }, lead))
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
