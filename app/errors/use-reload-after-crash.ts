import { isRouteErrorResponse } from "@remix-run/react";
import { useEffect } from "react";

const ANSWER_TIMEOUT_MS = 10_000;

interface HistoryState {
  readonly crashes?: number;
}

/** How often scripts have crashed at this entry in the browser's history. After the second time, the page goes without. */
export const crashCount = () => (history.state as HistoryState | null)?.crashes ?? 0;

/** Reloads after a script error, because this page's scripts may not understand a newer server. Only if the server answers. */
export function useReloadAfterCrash(error: unknown): void {
  useEffect(() => {
    if (isRouteErrorResponse(error)) return;
    // Not AbortSignal.timeout(), which browsers from 2021 lack: an error here would hide the error page.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), ANSWER_TIMEOUT_MS);
    void fetch(location.href, { method: "HEAD", signal: timeout.signal })
      .then(
        ({ ok }) => {
          if (!ok) return;
          history.replaceState({ ...(history.state as HistoryState | null), crashes: crashCount() + 1 }, "");
          location.reload();
        },
        () => undefined,
      )
      .finally(() => clearTimeout(timer));
  }, [error]);
}
