import type { IncomingMessage } from "node:http";
import { SpanKind } from "@opentelemetry/api";
import type { Request, RequestHandler } from "express";
import type { Logger } from "pino";
import { inSpan } from "#shared/portal-api/spans.ts";
import { createFormerSessions } from "./former-sessions.ts";
import { isNavigation } from "./navigation.ts";
import { createPersonSessions } from "./person-sessions.ts";
import { AccessLost, type RenewalOutcome, type RenewTokens, type SessionEvent } from "./portal-session.ts";
import { createRecords, SealedValues } from "./records.ts";
import type { RedisConnection } from "./redis-client.ts";
import { Renewals, type AddWork } from "./renewal.ts";
import { RequestSession, type PortalSession, type RequestSessionParts } from "./request-session.ts";
import { createKeyRing } from "./seal.ts";
import { storeKey, type SessionBackend } from "./session-backend.ts";
import { createSessionCookie } from "./session-cookie.ts";
import { handleOf, SessionStore } from "./session-store.ts";
import { SqliteBackend } from "./sqlite-backend.ts";

export interface SessionSettings {
  /** `sqlite:<file>`, `sqlite::memory:`, or a Redis address. */
  readonly store: string;
  readonly redis?: Omit<RedisConnection, "url">;
  /** The first seals and signs; all of them open and verify. */
  readonly secrets: readonly string[];
  /** The site uses https, so cookies are Secure with the `__Host-` prefix. */
  readonly secure: boolean;
  readonly idleMinutes: number;
  readonly maxHours: number;
  readonly now?: () => number;
  readonly log: Pick<Logger, "fatal" | "warn" | "debug" | "info">;
  readonly isNavigation?: (request: Request) => boolean;
  readonly addWork?: AddWork;
}

export type SessionService = Awaited<ReturnType<typeof createSessions>>;

/**
 * The portal's sessions. Throws for an unknown kind of store, but not while the store is down; then the methods that
 * use it throw {@link SessionStoreUnavailable} within about a second.
 */
export async function createSessions(settings: SessionSettings) {
  const { now = Date.now, log, secure } = settings;
  const listeners = new Set<Listener>();
  const backend = await openBackend(settings, now, (event) => notify(listeners, event, log));
  const ring = createKeyRing(settings.secrets);
  const cookie = createSessionCookie(ring, secure);
  const maxMs = settings.maxHours * 3_600_000;
  const idleMs = settings.idleMinutes * 60_000;
  const store = new SessionStore({ backend, ring, idleMs, maxMs, now, log });
  const values = new SealedValues(backend, ring, now);
  const records = createRecords(values);
  const renewals = new Renewals({ store, values, backend }, now, settings.addWork);
  const formerSessions = createFormerSessions(backend, ring, now);
  const persons = createPersonSessions(store, records, settings.maxHours);
  const parts = { values, persons, store, backend, ring, renewals, formerSessions, secure, now, cookie };
  return {
    ...duringRequests(settings, parts),
    /** Whether the browser has a session cookie; the session may have ended. */
    hasSessionCookie: (request: Request) => cookie.idIn(request) !== undefined,
    /** Signs this browser out with the answer; the session itself stays. */
    clearCookie: (request: Request) => cookie.clear(request),
    ...outsideRequests(parts),
    records,
    persons,
    /** Listens to all instances' events. Returns a function that stops listening. */
    onEvent: (listener: Listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Rejects while the store is down or refuses writes. */
    ping: () => backend.ping(),
    usage: () => backend.usage(),
    close: () => backend.close(),
  };
}

type Listener = (event: SessionEvent) => void;

async function openBackend(settings: SessionSettings, now: () => number, onEvent: Listener) {
  const { store, redis, log } = settings;
  if (store.startsWith("sqlite:")) {
    const backend = new SqliteBackend({ file: store.slice("sqlite:".length), now, log, onEvent });
    return traceBackend(backend, "sqlite");
  }
  // Its client is a third of all modules, so we only load it if there's a Redis.
  const { RedisBackend } = await import("./redis-backend.ts");
  const onFault = (error: unknown) => log.warn({ err: error }, "session store fault");
  const backend = new RedisBackend({ url: store, ...redis, now, onFault, onEvent });
  return traceBackend(backend, "redis");
}

function duringRequests(settings: SessionSettings, parts: RequestSessionParts) {
  const sessionsByRequest = new WeakMap<Request, RequestSession>();
  const warnOnce = warnOfPlainHttp(settings);
  return {
    /** Loads the session, or calls `next` with {@link SessionStoreUnavailable}. */
    middleware: (): RequestHandler => async (request, _response, next) => {
      try {
        warnOnce(request);
        const id = parts.cookie.idIn(request);
        const record = id === undefined ? undefined : await parts.store.find(storeKey(id));
        sessionsByRequest.set(request, new RequestSession(parts, request, id, record));
        if (record && (settings.isNavigation ?? isNavigation)(request)) parts.store.extendIdle(record);
        next();
      } catch (error) {
        next(error);
      }
    },
    sessionOf(request: Request): PortalSession {
      const session = sessionsByRequest.get(request);
      if (!session) throw new Error("The request didn't go through the session middleware.");
      return session;
    },
  };
}

/** For live streams, which outlast the middleware. */
function outsideRequests({ cookie, store, renewals }: RequestSessionParts) {
  return {
    /** The reference for `peek` and `renewTokens`; undefined without a valid cookie. */
    referenceOf(request: IncomingMessage) {
      const id = cookie.idIn(request);
      return id === undefined ? undefined : storeKey(id);
    },
    /** Reads a session without extending it; undefined if it has ended or expired. */
    async peek(reference: string) {
      const fields = (await store.find(reference))?.fields;
      if (!fields) return undefined;
      const { key } = fields;
      const [user, account, tokens] = [fields.get("user"), fields.get("account"), fields.get("tokens")];
      return { handle: handleOf(key), user, account, tokens };
    },
    /** Like `PortalSession.renewTokens`; the two together only renew once. */
    async renewTokens(reference: string, renew: RenewTokens): Promise<RenewalOutcome> {
      const current = (await store.find(reference))?.fields.get("tokens");
      if (!current) return "ended";
      return renewals.run(reference, current, renew).catch((error: unknown) => {
        if (error instanceof AccessLost) return "ended";
        throw error;
      });
    },
  };
}

/** Logs a listener's error, so that the other listeners still get the event. */
function notify(listeners: Iterable<Listener>, event: SessionEvent, log: SessionSettings["log"]): void {
  for (const listener of listeners)
    try {
      listener(event);
    } catch (error) {
      log.warn({ err: error, session: event.handle }, "a session event listener failed");
    }
}

/** The session cookie needs https, so over plain http nobody can sign in. */
function warnOfPlainHttp({ secure, log }: SessionSettings): (request: Request) => void {
  let hasWarned = !secure;
  return (request) => {
    if (hasWarned || request.secure) return;
    hasWarned = true;
    log.warn("The site is https but requests arrive as http, so no session can start. Is TRUST_PROXY right?");
  };
}

/** The backend, with a span for each operation that a request waits for. Spans don't contain keys or values. */
function traceBackend(backend: SessionBackend, system: "redis" | "sqlite"): SessionBackend {
  const kind = system === "redis" ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const traced = <Answer>(operation: string, run: () => Promise<Answer>) => {
    const attributes = { "db.system.name": system, "db.operation.name": operation };
    return inSpan(() => ({ name: `${operation} ${system}`, kind, attributes }), run);
  };
  return {
    load: (...args) => traced("load", () => backend.load(...args)),
    change: (...args) => traced("change", () => backend.change(...args)),
    end: (...args) => traced("end", () => backend.end(...args)),
    takeQuota: (...args) => traced("takeQuota", () => backend.takeQuota(...args)),
    publish: (...args) => traced("publish", () => backend.publish(...args)),
    ping: () => backend.ping(),
    usage: () => backend.usage(),
    close: () => backend.close(),
    former: backend.former,
  };
}
