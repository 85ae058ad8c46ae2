import { paths } from "#app/paths.ts";
import { attentionFor, newsLink, newsText, type News } from "./news.ts";
import { notificationPermission } from "./permission.ts";
import { canBeLive, joinTabs, type TabMessage, type Tabs } from "./tabs.ts";

/** How long the leading tab waits for another tab to say that the person sees it. */
const seenWait = 250;
/** Browsers load again within this time after a resync, so that they don't all ask at once. */
const resyncSpread = 3_000;

export interface LivePage {
  /** From when on it is to be told, as the stream takes it. */
  readonly since: string | undefined;
  /** What the page shows by itself. */
  shows(news: News): boolean;
  inFlow(): boolean;
  toast(news: News): void;
  warn(): void;
  refresh(): void;
  open(path: string): void;
}

/** Makes this page live until the signal, in a browser that has what it needs. */
export function goLive(page: LivePage, signal: AbortSignal): void {
  if (signal.aborted || !canBeLive()) return;
  const calls = new Map<string, ReturnType<typeof setTimeout>>();
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  let stale = false;

  const refreshIn = (ms: number) => {
    clearTimeout(refreshTimer);
    refreshTimer = setTimeout(() => {
      // A hidden tab loads when it is looked at.
      stale = document.hidden;
      // A load may fail, and what is typed would go with the page (ADR 0017).
      if (!stale && !document.querySelector("form[data-unsaved]")) page.refresh();
    }, ms);
  };
  const receive = (message: TabMessage, leading: boolean) => {
    if (message.type === "resync") refreshIn(Math.random() * resyncSpread);
    else if (message.type === "seen") clearTimeout(calls.get(keyOf(message.news)));
    else if (message.type === "news") tell(message.news, leading);
  };
  const tell = (news: News, leading: boolean) => {
    if (page.shows(news)) return;
    refreshIn(0);
    const situation = {
      focused: document.hasFocus(),
      permission: notificationPermission(),
      inFlow: page.inFlow(),
      kind: news.kind,
    };
    const attention = attentionFor(situation, leading);
    if (attention.seen) tabs?.tell({ type: "seen", news });
    if (attention.toast) page.toast(news);
    if (attention.warn) page.warn();
    if (attention.call) {
      const key = keyOf(news);
      clearTimeout(calls.get(key));
      calls.set(
        key,
        setTimeout(() => callUser(news, page), seenWait),
      );
    }
  };
  const join = (since?: string) => joinTabs({ url: paths.live(), since, onMessage: receive });
  let tabs: Tabs | undefined = join(page.since);

  // A page that the browser puts aside must let go of stream and lock; it may come back as it was.
  addEventListener("pagehide", () => (tabs = void tabs?.stop()), { signal });
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    tabs ??= join();
    refreshIn(0);
  };
  addEventListener("pageshow", comeBack, { signal });
  document.addEventListener("visibilitychange", () => stale && refreshIn(0), { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(refreshTimer);
    for (const timer of calls.values()) clearTimeout(timer);
    tabs?.stop();
  });
}

const keyOf = ({ kind, id }: News) => `${kind}:${id}`;

/** A browser notification; a toast where the browser shows them to service workers only (Chrome on Android). */
function callUser(news: News, page: LivePage): void {
  try {
    const shown = new Notification("New Notification", { body: newsText(news), tag: keyOf(news) });
    shown.onclick = () => {
      window.focus();
      page.open(newsLink(news));
      shown.close();
    };
  } catch {
    page.toast(news);
  }
}
