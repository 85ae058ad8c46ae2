import type { RequestHandler } from "express";
import { paths } from "#app/paths.ts";
import type { Config } from "#server/config.ts";
import { parseTraceparent } from "#server/traceparent.ts";
import type { Tracing } from "#server/tracing.ts";
import { routeOf, statusOf } from "./set-up-log.ts";

/** Begins the request's span, which ends with the response. A live stream has none, because it lasts for hours. */
export function beginSpan(tracing: Tracing, { trustProxy }: Pick<Config, "trustProxy">): RequestHandler {
  return (req, res, next) => {
    if (isLive(req.path)) return next();
    const parent = trustProxy > 0 ? parseTraceparent(req.get("traceparent")) : undefined;
    const span = tracing.startRequest(req.method, parent);
    res.locals.span = span;
    res.locals.traceparent = span.traceparent;
    res.once("close", () => span.end({ route: routeOf(req, res), status: statusOf(res) }));
    next();
  };
}

/** As Express matches it: in any case, with or without a slash at its end. */
const isLive = (path: string) => path.toLowerCase().replace(/\/$/, "") === paths.live();

/** Later work belongs to the request's span. To be used once the body was read, whose events belong to the connection. */
export function enterSpan(): RequestHandler {
  return (_req, res, next) => (res.locals.span ? res.locals.span.run(next) : next());
}
