import type { DatabaseSync } from "node:sqlite";
import express, { type RequestHandler, type Router } from "express";
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
  event: "Done: it has happened.",
  fault: "Done: the fault is switched on.",
  cleared: "Done: everything is mended.",
} as const;

/** `/scenarios`: the page, and its forms, which redirect back to it. */
export function scenarioRoutes({ db, faults, raise }: ScenarioOptions): Router {
  const router = express.Router();
  router.get("/", (request, response) => {
    const message = Object.entries(messages).find(([name]) => name === request.query.done)?.[1];
    response.set("Cache-Control", "no-store");
    sendSitePage(
      response,
      "Scenarios",
      scenarioPage({ faults: faults.list(), message, letterEvents: letterEvents(db) }),
    );
  });
  router.use(sameSiteOnly, express.urlencoded({ extended: false, limit: "16kb" }));
  router.post("/events", (request, response) => {
    raise(parseOrRefuse(eventRequest, withoutEmptyFields(request.body)));
    response.redirect(303, "/scenarios?done=event");
  });
  router.post("/faults", (request, response) => {
    faults.add(parseOrRefuse(faultRequest, withoutEmptyFields(request.body)));
    response.redirect(303, "/scenarios?done=fault");
  });
  router.post("/faults/clear", (_request, response) => {
    faults.clear();
    response.redirect(303, "/scenarios?done=cleared");
  });
  return router;
}

/** The fields that were filled in: a form sends the others as empty texts. */
function withoutEmptyFields(body: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value !== ""));
}

const sameSiteOnly: RequestHandler = (request, _response, next) => {
  next(request.get("sec-fetch-site") === "cross-site" ? forbidden() : undefined);
};
