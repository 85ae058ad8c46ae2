import { useSyncExternalStore } from "react";
import { isLiveLoad, remixRouter } from "./remix-router.ts";

interface RequestInFlight {
  /** The share that has been sent of a form with files, 0 to 1. */
  readonly share: number;
  /** Sends it again after the connection broke. It stays pending until then, or until the page is left. */
  readonly retry?: () => void;
  /** The status of an answer that isn't the application's. */
  readonly status?: number;
  /** It asks for a page, and is sent again once the connection is back. */
  readonly isLoad?: true;
}

type Fetch = typeof fetch;
type Init = RequestInit & { readonly signal: AbortSignal };

const nothingSent: RequestInFlight = { share: 0 };
let sending = nothingSent;
let isStaying = false;
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

/** Before a navigation that only gives up another one: a failed load shows no dialog. */
export const stayOnPage = () => void (isStaying = true);

/**
 * Wraps `fetch` so that Remix's own requests outlast a connection or a portal that is away, and leads on where a page's script
 * can't be had (vite.config.ts). Call it once.
 */
export function watchRequests(): void {
  const { fetch } = window;
  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const { signal } = init ?? {};
    // Remix can abort each of its requests; one without a signal is a component's own, which handles its failure.
    if (!signal || !url.pathname.endsWith(".data")) return fetch(input, init);
    if (init?.body) return sendForm(fetch, url, { ...init, signal });
    return (lastLoad = load(fetch, url, { ...init, signal }));
  };
  // Later, because the script may have failed before the page's data were asked for; with no connection they wait, too.
  addEventListener("routescriptfailed", () => setTimeout(() => lastLoad.then(leadOn, () => undefined)));
}

/** Not where the person has gone elsewhere, or stays. A form that's on its way would wait for the script for ever. */
function leadOn(): void {
  const { navigation } = remixRouter()?.state ?? {};
  if (!navigation || navigation.state === "idle") return;
  const { pathname, search, hash } = navigation.location;
  const isHere = pathname + search === location.pathname + location.search;
  if (navigation.state === "submitting" || isHere) location.reload();
  else location.assign(pathname + search + hash);
}

/** Sends a form again each time a person asks for it, until it has arrived or was left. */
async function sendForm(fetch: Fetch, url: URL, init: Init): Promise<Response> {
  const { body, signal } = init;
  const send = () =>
    body instanceof FormData && hasFile(body) ? sendFiles(url, body, signal) : fetch(url, init);
  try {
    while (!signal.aborted) {
      show(nothingSent);
      const reply = await send().catch(() => undefined);
      if (reply && isOfApplication(reply)) return reply;
      await retryIsPressed(signal, reply?.status);
    }
    throw signal.reason;
  } finally {
    show(nothingSent);
  }
}

async function retryIsPressed(signal: AbortSignal, status: number | undefined): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    show({ share: 0, retry: resolve, status });
  });
}

/** Remix marks its answers. Others are those of a gateway, of a Wi-Fi's sign-in page, or of the server's limits. */
const isOfApplication = ({ headers }: Response) => headers.has("X-Remix-Response");

const hasFile = (form: FormData) =>
  [...form.values()].some((value) => value instanceof File && value.size > 0);

/** `fetch` reports no progress. */
function sendFiles(url: URL, body: FormData, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.upload.onprogress = ({ loaded, total }) => show({ share: total > 0 ? loaded / total : 0 });
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError("The connection broke"));
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

/** The address is already that of the next page while the browser goes back, so the router tells which page is shown. */
function isOfShownPage({ pathname, searchParams }: URL): boolean {
  const shown = remixRouter()?.state.location;
  const search = new URLSearchParams(searchParams);
  search.delete("_routes");
  return (
    pathname === `${shown?.pathname}.data` &&
    search.toString() === new URLSearchParams(shown?.search).toString()
  );
}

/** Milliseconds between tries; the last pause is repeated. */
const PAUSES_MS = [1_000, 3_000, 10_000, 30_000];
const TOO_MANY_REQUESTS = 429;
/** Half an hour of a browser that is online. */
const MAX_TRIES = 60;
/** However long a gateway asks to wait. */
const MAX_PAUSE_MS = 60_000;

/** Loads a page's data once there's a connection. Asks again for the page that's shown, too, because an error page would replace it. */
async function load(fetch: Fetch, url: URL, init: Init): Promise<Response> {
  const isShown = isOfShownPage(url);
  const isLive = isLiveLoad();
  const isQuiet = isLive || isStaying;
  isStaying = false;
  const sayWaiting = (retry: () => void) => show({ share: 0, retry, isLoad: true });
  try {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const reply = await fetch(url, init).catch(() => undefined);
      init.signal.throwIfAborted();
      const isFinal = reply && (!isShown || (isOfApplication(reply) && !isTemporary(reply)));
      if (isFinal && (reply.ok || !isLive)) return reply;
      // An unread body would keep its connection open.
      void reply?.body?.cancel();
      if (isFinal) break;
      const askedToWaitMs = Number(reply?.headers.get("Retry-After")) * 1_000 || 0;
      const pauseMs = Math.max(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]!, askedToWaitMs);
      await pause(Math.min(pauseMs, MAX_PAUSE_MS), init.signal, isQuiet || reply ? undefined : sayWaiting);
    }
  } finally {
    if (!isQuiet) show(nothingSent);
  }
  if (!isLive) return fetch(url, init);
  // A live event's load that fails leaves the page as it is, until the next load ends this wait.
  return new Promise((_, reject) => init.signal.addEventListener("abort", () => reject(init.signal.reason)));
}

const isTemporary = ({ status }: Response) => status >= 500 || status === TOO_MANY_REQUESTS;

/** Lasts until the browser is online where it isn't; ends early when it gets so, or by `onWait`. Rejects when the signal aborts. */
function pause(ms: number, signal: AbortSignal, onWait?: (end: () => void) => void): Promise<void> {
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<void>((resolve, reject) => {
    if (navigator.onLine) timer = setTimeout(resolve, ms);
    addEventListener("online", () => resolve(), { signal: ended.signal });
    signal.addEventListener("abort", () => reject(signal.reason as Error), { signal: ended.signal });
    onWait?.(resolve);
  }).finally(() => {
    ended.abort();
    clearTimeout(timer);
  });
}
