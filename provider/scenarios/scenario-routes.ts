import type { DatabaseSync } from "node:sqlite";
import express, { type RequestHandler, type Response, type Router } from "express";
import { letterEvents } from "#provider/direct-debits/letters.ts";
import { sendSitePage } from "#provider/pages/site-page.ts";
import { forbidden, parseOrRefuse } from "#provider/portal-api/refusal.ts";
import { eventRequest, type EventRequest, type RaisedEvent } from "./events.ts";
import { faultRequest, type Faults } from "./faults.ts";
import { scenarioPage } from "./scenario-page.ts";

interface ScenarioOptions {
  readonly db: DatabaseSync;
  readonly faults: Faults;
  readonly raise: (request: EventRequest) => RaisedEvent;
}

const messages = {
  event: "Done: the event has been raised.",
  fault: "Done: the fault is switched on.",
  cleared: "Done: everything is fixed.",
} as const;

const NO_FAULT =
  "Nothing was switched on. A path begins with / and has at most 200 characters, minutes go up to 1440, and calls are a whole number up to 1000000.";

/** `/scenarios`: the page, and its forms, which redirect back to it. */
export function scenarioRoutes({ db, faults, raise }: ScenarioOptions): Router {
  const router = express.Router();
  const sendPage = (response: Response, message?: string, typed?: Record<string, unknown>) => {
    response.set("Cache-Control", "no-store");
    const view = { faults: faults.list(), message, letterEvents: letterEvents(db), typed };
    sendSitePage(response, "Scenarios", scenarioPage(view), typed ? 400 : 200);
  };
  router.get("/", (request, response) => {
    sendPage(response, Object.entries(messages).find(([name]) => name === request.query.done)?.[1]);
  });
  router.use(sameSiteOnly, express.urlencoded({ extended: false, limit: "16kb" }));
  router.post("/events", (request, response) => {
    raise(parseOrRefuse(eventRequest, withoutEmptyFields(request.body)));
    response.redirect(303, "/scenarios?done=event");
  });
  router.post("/faults", (request, response) => {
    const typed = withoutEmptyFields(request.body);
    const fault = faultRequest.safeParse(typed);
    if (!fault.success) return sendPage(response, NO_FAULT, typed);
    faults.add(fault.data);
    response.redirect(303, "/scenarios?done=fault");
  });
  router.post("/faults/clear", (_request, response) => {
    faults.clear();
    response.redirect(303, "/scenarios?done=cleared");
  });
  return router;
}

/** The fields that were filled in, because a form sends the others as empty texts. */
function withoutEmptyFields(body: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value !== ""));
}

const sameSiteOnly: RequestHandler = (request, _response, next) => {
  next(request.get("sec-fetch-site") === "cross-site" ? forbidden() : undefined);
};
