import { context, ROOT_CONTEXT, SpanKind, trace } from "@opentelemetry/api";
import type { RequestHandler } from "express";
import type { Config } from "#server/config.ts";
import { parseTraceparent } from "#server/traceparent.ts";
import { paths } from "#shared/paths.ts";
import { recordStatus, traceparentOf, tracer } from "#shared/portal-api/spans.ts";
import { routeOf, statusInLog } from "./set-up-log.ts";

/** Clients can send any method. The others count as one, to limit the number of span names. */
const METHODS = new Set(["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"]);

/** Begins the request's span, which ends with the response. A live stream has none, because it lasts for hours. */
export function beginSpan({
  trustProxy,
  publicUrl,
}: Pick<Config, "trustProxy" | "publicUrl">): RequestHandler {
  const scheme = new URL(publicUrl).protocol.slice(0, -1);
  return (req, res, next) => {
    if (isLive(req.path)) return next();
    const method = METHODS.has(req.method) ? req.method : "_OTHER";
    const attributes = { "http.request.method": method, "url.scheme": scheme };
    const parent = trustProxy > 0 ? parseTraceparent(req.get("traceparent")) : undefined;
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, contextOf(parent));
    res.locals.span = span;
    res.locals.traceparent = traceparentOf(span);
    res.once("close", () => {
      const route = routeOf(req, res);
      // The path itself contains ids, but the pattern doesn't.
      if (route !== undefined)
        span.updateName(`${method} ${route}`).setAttributes({ "http.route": route, "url.path": route });
      recordStatus(span, statusInLog(res), 500);
      span.end();
    });
    next();
  };
}

function contextOf(traceparent: string | undefined) {
  if (traceparent === undefined) return ROOT_CONTEXT;
  const [, traceId = "", spanId = "", flags = ""] = traceparent.split("-");
  const parent = { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** Whether it's the live stream's path, as Express matches it: in any case, with or without a slash at the end. */
const isLive = (path: string) => path.toLowerCase().replace(/\/$/, "") === paths.live();

/** Makes the request's span the current one for later work. Use it once the body has been read, because the body's events belong to the connection. */
export function enterSpan(): RequestHandler {
  return (_req, res, next) =>
    res.locals.span ? context.with(trace.setSpan(ROOT_CONTEXT, res.locals.span), next) : next();
}
