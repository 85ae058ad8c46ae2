import { paths } from "#app/paths.ts";
import { attentionFor, newsLink, newsText, type News } from "./news.ts";
import { notificationPermission } from "./permission.ts";
import { canBeLive, joinTabs, type TabMessage, type Tabs } from "./tabs.ts";

/** Milliseconds that the leading tab waits for a focused tab to report that it shows the event. */
const seenWait = 250;
/** After a reconnect, pages reload at a random time within these milliseconds, so that they don't all ask at once. */
const loadSpread = 5_000;
/** The least time between two reloads, in milliseconds. */
const betweenLoads = 1_000;
/** So many milliseconds after a form was sent no reload begins. */
const afterSending = 5_000;

export interface LivePage {
  inFlow(): boolean;
  toast(news: News): void;
  warn(): void;
  /** Whether a reload would lose something, e.g. unsaved typing. */
  holds(): boolean;
  refresh(): void;
  open(path: string): void;
}

/** Shows live events in this page until the signal aborts; does nothing where the browser lacks what it needs. */
export function goLive(page: LivePage, signal: AbortSignal): void {
  if (signal.aborted || !canBeLive()) return;
  const calls = new Map<string, ReturnType<typeof setTimeout>>();
  const loads = loadsOf(page);

  const receive = (message: TabMessage, leading: boolean) => {
    if (message.type === "ready") loads.in(Math.random() * loadSpread);
    else if (message.type === "seen") clearTimeout(calls.get(keyOf(message.news)));
    else if (message.type === "news") tell(message.news, leading);
  };
  const tell = (news: News, leading: boolean) => {
    loads.in(0);
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
  const join = () => joinTabs({ url: paths.live(), onMessage: receive });
  let tabs: Tabs | undefined = join();

  // A page in the back/forward cache must release its stream and lock, and join again when it is restored.
  addEventListener("pagehide", () => (tabs = void tabs?.stop()), { signal });
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    tabs ??= join();
    loads.in(0);
  };
  addEventListener("pageshow", comeBack, { signal });
  document.addEventListener("visibilitychange", loads.catchUp, { signal });
  // A reload that finds the session signed out would overtake the page that Logout leads to.
  const pause = ({ defaultPrevented }: Event) => defaultPrevented || loads.pause();
  document.addEventListener("submit", pause, { signal });
  signal.addEventListener("abort", () => {
    loads.stop();
    for (const timer of calls.values()) clearTimeout(timer);
    tabs?.stop();
  });
}

/** Schedules reloads of the page's data: the earliest one asked for wins, at most one per `betweenLoads`. */
function loadsOf(page: Pick<LivePage, "refresh" | "holds">) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Infinity;
  let last = -betweenLoads;
  let isOwed = false;
  const load = () => {
    due = Infinity;
    last = performance.now();
    // A hidden tab reloads once it becomes visible.
    isOwed = document.hidden || page.holds();
    if (!isOwed) page.refresh();
  };
  const loads = {
    in(ms: number) {
      const now = performance.now();
      const at = Math.max(now + ms, last + betweenLoads);
      if (at >= due) return;
      due = at;
      clearTimeout(timer);
      timer = setTimeout(load, at - now);
    },
    catchUp: () => isOwed && loads.in(0),
    pause() {
      const isDue = due < Infinity;
      loads.stop();
      due = Infinity;
      last = performance.now() + afterSending - betweenLoads;
      if (isDue) loads.in(0);
    },
    stop: () => clearTimeout(timer),
  };
  return loads;
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
