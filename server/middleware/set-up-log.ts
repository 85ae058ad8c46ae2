import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { pinoHttp } from "pino-http";
import type { Actor } from "#server/audit.ts";
import type { Metrics } from "#server/metrics.ts";
import type { Watchdog } from "#server/watchdog.ts";

/** What is known of each request: its id, its time by route pattern in the metrics, its line in the log. */
export function setUpLog(
  log: Logger,
  metrics: Metrics,
  { trustProxy }: { trustProxy: number },
  noteRequest: Watchdog["noteRequest"],
): RequestHandler[] {
  return [giveId(trustProxy > 0, noteRequest), measure(metrics), writeLine(log)];
}

/** An id from outside is taken over only in this form, so that it cannot forge a log line. */
const ACCEPTED = /^[\w-]{8,64}$/;

/** The id of a trusted proxy where it sent a well-formed one. It comes back as X-Request-Id. */
function giveId(isProxied: boolean, noteRequest: Watchdog["noteRequest"]): RequestHandler {
  return (req, res, next) => {
    const sent = isProxied ? req.get("x-request-id") : undefined;
    const id = sent && ACCEPTED.test(sent) ? sent : randomBytes(9).toString("base64url");
    res.locals.requestId = id;
    // Read now: a socket forgets it once the browser has left.
    res.locals.clientIp = req.ip ?? "";
    noteRequest(id);
    res.setHeader("X-Request-Id", id);
    next();
  };
}

/** As proxies call it: the browser left before the answer was out. */
const GIVEN_UP = 499;

/** What metrics and log call the outcome of a request that is over. */
function statusOf(res: Response): number {
  const wasLeft = res.closed && !res.writableFinished;
  return wasLeft && !isStream(res) ? GIVEN_UP : res.statusCode;
}

/** A live stream has let go of its request, and only ends by being left. */
function isStream(res: Response): boolean {
  return res.locals.requestId === undefined;
}

function measure(metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    res.once("close", () => {
      if (isStream(res)) return;
      const seconds = (performance.now() - started) / 1_000;
      metrics.observeRequest(req.method, routeOf(req, res), statusOf(res), seconds);
    });
    next();
  };
}

/** The pattern that answered: the application's, Express's, or one for all built files. */
function routeOf(req: Request, res: Response): string {
  const { path } = (req.route ?? {}) as { path?: string };
  return res.locals.state?.route ?? path ?? (req.originalUrl.startsWith("/assets/") ? "/assets/*" : "other");
}

/**
 * One line for each finished request: id, method, path without its query (a query may hold an authorisation
 * code or a card provider's crypt), status, milliseconds, actor.
 */
function writeLine(log: Logger): RequestHandler {
  const logRequest = pinoHttp({
    // None of these fields is a secret, and looking for one takes longer than the rest of the line.
    logger: log.child({}, { redact: [] }),
    wrapSerializers: false,
    genReqId: (_req, res) => String(res.getHeader("X-Request-Id")),
    quietReqLogger: true,
    customAttributeKeys: { reqId: "requestId", responseTime: "ms" },
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? "error" : "info"),
    customSuccessMessage: () => "request",
    customErrorMessage: () => "request failed",
    // For a 5xx without an error pino-http makes one up, whose stack tells nothing.
    customErrorObject: (_req, res, _error, line) => ({ ...line, err: res.err, ...actorIn(res) }),
    customSuccessObject: (_req, res, line) => ({ ...line, ...actorIn(res) }),
    serializers: {
      req: (req: { method: string; url: string }) => ({ method: req.method, path: pathOf(req.url) }),
      res: (res: Response) => ({ status: statusOf(res) }),
      err: describeError,
    },
  });
  return (req, res, next) => {
    logRequest(req, res);
    res.locals.log = log.child({ requestId: res.locals.requestId }, { serializers: { err: describeError } });
    next();
  };
}

function actorIn(res: ServerResponse): { readonly actor: Actor | undefined } {
  return { actor: (res as Response).locals.actor?.() };
}

/** What an error may say in the log: none of the fields that libraries hang on it, such as headers. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack };
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return (end === -1 ? url : url.slice(0, end)).slice(0, 200);
}
