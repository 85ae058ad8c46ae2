import express, { type RequestHandler, type Router } from "express";
import { forbidden, parseOrRefuse } from "#provider/portal-api/refusal.ts";
import { eventRequest, type EventRequest, type RaisedEvent } from "./events.ts";
import { faultRequest, type Faults } from "./faults.ts";

interface ControlOptions {
  readonly faults: Faults;
  readonly raise: (request: EventRequest) => RaisedEvent;
  readonly ledger: () => unknown[];
  readonly mandates: () => unknown[];
  readonly uploads: () => unknown;
}

/**
 * JSON endpoints for tests and for `npm run provider:event`, only reachable from this machine: `POST /control/events`,
 * `GET`, `POST` and `DELETE /control/faults`, `GET /control/ledger` for card payments, `/control/mandates` for direct
 * debits and `/control/uploads` for files. They only accept JSON, so that no page in a browser can post to them.
 */
export function controlRoutes({ faults, raise, ledger, mandates, uploads }: ControlOptions): Router {
  const router = express.Router();
  router.use(loopbackOnly, express.json({ limit: "16kb" }));
  router.post("/events", (request, response) => {
    const raised = raise(parseOrRefuse(eventRequest, request.body));
    void Promise.resolve(raised.passedOn).then((passedOn) =>
      response.status(201).json({ ...raised, passedOn }),
    );
  });
  router.get("/faults", (_request, response) => {
    response.json(faults.list());
  });
  router.post("/faults", (request, response) => {
    response.status(201).json(faults.add(parseOrRefuse(faultRequest, request.body)));
  });
  router.delete("/faults", (_request, response) => {
    faults.clear();
    response.status(204).end();
  });
  for (const [name, read] of Object.entries({ ledger, mandates, uploads }))
    router.get(`/${name}`, (_request, response) => void response.json(read()));
  return router;
}

const loopbackOnly: RequestHandler = (request, _response, next) => {
  const { socket, headers } = request;
  const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? "");
  // Against DNS rebinding, where another site's host name resolves to this machine.
  const isLocalName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? "");
  next(isLocal && isLocalName ? undefined : forbidden());
};
