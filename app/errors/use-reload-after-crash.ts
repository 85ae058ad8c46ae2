import { isRouteErrorResponse } from "@remix-run/react";
import { useEffect } from "react";
import { tryFetch } from "#app/ui/try-fetch.ts";

interface HistoryState {
  readonly crashes?: number;
}

/** How often scripts have crashed at this entry in the browser's history. After the second time, the page goes without. */
export const crashCount = () => (history.state as HistoryState | null)?.crashes ?? 0;

/** Reloads after a script error, because this page's scripts may not understand a newer server. Only if the server answers. */
export function useReloadAfterCrash(error: unknown): void {
  useEffect(() => {
    if (isRouteErrorResponse(error)) return;
    void tryFetch(location.href, { method: "HEAD" }).then((reply) => {
      if (!reply?.ok) return;
      history.replaceState({ ...(history.state as HistoryState | null), crashes: crashCount() + 1 }, "");
      location.reload();
    });
  }, [error]);
}
