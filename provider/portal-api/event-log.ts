import type { DatabaseSync } from "node:sqlite";
import { insert } from "#provider/store/store.ts";
import { logDownloadClicked, logPageView } from "#shared/portal-api/event-log.ts";
import { parseOrRefuse } from "./refusal.ts";
import { route, type Route } from "./route.ts";

/** `EventLog/*`: stores the events, so that tests can read them. */
export function eventLogRoutes(db: DatabaseSync, now: () => Date): Route[] {
  return [
    route("POST /EventLog/LogPageView", "token", ({ caller, clientId, body }) => {
      const { pageUrl, ...details } = parseOrRefuse(logPageView.body!, body);
      insert(db, "page_views", {
        subject: caller.claims.sub,
        client_id: clientId || null,
        page_url: pageUrl,
        details: JSON.stringify(details),
        viewed_at: now().getTime(),
      });
      return { body: null };
    }),
    route("POST /EventLog/LogDownloadClicked", "token", ({ caller, clientId, body }) => {
      const { fileName, pageUrl } = parseOrRefuse(logDownloadClicked.body!, body);
      insert(db, "downloads", {
        subject: caller.claims.sub,
        client_id: clientId || null,
        file_name: fileName,
        page_url: pageUrl,
        clicked_at: now().getTime(),
      });
      return { body: null };
    }),
  ];
}
