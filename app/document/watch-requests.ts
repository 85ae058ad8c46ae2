import { useSyncExternalStore } from "react";
import { remixRouter } from "./remix-router.ts";

/** The form that Remix sends. */
interface FormInFlight {
  /** The share that has been sent of a form with files, 0 to 1. */
  readonly share: number;
  /** Sends it again after the connection broke. It stays pending until then, or until the page is left. */
  readonly retry?: () => void;
}

type Fetch = typeof fetch;
type Init = Parameters<Fetch>[1];

const nothingSent: FormInFlight = { share: 0 };
let sending = nothingSent;
const listeners = new Set<() => void>();

function show(next: FormInFlight): void {
  sending = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useFormInFlight = () =>
  useSyncExternalStore(
    listen,
    () => sending,
    () => nothingSent,
  );

/**
 * Wraps `fetch` for Remix's own requests, so that a connection or a portal that is away for a while loses nothing: a form
 * waits until it is sent again, and a page whose data can't be loaded anew stays as it is. Returns a function to restore it.
 */
export function watchRequests(): () => void {
  const { fetch } = window;
  const watched: Fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (!url.pathname.endsWith(".data")) return fetch(input, init);
    if (init?.body) return sendForm(fetch, url, init);
    return isOfThisPage(url) ? reload(fetch, url, init) : fetch(input, init);
  };
  window.fetch = watched;
  return () => {
    if (window.fetch === watched) window.fetch = fetch;
  };
}

function sendForm(fetch: Fetch, url: URL, init: NonNullable<Init>): Promise<Response> {
  const { body, signal } = init;
  return new Promise((resolve, reject) => {
    const attempt = () => {
      show(nothingSent);
      const sent =
        body instanceof FormData && hasFile(body) ? sendFiles(url, body, signal) : fetch(url, init);
      sent.then(resolve, () => {
        if (!signal?.aborted) show({ share: 0, retry: attempt });
      });
    };
    const leave = () => {
      show(nothingSent);
      reject(new DOMException("The form was left", "AbortError"));
    };
    signal?.addEventListener("abort", leave, { once: true });
    attempt();
  });
}

const hasFile = (form: FormData) =>
  [...form.values()].some((value) => value instanceof File && value.size > 0);

/** `fetch` reports no progress. */
function sendFiles(url: URL, body: FormData, signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.upload.onprogress = ({ loaded, total }) => show({ share: total > 0 ? loaded / total : 0 });
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError("The connection broke"));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return new Response(request.responseText, { status: request.status, headers });
}

function isOfThisPage({ pathname, searchParams }: URL): boolean {
  const search = new URLSearchParams(searchParams);
  search.delete("_routes");
  const shown = new URLSearchParams(location.search);
  return pathname === `${location.pathname}.data` && search.toString() === shown.toString();
}

/** Milliseconds between tries; the last pause is repeated. */
const PAUSES_MS = [1_000, 3_000, 10_000, 30_000];
const TOO_MANY_REQUESTS = 429;
/** Half an hour. */
const MAX_TRIES = 60;

/** Loads the data of the page that is shown, and tries again after a failure. Nobody who reads it has asked for it. */
async function reload(fetch: Fetch, url: URL, init: Init): Promise<Response> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const reply = await fetch(url, init).catch((error: unknown) => {
      if (init?.signal?.aborted) throw error;
    });
    // A person who opens the page again is told what is wrong.
    const isAskedFor = remixRouter()?.state.navigation.state === "loading";
    const isOverload = reply && (reply.status >= 500 || reply.status === TOO_MANY_REQUESTS);
    if (reply && (!isOverload || isAskedFor)) return reply;
    await pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]!, init?.signal);
  }
  return fetch(url, init);
}

/** Ends early when the browser is online again. Rejects when the signal aborts. */
function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const end = (settle: () => void) => () => {
      ended.abort();
      clearTimeout(timer);
      settle();
    };
    const timer = setTimeout(end(resolve), ms);
    addEventListener("online", end(resolve), { signal: ended.signal });
    signal?.addEventListener(
      "abort",
      end(() => reject(signal.reason as Error)),
      { signal: ended.signal },
    );
  });
}
