import type { DatabaseSync } from "node:sqlite";
import type { z } from "zod";
import { logDownloadClicked, logPageView } from "#app/portal-api/event-log.ts";
import { badRequest } from "./refusal.ts";
import type { Route } from "./route.ts";

/** `EventLog/*`: kept, so that a test or a curious person can look them up in the store. */
export function eventLogRoutes(db: DatabaseSync, now: () => Date): Route[] {
  return [
    {
      method: "POST",
      path: "/EventLog/LogPageView",
      access: "token",
      handle: ({ caller, clientId, body }) => {
        const { pageUrl, ...details } = parsed(logPageView.body, body);
        db.prepare(
          "INSERT INTO page_views (subject, client_id, page_url, details, viewed_at) VALUES (?, ?, ?, ?, ?)",
        ).run(caller.claims.sub, clientId || null, pageUrl, JSON.stringify(details), now().getTime());
        return { body: null };
      },
    },
    {
      method: "POST",
      path: "/EventLog/LogDownloadClicked",
      access: "token",
      handle: ({ caller, clientId, body }) => {
        const { fileName, pageUrl } = parsed(logDownloadClicked.body, body);
        db.prepare(
          "INSERT INTO downloads (subject, client_id, file_name, page_url, clicked_at) VALUES (?, ?, ?, ?, ?)",
        ).run(caller.claims.sub, clientId || null, fileName, pageUrl, now().getTime());
        return { body: null };
      },
    },
  ];
}

function parsed<Schema extends z.ZodType>(schema: Schema | undefined, body: unknown): z.output<Schema> {
  const result = schema?.safeParse(body);
  if (!result?.success) throw badRequest("The event is not valid.");
  return result.data;
}
