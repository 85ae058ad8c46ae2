import { parseNews, type News } from "./news.ts";

/** The first wait after an answer like 503, doubled each time. */
const firstWait = 15_000;
const longestWait = 300_000;
const mostFailures = 8;
/** Evicted by three younger streams of the same session: one of them will be gone by then. */
const evictedWait = 60_000;

export interface StreamHandlers {
  /** Events come from now on; what came before is not told. */
  onReady(): void;
  onNews(news: News): void;
}

/** Keeps one event stream open until it is closed; after an answer like 503, where browsers give up, it tries again. */
export function keepStream(
  url: string,
  { onReady, onNews }: StreamHandlers,
  create: (url: string) => EventSource = (address) => new EventSource(address),
): () => void {
  let source: EventSource;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const comeBackIn = (ms: number) => {
    source.close();
    timer = setTimeout(open, ms * (1 + Math.random()));
  };
  const open = () => {
    source = create(url);
    source.addEventListener("ready", () => {
      failures = 0;
      onReady();
    });
    source.addEventListener("notification", ({ data }) => {
      const news = parseNews(data);
      if (news) onNews(news);
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
