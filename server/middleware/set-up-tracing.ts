import { context, ROOT_CONTEXT, SpanKind, trace } from "@opentelemetry/api";
import type { RequestHandler } from "express";
import type { Config } from "#server/config.ts";
import { parseTraceparent } from "#server/traceparent.ts";
import { paths } from "#shared/paths.ts";
import { recordStatus, traceparentOf, tracer } from "#shared/portal-api/spans.ts";
import { routeOf, statusInLog } from "./set-up-log.ts";

/** Clients can send any method; the others count as one, so that the number of span names is limited. */
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
      // The path itself contains ids, which the pattern doesn't.
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

/** As Express matches it: in any case, with or without a slash at its end. */
const isLive = (path: string) => path.toLowerCase().replace(/\/$/, "") === paths.live();

/** Later work belongs to the request's span. To be used once the body was read, whose events belong to the connection. */
export function enterSpan(): RequestHandler {
  return (_req, res, next) =>
    res.locals.span ? context.with(trace.setSpan(ROOT_CONTEXT, res.locals.span), next) : next();
}
