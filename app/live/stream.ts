import { parseNews, type News } from "./news.ts";

/** Milliseconds until the first retry after an answer like 503; doubled for each further one. */
const firstWait = 15_000;
const longestWait = 300_000;
const mostFailures = 8;
/** The server closes the oldest stream of a session or person with too many; by then another has probably closed. */
const evictedWait = 60_000;

export interface StreamHandlers {
  /** The stream is open; earlier events are not repeated. */
  onReady(): void;
  onNews(news: News): void;
}

/** Opens an event stream, with retries after answers like 503, where browsers give up; returns the function that closes it. */
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
