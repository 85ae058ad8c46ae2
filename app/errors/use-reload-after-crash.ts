import { isRouteErrorResponse } from "@remix-run/react";
import { useEffect } from "react";

/** A second crash at the same address within this time shows the error page. */
const RECENT_MS = 60_000;
const ANSWER_TIMEOUT_MS = 10_000;

/** Reloads after an error in scripts, which may not understand a newer server; only if the server answers. */
export function useReloadAfterCrash(error: unknown): void {
  useEffect(() => {
    if (isRouteErrorResponse(error) || isRepeatedCrash()) return;
    // Not AbortSignal.timeout(), which browsers of 2021 lack: an error here would hide the error page.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), ANSWER_TIMEOUT_MS);
    void fetch(location.href, { method: "HEAD", signal: timeout.signal })
      .then(
        ({ ok }) => ok && location.reload(),
        () => undefined,
      )
      .finally(() => clearTimeout(timer));
  }, [error]);
}

/** Records this crash. Also true if the browser blocks session storage, since it might reload for ever. */
function isRepeatedCrash(): boolean {
  const key = `reloaded ${location.pathname}`;
  try {
    const isRecent = Date.now() - Number(sessionStorage.getItem(key)) < RECENT_MS;
    sessionStorage.setItem(key, String(Date.now()));
    return isRecent;
  } catch {
    return true;
  }
}
