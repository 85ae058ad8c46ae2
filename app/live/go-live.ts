import type { LiveEvent } from "#shared/live-kinds.ts";
import { paths } from "#shared/paths.ts";
import { deliveryFor, liveEventLink, liveEventText } from "./live-event.ts";
import { messageWayOf } from "./message-ways.ts";
import { notificationPermission } from "./permission.ts";
import { canBeLive, joinTabs, type TabAccount, type TabMessage, type Tabs } from "./tabs.ts";

/** How long the leading tab waits for a focused tab to say that it shows the event. */
const SEEN_WAIT_MS = 250;
/** After a reconnect, each page reloads at a random time within this period, so that they don't all reload at once. */
const RELOAD_SPREAD_MS = 5_000;
const RELOAD_INTERVAL_MS = 1_000;
const SUBMIT_PAUSE_MS = 5_000;

export interface LivePage {
  /** The account that the page was opened for. */
  readonly account: TabAccount;
  /** In another tab, the person has switched to this account since. */
  switched(to: TabAccount): void;
  inFlow(): boolean;
  toast(event: LiveEvent): void;
  /** Says that the browser blocks notifications. */
  warn(): void;
  /** Whether a form has unsaved input, or the page shows an action's answer. */
  blocksReload(): boolean;
  isNavigating(): boolean;
  refresh(): void;
  open(path: string): void;
}

/** Shows live events on this page until the signal aborts. Does nothing if the browser lacks the features. */
export function goLive(page: LivePage, signal: AbortSignal): void {
  if (signal.aborted || !canBeLive()) return;
  const notificationTimers = new Map<string, ReturnType<typeof setTimeout>>();
  const reloads = reloadScheduler(page);

  const receive = (message: TabMessage, isLeading: boolean) => {
    if (message.type === "ready") reloads.schedule(Math.random() * RELOAD_SPREAD_MS);
    else if (message.type === "seen") clearTimeout(notificationTimers.get(keyOf(message.event)));
    else if (message.type === "account") hearOf(message.account);
    else if (message.type === "event") handleEvent(message.event, isLeading);
  };
  let latest = page.account;
  const hearOf = (account: TabAccount) => {
    if (account.chosenAt === latest.chosenAt) return;
    // The other page was opened before the switch, but only joined after it, so we tell it.
    if (account.chosenAt < latest.chosenAt) return tabs?.send({ type: "account", account: latest });
    latest = account;
    page.switched(account);
  };
  const handleEvent = (event: LiveEvent, isLeading: boolean) => {
    reloads.schedule(0);
    const situation = {
      focused: document.hasFocus(),
      permission: notificationPermission(),
      inFlow: page.inFlow(),
      kind: event.kind,
      way: messageWayOf(document.cookie, event.kind),
    };
    const delivery = deliveryFor(situation, isLeading);
    if (delivery.seen) tabs?.send({ type: "seen", event });
    if (delivery.toast) page.toast(event);
    if (delivery.warn) page.warn();
    if (delivery.notify) {
      const key = keyOf(event);
      clearTimeout(notificationTimers.get(key));
      const notify = () => notifyUser(event, page);
      notificationTimers.set(key, setTimeout(notify, SEEN_WAIT_MS));
    }
  };
  const join = () => joinTabs(paths.live(), receive);
  let tabs: Tabs | undefined = join();
  tabs.send({ type: "account", account: page.account });

  // A page in the back/forward cache has to release its stream and lock, and join again when it's restored.
  const leave = () => {
    tabs?.stop();
    tabs = undefined;
  };
  addEventListener("pagehide", leave, { signal });
  const rejoin = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    tabs ??= join();
    reloads.schedule(0);
  };
  addEventListener("pageshow", rejoin, { signal });
  document.addEventListener("visibilitychange", reloads.catchUp, { signal });
  // A reload during Logout would find the session signed out, and its redirect would override Logout's.
  const pause = ({ defaultPrevented }: Event) => defaultPrevented || reloads.pause();
  document.addEventListener("submit", pause, { signal });
  signal.addEventListener("abort", () => {
    reloads.stop();
    for (const timer of notificationTimers.values()) clearTimeout(timer);
    tabs?.stop();
  });
}

/** Schedules reloads of the page's data. The earliest request wins, with at most one per `RELOAD_INTERVAL_MS`. */
function reloadScheduler(page: Pick<LivePage, "refresh" | "blocksReload" | "isNavigating">) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Infinity;
  let lastReloadAt = -RELOAD_INTERVAL_MS;
  let isPostponed = false;
  const reload = () => {
    dueAt = Infinity;
    lastReloadAt = performance.now();
    // A reload would restart the navigation, and lose the flash messages from its first response.
    if (page.isNavigating()) return reloads.schedule(0);
    // A hidden tab reloads once it becomes visible.
    isPostponed = document.hidden || page.blocksReload();
    if (!isPostponed) page.refresh();
  };
  const reloads = {
    schedule(ms: number) {
      const now = performance.now();
      const reloadAt = Math.max(now + ms, lastReloadAt + RELOAD_INTERVAL_MS);
      if (reloadAt >= dueAt) return;
      dueAt = reloadAt;
      clearTimeout(timer);
      timer = setTimeout(reload, reloadAt - now);
    },
    catchUp: () => isPostponed && reloads.schedule(0),
    pause() {
      const isDue = dueAt < Infinity;
      reloads.stop();
      dueAt = Infinity;
      // The next reload can be RELOAD_INTERVAL_MS after this, which is when the pause ends.
      lastReloadAt = performance.now() + SUBMIT_PAUSE_MS - RELOAD_INTERVAL_MS;
      if (isDue) reloads.schedule(0);
    },
    stop: () => clearTimeout(timer),
  };
  return reloads;
}

const keyOf = ({ kind, id }: LiveEvent) => `${kind}:${id}`;

/** Falls back to a toast in Chrome on Android, where only service workers can show notifications. */
function notifyUser(event: LiveEvent, page: LivePage): void {
  try {
    const shown = new Notification("New Notification", { body: liveEventText(event), tag: keyOf(event) });
    shown.onclick = () => {
      window.focus();
      page.open(liveEventLink(event));
      shown.close();
    };
  } catch {
    page.toast(event);
  }
}
