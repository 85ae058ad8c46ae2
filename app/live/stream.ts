import { parseNews, type News } from "./news.ts";

/** The first wait after an answer like 503, doubled each time. */
const firstWait = 15_000;
const longestWait = 300_000;
const mostFailures = 8;
/** Evicted by three younger streams of the same session: one of them will be gone by then. */
const evictedWait = 60_000;

export interface StreamHandlers {
  /** The stream stands; `id` is where a later stream would go on. */
  onReady(id: string): void;
  /** `id` is the event's own, with which a later stream goes on. */
  onNews(news: News, id: string): void;
  onResync(id: string): void;
}

/** Keeps one event stream open until it is closed; after an answer like 503, where browsers give up, it tries again. */
export function keepStream(
  url: string,
  after: string | undefined,
  { onReady, onNews, onResync }: StreamHandlers,
  create: (url: string) => EventSource = (address) => new EventSource(address),
): () => void {
  let source: EventSource;
  let last = after;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const comeBackIn = (ms: number) => {
    source.close();
    timer = setTimeout(open, ms * (1 + Math.random()));
  };
  const open = () => {
    source = create(last === undefined ? url : `${url}?after=${encodeURIComponent(last)}`);
    source.addEventListener("ready", ({ lastEventId }) => {
      failures = 0;
      last = lastEventId;
      onReady(lastEventId);
    });
    source.addEventListener("notification", ({ data, lastEventId }) => {
      last = lastEventId;
      const news = parseNews(data);
      if (news) onNews(news, lastEventId);
    });
    source.addEventListener("resync", ({ lastEventId }) => {
      last = lastEventId;
      onResync(lastEventId);
    });
    source.addEventListener("bye", ({ data }) => {
      if (String(data).includes("evicted")) comeBackIn(evictedWait);
      else source.close();
    });
    source.onerror = () => {
      if (source.readyState !== 2) return;
      failures += 1;
      if (failures <= mostFailures) comeBackIn(Math.min(longestWait, firstWait * 2 ** (failures - 1)));
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
