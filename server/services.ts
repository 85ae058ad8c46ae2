import type { Logger } from "pino";
import { MB } from "#shared/limits.ts";
import { Upstreams } from "#shared/portal-api/upstreams.ts";
import { londonDay } from "#shared/time/moment.ts";
import { actorOf } from "./audit.ts";
import type { Config } from "./config.ts";
import { createFeeds } from "./feeds/create-feeds.ts";
import { createIdentityService } from "./identity/create-identity-service.ts";
import type { LiveSessions } from "./live/live-sessions.ts";
import { Live } from "./live/live.ts";
import type { Metrics } from "./metrics.ts";
import type { PendingWork } from "./pending-work.ts";
import { createRateLimits } from "./rate-limits.ts";
import { createActivity } from "./session/activity.ts";
import type { PortalSession } from "./session/request-session.ts";
import { createSessions, type SessionService } from "./session/sessions.ts";

/** Starts tracing if a collector is configured; otherwise OpenTelemetry's SDK isn't even loaded. */
export async function startTracingIfConfigured(config: Config, log: Logger) {
  const { otlpEndpoint } = config;
  if (otlpEndpoint === undefined) return undefined;
  const { startTracing } = await import("./otlp-tracing.ts");
  return startTracing({ ...config, otlpEndpoint }, log);
}

export function createSessionService(config: Config, log: Logger, { add }: Pick<PendingWork, "add">) {
  return createSessions({
    store: config.sessionStore,
    redis: config.redis,
    secrets: config.sessionSecrets,
    secure: config.secure,
    idleMinutes: config.sessionIdleMinutes,
    maxHours: config.sessionMaxHours,
    log,
    addWork: add,
  });
}

export type Services = Readonly<Awaited<ReturnType<typeof createServices>>>;

/** What a request needs from the rest of the portal. */
export async function createServices(
  config: Config,
  log: Logger,
  metrics: Metrics,
  sessions: SessionService,
  pendingWork: PendingWork,
) {
  const now = () => new Date();
  return {
    limits: await createRateLimits(config, log),
    /** Makes sure that something only happens once across all instances. */
    records: sessions.records,
    persons: sessions.persons,
    activity: createActivity(sessions.records, now),
    identity: createIdentityService(config, log, now),
    feeds: createFeeds({ ...config, log, now }),
    portalApi: {
      baseUrl: config.portalApiUrl,
      subscriptionKey: config.portalApiKey,
      timeoutMs: config.apiTimeoutSeconds * 1000,
      answerBytes: { one: config.apiAnswerMb * MB, list: config.apiListMb * MB },
      upstreams: new Upstreams((call, isOpen) => {
        metrics.setBreaker(call, isOpen);
        log.warn({ call }, isOpen ? "breaker opened" : "breaker closed");
      }),
      onUnexpectedField: recordDeviations(log, metrics, now),
    },
    now,
    /** Work that shutting down waits for. */
    pendingWork,
    /** Starts work straight away without a response waiting for it. Logs a failure. */
    inBackground: pendingWork.inBackground,
    observeCall: metrics.observeCall,
  };
}

/** Counts display-only fields that didn't match their schema, and logs each once a day. */
export function recordDeviations(log: Logger, { countDeviation }: Metrics, now: () => Date) {
  const lastLogged = new Map<string, string>();
  return (call: string, field: string) => {
    countDeviation(call, field);
    const name = `${call} ${field}`;
    const today = londonDay(now());
    if (lastLogged.get(name) === today) return;
    lastLogged.set(name, today);
    log.warn({ call, field }, "response deviates from the contract");
  };
}

export function liveSessions(
  log: Pick<Logger, "info">,
  sessions: Pick<SessionService, "referenceOf" | "peek" | "renewTokens" | "onEvent">,
  { identity }: Pick<Services, "identity">,
): LiveSessions {
  return {
    ...sessions,
    async renew(reference) {
      const session = await sessions.peek(reference);
      // Without a refresh token, only redirecting the browser can get new tokens.
      if (session?.tokens?.refreshToken === undefined) return session;
      const { user, tokens } = session;
      const renewTokens: PortalSession["renewTokens"] = (renew) => sessions.renewTokens(reference, renew);
      const outcome = await identity.renew({ user, tokens, renewTokens });
      const renewed = await sessions.peek(reference);
      const actor = renewed && actorOf(renewed);
      // A paused renewal didn't ask the identity provider, so there's nothing to audit.
      if (outcome !== "paused")
        log.info({ audit: "renewal", outcome: outcome === "renewed" ? "done" : "failed", actor }, "audit");
      return renewed;
    },
  };
}

export function createLive(
  config: Config,
  log: Logger,
  metrics: Metrics,
  sessions: SessionService,
  services: Services,
): Live {
  return new Live({
    // Not used without a hub, because then there's no `/live`.
    hubUrl: config.portalHubUrl ?? "",
    sessions: liveSessions(log, sessions, services),
    log,
    onStreams: metrics.setStreams,
    limits: { streamsOfPerson: config.liveStreamsPerPerson },
  });
}
