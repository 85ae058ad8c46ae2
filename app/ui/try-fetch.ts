const TIMEOUT_MS = 10_000;

/** The response; undefined if there's none within 10 s. Not with AbortSignal.timeout(), which browsers from 2021 lack. */
export function tryFetch(url: string, init: RequestInit): Promise<Response | undefined> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
  return fetch(url, { ...init, signal: late.signal })
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}
