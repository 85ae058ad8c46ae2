import { isRouteErrorResponse } from "@remix-run/react";
import { useEffect } from "react";

/** A second crash at the same address within this time is shown. */
const AGAIN_MS = 60_000;
const ANSWER_MS = 10_000;

/**
 * Loads the document anew when the page's scripts failed, since after a deployment the scripts of an open tab may not
 * understand what the new server sends. Not while the server does not answer: the error's page says more than the browser's.
 */
export function useReloadAfterCrash(error: unknown): void {
  useEffect(() => {
    if (isRouteErrorResponse(error) || hasJustReloaded()) return;
    // Not AbortSignal.timeout(), which browsers of 2021 lack: an error here would hide the error's page.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), ANSWER_MS);
    void fetch(location.href, { method: "HEAD", signal: late.signal })
      .then(
        ({ ok }) => ok && location.reload(),
        () => undefined,
      )
      .finally(() => clearTimeout(timer));
  }, [error]);
}

/** True also where the browser keeps nothing, which might reload for ever. */
function hasJustReloaded(): boolean {
  const key = `reloaded ${location.pathname}`;
  try {
    const isRecent = Date.now() - Number(sessionStorage.getItem(key)) < AGAIN_MS;
    sessionStorage.setItem(key, String(Date.now()));
    return isRecent;
  } catch {
    return true;
  }
}
