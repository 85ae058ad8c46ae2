import type { LiveEvent } from "#shared/live-kinds.ts";
import { parseLiveEvent } from "./live-event.ts";

/** `EventSource.CLOSED`. */
const CLOSED = 2;
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 300_000;
const MAX_FAILURES = 8;
/** The server closes the oldest stream of someone with too many tabs. By the end of this wait, another tab has probably closed. */
const EVICTED_WAIT_MS = 60_000;

export type StreamMessage =
  /** The stream has opened or reopened; earlier events aren't repeated. */
  { readonly type: "ready" } | { readonly type: "event"; readonly event: LiveEvent };

/** Opens an event stream that reconnects even after errors like 503, when browsers give up. Returns a function that closes it. */
export function openReconnectingStream(
  url: string,
  onMessage: (message: StreamMessage) => void,
  create: (url: string) => EventSource = (address) => new EventSource(address),
): () => void {
  let source: EventSource;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const reconnectIn = (ms: number) => {
    source.close();
    timer = setTimeout(open, ms * (1 + Math.random()));
  };
  const open = () => {
    source = create(url);
    source.addEventListener("ready", () => {
      failures = 0;
      onMessage({ type: "ready" });
    });
    source.addEventListener("notification", ({ data }) => {
      const event = parseLiveEvent(data);
      if (event) onMessage({ type: "event", event });
    });
    source.addEventListener("bye", ({ data }) => {
      if (String(data).includes("evicted")) reconnectIn(EVICTED_WAIT_MS);
      else source.close();
    });
    source.onerror = () => {
      if (source.readyState !== CLOSED) return;
      failures += 1;
      if (failures <= MAX_FAILURES)
        reconnectIn(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)));
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
