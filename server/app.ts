import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type Express } from "express";
import type { Logger } from "pino";
import { paths } from "#shared/paths.ts";
import type { Config } from "./config.ts";
import type { Live } from "./live/live.ts";
import type { Metrics } from "./metrics.ts";
import { serveBrand } from "./middleware/serve-brand.ts";
import { serveSecurityTxt } from "./middleware/serve-security-txt.ts";
import { setUpAudit } from "./middleware/set-up-audit.ts";
import { setUpBodyLimits, setUpBodyTimeout, setUpPostedForms } from "./middleware/set-up-body-limits.ts";
import { setUpCampaignImages } from "./middleware/set-up-campaign-images.ts";
import { setUpErrorPages } from "./middleware/set-up-error-pages.ts";
import { setUpHealth } from "./middleware/set-up-health.ts";
import { setUpLog } from "./middleware/set-up-log.ts";
import { setUpOriginCheck } from "./middleware/set-up-origin-check.ts";
import { setUpPageFacts } from "./middleware/set-up-page-facts.ts";
import { setUpRateLimits } from "./middleware/set-up-rate-limits.ts";
import { setUpRemix } from "./middleware/set-up-remix.ts";
import { setUpPipeliningLimit } from "./middleware/set-up-request-checks.ts";
import { setUpOriginForm, setUpRequestChecks } from "./middleware/set-up-request-checks.ts";
import { setUpSecurityHeaders } from "./middleware/set-up-security-headers.ts";
import { setUpStaticFiles } from "./middleware/set-up-static-files.ts";
import { beginSpan, enterSpan } from "./middleware/set-up-tracing.ts";
import type { Services } from "./services.ts";
import type { SessionService } from "./session/sessions.ts";
import type { Watchdog } from "./watchdog.ts";

export interface AppParts {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly sessions: SessionService;
  readonly services: Services;
  readonly live: Live;
  readonly watchdog: Pick<Watchdog, "rememberRequest">;
  readonly build: () => Promise<ServerBuild>;
  readonly draining: () => boolean;
  /** The directory with `build/` and `public/`. */
  readonly root: string;
  /** Vite's middleware, in development only. */
  readonly development?: express.RequestHandler;
}

/** Builds the Express app. Requests pass this middleware in this order. */
export function createApp(parts: AppParts): Express {
  const { config, log, metrics, sessions, services, live } = parts;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  // Express would keep 1,000 fields and make arrays, but Remix does neither, and limits must see what a loader sees.
  app.disable("query parser");
  app.set("trust proxy", config.trustProxy);
  app.use(setUpOriginForm(config.publicUrl));
  app.use(setUpPipeliningLimit(log));
  app.use(setUpLog(log, metrics, config, parts.watchdog.rememberRequest));
  app.use(setUpBodyTimeout());
  app.use(setUpSecurityHeaders(config));
  app.use(setUpHealth({ draining: parts.draining, ping: () => sessions.ping(), log }));
  app.get("/brand.css", serveBrand(config.brandColour));
  app.get("/.well-known/security.txt", serveSecurityTxt(config, parts.root));
  if (parts.development) app.use(parts.development);
  else app.use(setUpStaticFiles(parts.root));
  if (config.otlpEndpoint) app.use(beginSpan(config));
  app.use(setUpRequestChecks(config.publicUrl));
  app.use(setUpOriginCheck(config.publicUrl));
  app.use(setUpPageFacts(parts.build));
  app.use(setUpBodyLimits(config));
  // Before the session middleware, because a stream stays open for hours and mustn't keep a session in memory (ADR 0006).
  if (!config.absent.includes("live")) app.get(paths.live(), live.handler);
  if (config.otlpEndpoint) app.use(enterSpan());
  app.use(sessions.middleware());
  app.use(setUpAudit(services, sessions, metrics));
  app.use(setUpPostedForms(config, sessions));
  app.use(setUpRateLimits(services, sessions));
  if (config.compression === "on") app.use(compression());
  app.get("/campaign-images/:name", setUpCampaignImages(services, sessions));
  app.use(setUpRemix({ build: parts.build, config, services, sessions }));
  app.use(setUpErrorPages(sessions));
  return app;
}
