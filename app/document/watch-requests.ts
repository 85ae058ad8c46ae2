import { useSyncExternalStore } from "react";
import { isLiveLoad, remixRouter } from "./remix-router.ts";

interface RequestInFlight {
  /** How much of a form with files has been sent, 0 to 1. */
  readonly share: number;
  /** Sends it again after the connection broke. It's pending until then, or until the page is left. */
  readonly retry?: () => void;
  /** The status of an answer that didn't come from the application. */
  readonly status?: number;
  /** It loads a page, so we send it again once the connection is back. */
  readonly isLoad?: true;
}

type Fetch = typeof fetch;
type Init = RequestInit & { readonly signal: AbortSignal };

const nothingSent: RequestInFlight = { share: 0 };
let sending = nothingSent;
let isNextLoadHidden = false;
let lastLoad: Promise<unknown> = Promise.resolve();
const listeners = new Set<() => void>();

function show(next: RequestInFlight): void {
  sending = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useRequestInFlight = () =>
  useSyncExternalStore(
    listen,
    () => sending,
    () => nothingSent,
  );

/** Makes the next load show no dialog if it fails. Call it before a navigation that's only there to cancel another. */
export const hideNextLoad = () => void (isNextLoadHidden = true);

/**
 * Wraps `fetch` so that Remix's own requests survive while the connection or the portal is down. Loads the next page as
 * a document if its script is gone (vite.config.ts). Call it once.
 */
export function watchRequests(): void {
  const { fetch } = window;
  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const { signal } = init ?? {};
    // Remix gives each of its requests a signal. One without is a component's own, which handles its failure.
    if (!signal || !url.pathname.endsWith(".data")) return fetch(input, init);
    if (init?.body) return sendForm(fetch, url, { ...init, signal });
    return (lastLoad = load(fetch, url, { ...init, signal }));
  };
  // Delayed, because the script may fail before the page's data are requested. Without a connection those wait too.
  addEventListener("routescriptfailed", () =>
    setTimeout(() => lastLoad.then(openNextPageAsDocument, () => undefined)),
  );
}

/**
 * Opens the router's next page as a document. Does nothing if that navigation is over. Reloads if the address is already
 * the next page's, as it is while going back, or if a form was being sent, which would wait for the script for ever.
 */
function openNextPageAsDocument(): void {
  const { navigation } = remixRouter()?.state ?? {};
  if (!navigation || navigation.state === "idle") return;
  const { pathname, search, hash } = navigation.location;
  const isAddressAlready = pathname + search === location.pathname + location.search;
  if (navigation.state === "submitting" || isAddressAlready) location.reload();
  else location.assign(pathname + search + hash);
}

/** Sends a form again each time the person asks for it, until it arrives or the page is left. */
async function sendForm(fetch: Fetch, url: URL, init: Init): Promise<Response> {
  const { body, signal } = init;
  const send = () =>
    body instanceof FormData && hasFile(body) ? sendFiles(url, body, signal) : fetch(url, init);
  try {
    while (!signal.aborted) {
      show(nothingSent);
      const reply = await send().catch(() => undefined);
      if (reply && isOfApplication(reply)) return reply;
      await waitForRetry(signal, reply?.status);
    }
    throw signal.reason;
  } finally {
    show(nothingSent);
  }
}

async function waitForRetry(signal: AbortSignal, status: number | undefined): Promise<void> {
  signal.throwIfAborted();
  const retried = new Promise<void>((retry) => show({ share: 0, retry, status }));
  await Promise.race([retried, untilAborted(signal)]);
}

/** Remix marks its answers. Others come from a gateway, a Wi-Fi sign-in page or the server's limits. */
const isOfApplication = ({ headers }: Response) => headers.has("X-Remix-Response");

const hasFile = (form: FormData) =>
  [...form.values()].some((value) => value instanceof File && value.size > 0);

/** Sends a form with XMLHttpRequest, because `fetch` doesn't report progress. */
function sendFiles(url: URL, body: FormData, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.upload.onprogress = ({ loaded, total }) => show({ share: total > 0 ? loaded / total : 0 });
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError("The connection was lost"));
    request.onabort = () => reject(signal.reason as Error);
    const abort = () => request.abort();
    signal.addEventListener("abort", abort);
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.send(body);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.map((line) => line.split(/: *(.*)/, 2) as [string, string]);
  return new Response(request.responseText, { status: request.status, headers });
}

/** Whether the data are for the page that's shown. Asks the router, because while the browser goes back, the address is already the next page's. */
function isOfShownPage({ pathname, searchParams }: URL): boolean {
  const shown = remixRouter()?.state.location;
  const search = new URLSearchParams(searchParams);
  search.delete("_routes");
  return (
    pathname === `${shown?.pathname}.data` &&
    search.toString() === new URLSearchParams(shown?.search).toString()
  );
}

/** Milliseconds between tries; the last one repeats. */
const PAUSES_MS = [1_000, 3_000, 10_000, 30_000];
const TOO_MANY_REQUESTS = 429;
/** Half an hour, not counting time offline. */
const MAX_TRIES = 60;
/** Used even if a gateway asks us to wait longer. */
const MAX_PAUSE_MS = 60_000;

/**
 * Loads a page's data, and tries again while there's no connection. If the data are for the page that's shown, it also
 * tries again after a temporary error, because an error page would replace that page.
 */
async function load(fetch: Fetch, url: URL, init: Init): Promise<Response> {
  const isShown = isOfShownPage(url);
  const isLive = isLiveLoad();
  const isQuiet = isLive || isNextLoadHidden;
  isNextLoadHidden = false;
  const showWaiting = (retry: () => void) => show({ share: 0, retry, isLoad: true });
  try {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const reply = await fetch(url, init).catch(() => undefined);
      init.signal.throwIfAborted();
      const isFinal = reply && (!isShown || (isOfApplication(reply) && !isTemporary(reply)));
      if (isFinal && (reply.ok || !isLive)) return reply;
      // An unread body would keep its connection open.
      void reply?.body?.cancel();
      if (isFinal) return untilAborted(init.signal);
      const askedToWaitMs = Number(reply?.headers.get("Retry-After")) * 1_000 || 0;
      const pauseMs = Math.max(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]!, askedToWaitMs);
      await pause(Math.min(pauseMs, MAX_PAUSE_MS), init.signal, isQuiet || reply ? undefined : showWaiting);
    }
  } finally {
    if (!isQuiet) show(nothingSent);
  }
  return isLive ? untilAborted(init.signal) : fetch(url, init);
}

/** Never resolves. If a live event's load fails, the page stays as it is until the next load aborts it. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));

const isTemporary = ({ status }: Response) => status >= 500 || status === TOO_MANY_REQUESTS;

/** Waits this long or, if the browser is offline, until it's online. `onWait` gets a function that ends it early. Rejects if the signal aborts. */
function pause(ms: number, signal: AbortSignal, onWait?: (end: () => void) => void): Promise<void> {
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    if (navigator.onLine) timer = setTimeout(resolve, ms);
    addEventListener("online", () => resolve(), { signal: ended.signal });
    onWait?.(resolve);
  });
  return Promise.race([waited, untilAborted(signal)]).finally(() => {
    ended.abort();
    clearTimeout(timer);
  });
}
