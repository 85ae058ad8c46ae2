import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { pinoHttp } from "pino-http";
import type { Metrics } from "#server/metrics.ts";
import { traceIdOf, traceparentOfRequest } from "#server/traceparent.ts";
import type { Watchdog } from "#server/watchdog.ts";
import { ipAddressOf } from "#shared/ip-address.server.ts";

/** Gives each request an id, a duration in the metrics and a line in the log. */
export function setUpLog(
  log: Logger,
  metrics: Metrics,
  { trustProxy }: { trustProxy: number },
  rememberRequest: Watchdog["rememberRequest"],
): RequestHandler[] {
  return [assignId(trustProxy > 0, rememberRequest), measure(metrics), writeLine(log)];
}

/** A request id from outside must have this form, so that it can't forge a log line. */
const REQUEST_ID = /^[\w-]{8,64}$/;

/** Uses a well-formed id from a trusted proxy, or a new one. The response has it as X-Request-Id. */
function assignId(isProxied: boolean, rememberRequest: Watchdog["rememberRequest"]): RequestHandler {
  return (req, res, next) => {
    const proxyId = isProxied ? req.get("x-request-id") : undefined;
    const id = proxyId && REQUEST_ID.test(proxyId) ? proxyId : randomBytes(9).toString("base64url");
    res.locals.requestId = id;
    res.locals.traceparent = traceparentOfRequest(isProxied ? req.get("traceparent") : undefined);
    // Read now, because a socket no longer has an address once the browser has disconnected.
    res.locals.clientIp = ipAddressOf(req.ip ?? "");
    rememberRequest(id);
    res.setHeader("X-Request-Id", id);
    next();
  };
}

/** nginx's status for a client that disconnects before the response is sent. */
const CLIENT_CLOSED_REQUEST = 499;

/** The response's status, or 499 if the browser has disconnected. */
export function statusInLog(res: Response): number {
  const isAborted = res.closed && !res.writableFinished;
  return isAborted && !isStream(res) ? CLIENT_CLOSED_REQUEST : res.statusCode;
}

/** Live streams clear `res.locals` (`forgetRequest` in server/live/live-stream.ts) and always end by disconnecting. */
function isStream(res: Response): boolean {
  return res.locals.requestId === undefined;
}

function measure(metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    res.once("close", () => {
      if (isStream(res)) return;
      const seconds = (performance.now() - started) / 1_000;
      metrics.observeRequest(req.method, routeOf(req, res) ?? "other", statusInLog(res), seconds);
    });
    next();
  };
}

/** The matched pattern of Remix or Express, or one pattern for all built files; undefined if none matched. */
export function routeOf(req: Request, res: Response): string | undefined {
  const { path } = (req.route ?? {}) as { path?: string };
  return (
    res.locals.state?.route ?? path ?? (req.originalUrl.startsWith("/assets/") ? "/assets/*" : undefined)
  );
}

/** Logs one line per request, without the query, which may contain an authorisation code or a card provider's crypt. */
function writeLine(log: Logger): RequestHandler {
  const logRequest = pinoHttp({
    logger: log,
    wrapSerializers: false,
    genReqId: (_req, res) => String(res.getHeader("X-Request-Id")),
    quietReqLogger: true,
    customAttributeKeys: { reqId: "requestId", responseTime: "ms" },
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? "error" : "info"),
    customSuccessMessage: () => "request",
    customErrorMessage: () => "request failed",
    // For a 5xx without an error pino-http creates one, whose stack is useless.
    customErrorObject: (_req, res, _error, line) => ({
      ...line,
      err: res.err,
      ...finish(res),
    }),
    customSuccessObject: (_req, res, line) => ({ ...line, ...finish(res) }),
    serializers: {
      req: (req: { method: string; url: string }) => ({ method: req.method, path: pathOf(req.url) }),
      res: (res: Response) => ({ status: statusInLog(res) }),
      err: describeError,
    },
  });
  return (req, res, next) => {
    logRequest(req, res);
    res.locals.log = log.child({ requestId: res.locals.requestId }, { serializers: { err: describeError } });
    next();
  };
}

/** Finishes the audit; returns what only the end of the request can add to its line. A live stream has forgotten its trace by then. */
function finish(res: ServerResponse) {
  const { finishAudit, traceparent } = (res as Response).locals;
  return { actor: finishAudit?.(), traceId: traceparent && traceIdOf(traceparent) };
}

/** Leaves out the fields that libraries add to errors, such as headers. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack };
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return (end === -1 ? url : url.slice(0, end)).slice(0, 200);
}
