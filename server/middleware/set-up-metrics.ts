import type { RequestHandler } from "express";
import type { Metrics } from "#server/metrics.ts";

/** Measures each request; set up first, so that the whole time counts. */
export function setUpMetrics(metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    res.once("finish", () => {
      const seconds = (performance.now() - started) / 1_000;
      metrics.observeRequest(req.method, res.locals.route ?? "other", res.statusCode, seconds);
    });
    next();
  };
}
